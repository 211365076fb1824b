/** @import { Connection } from './connect.js' */

/**
 * Leaves a connection some seconds after a signal: the server finishes what was sent, but it may never answer.
 *
 * @param {Pick<Connection, 'leave'>} connection
 * @param {AbortSignal | undefined} end
 * @returns {{ clear: () => void }} `clear`: call it when the server has answered.
 */
export function leaveLater(connection, end) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const onEnd = () => {
    timer = setTimeout(connection.leave, PATIENCE_MS);
  };
  if (end?.aborted) onEnd();
  else end?.addEventListener('abort', onEnd, { once: true });
  return {
    clear() {
      end?.removeEventListener('abort', onEnd);
      clearTimeout(timer);
    },
  };
}

/** A function is stopped at most ten seconds before its time is up, and still has to write its manifest. */
const PATIENCE_MS = 4_000;
