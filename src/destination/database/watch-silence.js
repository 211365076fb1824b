/** @import { Socket } from 'node:net' */

/**
 * Breaks a connection on which nothing moves although an answer is awaited, unless the server is still at work. A network that
 * drops everything reports no error: TCP sends again what is not acknowledged, for about a quarter of an hour, and a pooler in
 * between acknowledges it all the same.
 *
 * @param {Socket} socket
 * @param {() => Promise<boolean>} isServerAtWork Asks on another connection. Never fails.
 * @returns {<Result>(answer: Promise<Result>) => Promise<Result>} Takes each answer that is awaited.
 */
export function watchSilence(socket, isServerAtWork) {
  let awaited = 0;
  let isAsking = false;
  let moved = 0;
  /** How many looks in a row have seen nothing move, and to how many in a row the server was not at work. */
  let still = 0;
  let idle = 0;

  const hasMoved = () => {
    const before = moved;
    // What has come, and what the system has taken.
    moved = socket.bytesRead + socket.bytesWritten - socket.writableLength;
    return moved !== before;
  };
  const look = async () => {
    if (isAsking) return;
    still = hasMoved() || awaited === 0 ? 0 : still + 1;
    if (still === 0) idle = 0;
    if (still < STILL_LOOKS) return;
    isAsking = true;
    const isAtWork = await isServerAtWork();
    isAsking = false;
    if (isAtWork || hasMoved() || awaited === 0) {
      still = 0;
      idle = 0;
      return;
    }
    idle += 1;
    // Its answer may have been on its way the first time.
    if (idle === IDLE_LOOKS) socket.destroy(silent());
  };

  const timer = setInterval(look, LOOK_MS).unref();
  socket.once('close', () => clearInterval(timer));
  return async answer => {
    awaited += 1;
    try {
      return await answer;
    } finally {
      awaited -= 1;
    }
  };
}

function silent() {
  const error = new Error('the connection has fallen silent, and the server is not at work for it');
  return Object.assign(error, { code: 'ETIMEDOUT' });
}

const LOOK_MS = 15_000;
const STILL_LOOKS = 2;
/** A slow network may take this long for what the system sends at once. */
const IDLE_LOOKS = 3;
