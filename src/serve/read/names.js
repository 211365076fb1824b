import { nearest } from '../../recipe/nearest.js';
import { ServeError } from '../serve-error.js';
import { shortened, take } from './cursor.js';

/** @import { Catalog, Column, Table } from '../catalog/load-catalog.js' */
/** @import { Cursor } from './cursor.js' */

/**
 * Takes a name, and the blanks around it. A name of letters, digits, `_`, `$`, blanks and single dashes stands as it is; every other
 * one stands in double quotes, where a backslash lets the next character stand for itself.
 *
 * @param {Cursor} cursor
 * @returns {string | null} null: there is none.
 */
export function takeName(cursor) {
  const match = take(cursor, NAME);
  if (match === null) return null;
  const [, quoted, plain] = match;
  if (quoted !== undefined) return unescaped(quoted);
  return plain.includes('-') ? plain.split('-').map(trimmed).join('-') : trimmed(plain);
}

/**
 * @param {string} quoted What stands between double quotes.
 * @returns {string}
 */
export function unescaped(quoted) {
  return quoted.includes('\\') ? quoted.replace(/\\(.)/gsu, '$1') : quoted;
}

/** @param {string} text */
function trimmed(text) {
  return text.replace(/^ +/, '').trimEnd();
}

/**
 * @param {Catalog} catalog
 * @param {string} name
 * @returns {Table}
 * @throws {ServeError} 404
 */
export function findTable({ schema, tables }, name) {
  const table = tables.get(name);
  if (table !== undefined) return table;
  const meant = nearestName(name, tables.keys());
  throw new ServeError(
    404,
    'PGRST205',
    `Could not find the table '${schema}.${shortened(name)}' in the schema cache`,
    meant === undefined ? {} : { hint: `Perhaps you meant the table '${schema}.${meant}'` },
  );
}

/**
 * @param {Table} table
 * @param {string} name
 * @returns {Column}
 * @throws {ServeError} 400
 */
export function findColumn(table, name) {
  const column = table.columns.get(name);
  if (column !== undefined) return column;
  const meant = nearestName(name, table.columns.keys());
  throw new ServeError(
    400,
    '42703',
    `column ${table.name}.${shortened(name)} does not exist`,
    meant === undefined ? {} : { hint: `Perhaps you meant to reference the column "${table.name}.${meant}".` },
  );
}

/**
 * @param {string} name
 * @param {IteratorObject<string>} names
 * @returns {string | undefined} The one that was probably meant.
 */
export function nearestName(name, names) {
  const near = names.filter(({ length }) => Math.abs(length - name.length) <= 2);
  return nearest(name, near.take(MOST_COMPARED).toArray());
}

const NAME = /[ \t]*(?:"((?:[^"\\]|\\.)*)"|([\p{L}\p{M}\p{N}_ $]+(?:-(?!>)[\p{L}\p{M}\p{N}_ $]+)*))[ \t]*/suy;

/** A wrong name must not cost more in a schema of very many tables. */
const MOST_COMPARED = 100;
