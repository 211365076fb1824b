import { Turns, WORK_OF_A_READ } from '../streams/turns.js';

/**
 * Removes outputs, several at a time. After an error no further one is begun, and those under way are awaited.
 *
 * @param {Iterable<string> | AsyncIterable<string>} paths Taken one by one, as there is room.
 * @param {(path: string) => Promise<void>} remove
 * @throws {unknown} The first error.
 */
export async function removeOutputs(paths, remove) {
  const shared = oneByOne(paths);
  /** @type {unknown[]} */
  const errors = [];
  // Within the loop: leaving it closes the listing, which may have to wait for its next page.
  const noteError = (/** @type {unknown} */ error) => void errors.push(error);
  const removeNext = async () => {
    try {
      for await (const path of shared) {
        if (errors.length === 0) await remove(path).catch(noteError);
        if (errors.length > 0) return;
      }
    } catch (error) {
      noteError(error);
    }
  };
  await Promise.all(Array.from({ length: MAX_UNDER_WAY }, removeNext));
  if (errors.length > 0) throw errors[0];
}

/** @param {Iterable<string> | AsyncIterable<string>} paths */
async function* oneByOne(paths) {
  const turns = new Turns();
  for await (const path of paths) {
    // Removing a missing object may not wait at all, so very many of them would hold the event loop.
    await turns.before(WORK_OF_A_READ);
    yield path;
  }
}

/** Each takes one request at a time. The S3 client has 50 connections. */
export const MAX_UNDER_WAY = 32;
