import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects young garbage after each few megabytes of buffers that have passed through the process. V8 sees their small objects and
 * not their bytes, so without this it lets many megabytes of dead ones lie about.
 *
 * @param {number} byteCount How many have passed since the last call.
 */
export function countPassedBytes(byteCount) {
  passed += byteCount;
  if (passed < EACH_BYTES) return;
  passed = 0;
  collect ??= exposedCollector();
  collect({ type: 'minor' });
}

/** @returns {(options: { type: 'minor' }) => void} V8's own `gc`, which only a new context can see after the start. */
function exposedCollector() {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return gc;
}

let passed = 0;
/** @type {((options: { type: 'minor' }) => void) | null} */
let collect = null;

/** A collection of a young heap takes less than a millisecond. */
const EACH_BYTES = 2 * 1024 ** 2;
