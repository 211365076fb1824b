import { promptReadable } from '../streams/prompt-readable.js';
import { tailStart } from './end-record.js';

/** @import { ByteSource } from './read-ahead.js' */

/**
 * Begins to read the end of a source, which is what an archive is opened with, while something else is waited for.
 *
 * @template {ByteSource} Source
 * @param {Source} source
 * @returns {Source} Its first read of the end is this one, and fails with its error.
 */
export function readTailEarly(source) {
  const tail = { start: tailStart(source), end: source.bytes };
  /** @type {Promise<Buffer[]> | null} */
  let early = source.read(tail.start, tail.end).toArray();
  // A failed read is reported to its reader. Without one it must not end the process.
  early.catch(() => {});
  return {
    ...source,
    read(start, end) {
      if (early === null || start !== tail.start || end !== tail.end) return source.read(start, end);
      const chunks = early;
      early = null;
      return promptReadable(() => passOn(chunks));
    },
  };
}

/** @param {Promise<Buffer[]>} chunks */
async function* passOn(chunks) {
  yield* await chunks;
}
