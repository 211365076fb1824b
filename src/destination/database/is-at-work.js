import { hasCode } from '../../errors.js';
import { openClient } from './open-client.js';

/** @import { DatabaseSettings } from './settings.js' */

/**
 * Asks on another connection whether the server works for a session: it neither waits for the client, nor is it gone.
 *
 * @param {DatabaseSettings} settings
 * @param {number} session Its process.
 * @returns {Promise<boolean>} Also true if the server, or a pooler in front of it, answers and does not tell: it may have no
 *   connection to spare.
 */
export async function isAtWork(settings, session) {
  const opened = await openClient(settings).catch(error => ({ error }));
  if ('error' in opened) {
    const { error } = opened;
    return isSqlState(error.cause?.code) || !hasCode(error, 'database/unreachable');
  }
  const { client, socket } = opened;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, ANSWER_MS);
  try {
    // It is NULL while the server computes, and also where this role may not see it.
    const { rows } = await client.query(
      "SELECT wait_event_type IS DISTINCT FROM 'Client' AS works FROM pg_stat_activity WHERE pid = $1",
      [session],
    );
    return rows[0]?.works ?? false;
  } catch (error) {
    // A pooler takes the client, and has its query wait.
    return isLate || isSqlState(/** @type {{ code?: string }} */ (error).code);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/**
 * Whether an error's code is the server's, and not the network's.
 *
 * @param {string | undefined} code
 */
function isSqlState(code = '') {
  return /^\d/.test(code);
}

const ANSWER_MS = 10_000;
