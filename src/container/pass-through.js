import { setImmediate } from 'node:timers/promises';

/** @import { EntryPoint, EntryStream } from './entry-stream.js' */
/** @import { SeekPoints } from './seek-points.js' */

/**
 * Inflates an entry that is an archive for the first time: the stream verifies it, and seek points are noted.
 *
 * @param {EntryStream} stream
 * @param {SeekPoints<EntryPoint>} points
 * @param {AbortSignal | undefined} pause
 * @returns {Promise<EntryPoint | null>} Where it paused; null if it came to the end.
 * @throws {ArchiveError | StorageError} As `EntryStream`.
 */
export async function passThrough(stream, points, pause) {
  let quietBytes = 0;
  for (let inflated = await stream.step(); inflated !== null; inflated = await stream.step()) {
    points.pass(stream);
    const point = pause?.aborted ? stream.seekPoint() : null;
    if (point !== null) return point;
    quietBytes += inflated.end - inflated.start;
    if (quietBytes < MAX_QUIET_BYTES) continue;
    quietBytes = 0;
    await setImmediate();
  }
  return null;
}

/** How many bytes may be inflated before the event loop gets a turn: timers and signals would not be seen. */
const MAX_QUIET_BYTES = 4 * 1024 ** 2;
