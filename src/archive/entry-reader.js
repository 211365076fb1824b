// unzipper's main module would also load some seventy files of bluebird and fs-extra: 25 ms of CPU at each start.
import unzip from 'unzipper/lib/Open/unzip.js';
import { markWhole, releaseChunk } from '../memory/chunk-memory.js';
import { promptReadable } from '../streams/prompt-readable.js';
import { checkHeaderInPassing, nothingBehindHeader, readHeader } from './check-header.js';
import { DESCRIPTOR_BYTES, LOCAL_HEADER_BYTES } from './local-header.js';

/** @import { Readable, Writable } from 'node:stream' */
/** @import { Entry } from './entry.js' */
/** @import { ReadRange } from './read-ahead.js' */

/**
 * Streams the entries' compressed bytes through unzipper, one entry at a time.
 *
 * @typedef {object} EntryReader
 * @property {(entry: Entry, position?: number) => Readable} read The entry's bytes from `position`. Fails with the
 *   range's error, with an ArchiveError if the local header disagrees with the directory, or with unzipper's own
 *   `FILE_ENDED`.
 * @property {() => number} headerLength The length of the last read entry's local header; call it once the entry's
 *   bytes have arrived.
 * @property {(entry: Entry) => Promise<number>} readHeader Checks the entry's local header, and returns its length.
 * @property {() => void} releaseEntry Closes whatever is open for the entry; call it before reading the next one.
 */

/**
 * unzipper frames the bytes of one entry. Its directory reader, which holds every entry in memory and trusts what it reads, is not
 * used: unzipper gets our directory's word for the entry.
 *
 * @param {ReadRange} readRange
 * @returns {EntryReader}
 */
export function openEntryReader(readRange) {
  /** @type {Set<Readable>} */
  const open = new Set();
  let headerLength = 0;
  const setLength = (/** @type {number} */ length) => {
    headerLength = length;
  };

  /**
   * @param {number} start
   * @param {number} end
   */
  const openRange = (start, end) => {
    const range = readRange(start, end);
    open.add(range);
    return range.once('close', () => open.delete(range));
  };

  return {
    read(entry, position = 0) {
      const { start, end, compressedBytes } = entry;
      if (position > 0) return promptReadable(() => restOf(entry, position, openRange, setLength));
      const range = openRange(
        start,
        Math.min(end, start + longestHeaderOf(entry) + compressedBytes + DESCRIPTOR_BYTES),
      );
      // If the directory says that there are no bytes, unzipper believes the local header instead.
      if (compressedBytes === 0) return nothingBehindHeader(range, entry, setLength);

      const poured = Object.assign(range, { pipe: (/** @type {Writable} */ to) => pour(range, to) });
      checkHeaderInPassing(range, entry, (error, length) => (error ? raw.destroy(error) : setLength(length)));
      // Every entry is given as stored. Otherwise unzipper would inflate by itself, in small chunks.
      const stored = {
        flags: 0,
        compressionMethod: 0,
        compressedSize: compressedBytes,
        uncompressedSize: compressedBytes,
      };
      const raw = unzip({ stream: () => poured }, 0, undefined, stored);
      range.on('error', error => raw.destroy(error));
      // unzipper also emits errors after the stream has been destroyed.
      return raw.on('error', () => {});
    },
    headerLength: () => headerLength,
    readHeader: entry => readHeaderOf(entry, openRange),
    releaseEntry() {
      for (const range of open) range.destroy();
    },
  };
}

/**
 * Replaces `pipe` to release the chunks that unzipper's PullStream has copied. The garbage collector would free them
 * too late.
 *
 * @template {Writable} To
 * @param {Readable} range
 * @param {To} pullStream
 * @returns {To}
 */
function pour(range, pullStream) {
  range.on('data', chunk => {
    if (!pullStream.write(chunk, () => releaseChunk(markWhole(chunk)))) range.pause();
  });
  range.on('end', () => pullStream.end());
  return pullStream.on('drain', () => range.resume());
}

/**
 * Reads an entry from a later position, without unzipper, which can only begin at a local header.
 *
 * @param {Entry} entry
 * @param {number} position Counts the entry's compressed bytes.
 * @param {ReadRange} openRange
 * @param {(length: number) => void} setLength
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* restOf(entry, position, openRange, setLength) {
  // Opened only now: a range may fail at once, and nothing would listen for its error earlier.
  const length = await readHeaderOf(entry, openRange);
  setLength(length);
  const dataStart = entry.start + length;
  yield* openRange(dataStart + position, dataStart + entry.compressedBytes);
}

/**
 * @param {Entry} entry
 * @param {ReadRange} openRange
 */
function readHeaderOf(entry, openRange) {
  const { start, end } = entry;
  return readHeader(openRange(start, Math.min(end, start + longestHeaderOf(entry) + DESCRIPTOR_BYTES)), entry);
}

/**
 * @param {Entry} entry
 * @returns {number} The most that its local header can take, in bytes.
 */
function longestHeaderOf({ nameBytes }) {
  return LOCAL_HEADER_BYTES + nameBytes + MAX_EXTRA_BYTES;
}

const MAX_EXTRA_BYTES = 65_535;
