import { ensureLoadsTable, findLoads } from './loads-table.js';
import { lockTable } from './lock-table.js';

/** @import { LoadKey, StoredLoad } from './loads-table.js' */
/** @import { LoadRequest } from './open.js' */
/** @import { Session } from './session.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Begins a transaction that holds a table's lock, and finds the loads that were committed.
 *
 * @param {Session} session
 * @param {LoadRequest} request
 * @returns {Promise<{ table: FoundTable, key: LoadKey, earlier: StoredLoad | null, latestSequencer: string | null }>}
 */
export async function openLocked({ connection, throwIfStopped }, { table, archive, version }) {
  await ensureLoadsTable(connection);
  const found = await lockTable(connection, table, { throwIfStopped });
  const key = { archive, version, table: found.path };
  return { table: found, key, ...(await findLoads(connection, key)) };
}
