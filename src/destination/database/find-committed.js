import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from '../../errors.js';
import { quoteName } from '../../printable.js';
import { connect } from './connect.js';
import { findLoad } from './loads-table.js';
import { lockTable } from './lock-table.js';

/** @import { StoredLoad } from './loads-table.js' */
/** @import { LoadRequest } from './open.js' */
/** @import { DatabaseSettings } from './settings.js' */

/**
 * Looks on another connection for a load whose `COMMIT` was not answered. While the server is still committing, it holds the
 * table's lock.
 *
 * @param {DatabaseSettings} settings
 * @param {Pick<LoadRequest, 'table' | 'archive' | 'version' | 'end'>} request
 * @param {string} id The load's.
 * @param {Error} lost What the connection broke with.
 * @returns {Promise<StoredLoad | null>} null if it was not committed.
 * @throws {DatabaseError} `database/unreachable`
 */
export async function findCommitted(settings, { table, archive, version, end }, id, lost) {
  for (const delay of LOOK_AGAIN_MS) {
    await sleep(delay, undefined, end && { signal: end }).catch(() => {});
    if (end?.aborted) break;
    const connection = await connect(settings, end).catch(() => null);
    if (connection === null) continue;
    const breakOff = () => connection.break();
    end?.addEventListener('abort', breakOff, { once: true });
    try {
      const { path } = await lockTable(connection, table, { throwIfStopped() {} });
      const found = await findLoad(connection, { archive, version, table: path });
      return found?.id === id ? found : null;
    } catch {
      // Looks again; otherwise the next delivery finds it.
    } finally {
      end?.removeEventListener('abort', breakOff);
      await connection.close();
    }
  }
  throw new DatabaseError(
    'database/unreachable',
    `the connection broke while the table ${quoteName(table.name)} was committed, and the server cannot be reached to ` +
      'see whether it was; run it again, which loads nothing twice',
    { cause: lost, retryable: true },
  );
}

/**
 * Whether a `COMMIT` has surely failed: the server has answered, and not because it is shutting down.
 *
 * @param {unknown} error
 */
export function isRefusal(error) {
  const { code = '', severity } = /** @type {{ code?: string, severity?: string }} */ (error);
  // Codes of the network have no severity.
  return severity !== undefined && /^(?!08|57)[0-9A-Z]{5}$/.test(code);
}

const LOOK_AGAIN_MS = [0, 500, 1_000, 2_000, 4_000];
