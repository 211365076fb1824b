/** @import { Socket } from 'node:net' */

/**
 * Passes on what one socket receives to another one, in order, each chunk after a delay, and its end likewise. Holds little:
 * where the receiver does not read, the sender stops.
 *
 * @param {Socket} from
 * @param {Socket} to
 * @param {{ delayMs: () => number, onData: (bytes: number) => void }} how `delayMs`: of what arrives now.
 */
export function delayed(from, to, { delayMs, onData }) {
  /** Chunks under way; null is the end. @type {{ at: number, chunk: Buffer | null }[]} */
  const queue = [];
  let held = 0;
  let lastAt = 0;
  let isBlocked = false;
  /** @type {NodeJS.Timeout | null} */
  let timer = null;

  const pass = () => {
    timer = null;
    while (!isBlocked && queue.length > 0 && !to.destroyed) {
      const wait = queue[0].at - performance.now();
      // A timer may fire up to a millisecond early.
      if (wait > 0.5) {
        timer = setTimeout(pass, wait);
        return;
      }
      const chunk = queue.shift()?.chunk ?? null;
      if (chunk === null) {
        to.end();
        return;
      }
      held -= chunk.length;
      isBlocked = !to.write(chunk);
    }
    if (held < MAX_HELD_BYTES && from.isPaused()) from.resume();
  };
  const push = (/** @type {Buffer | null} */ chunk) => {
    lastAt = Math.max(lastAt, performance.now() + delayMs());
    queue.push({ at: lastAt, chunk });
    if (timer === null && !isBlocked) pass();
  };
  from.on('data', chunk => {
    onData(chunk.length);
    held += chunk.length;
    push(chunk);
    if (held >= MAX_HELD_BYTES) from.pause();
  });
  from.once('end', () => push(null));
  to.on('drain', () => {
    isBlocked = false;
    if (timer === null) pass();
  });
  to.once('close', () => {
    if (timer !== null) clearTimeout(timer);
  });
}

/** As much as a connection with a fast and long way has under way. */
const MAX_HELD_BYTES = 2 ** 20;
