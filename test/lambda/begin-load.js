/** @import { DatabaseAccess } from '../../src/lambda/database-access.js' */

/** What counts of a recipe with a table. */
export const WITH_TABLE = { needsDatabase: true };

/**
 * Begins a load, which connects, and ends it.
 *
 * @param {DatabaseAccess} access
 * @param {string} version Of the archive.
 */
export async function load(access, version) {
  const database = await access.open(WITH_TABLE);
  const table = { schema: 'public', name: 'people', mode: /** @type {const} */ ('append'), key: [] };
  const stop = new AbortController().signal;
  const begun = await database?.begin({ table, archive: 's3://in/x.zip', version, stop });
  await begun?.rollback();
  return begun?.uri;
}
