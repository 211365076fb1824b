/** @import { Table } from './recipe.js' */

/** @typedef {string | { name: string, mode: Table['mode'], key?: string[] }} WrittenTable As the recipe's author wrote it. */

/**
 * @param {WrittenTable} written
 * @returns {Table} The same for all spellings of one.
 */
export function tableOf(written) {
  const { name, mode, key = [] } = typeof written === 'string' ? { name: written, mode: APPEND } : written;
  const parts = name.split('.');
  return { schema: parts.length === 2 ? parts[0] : null, name: parts[parts.length - 1], mode, key };
}

/** NAMEDATALEN - 1, where Postgres is not built otherwise. It cuts longer names off. */
export const MAX_NAME_BYTES = 63;

const APPEND = /** @type {const} */ ('append');
