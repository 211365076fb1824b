import { Readable } from 'node:stream';
import unzipper from 'unzipper';
import { releaseWhole } from '../memory/chunk-memory.js';
import { promptReadable } from '../streams/prompt-readable.js';
import { checkHeaderInPassing, nothingBehindHeader, readHeader } from './check-header.js';
import { DESCRIPTOR_BYTES, LOCAL_HEADER_BYTES } from './local-header.js';
import { DIRECTORY_HEADER_BYTES } from './locate-directory.js';
import { DIRECTORY_HEADER_SIGNATURE, END_RECORD_SIGNATURE } from './signatures.js';

/** @import { Writable } from 'node:stream' */
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
 * @property {() => void} releaseEntry Closes whatever is open for the entry; call it before reading the next one.
 */

/**
 * unzipper's directory reader holds every entry in memory and trusts what it reads. So it gets a stand-in directory
 * with one empty entry, which is given our entry's length for each read.
 *
 * @param {ReadRange} readRange
 * @returns {Promise<EntryReader>}
 */
export async function openEntryReader(readRange) {
  /** @type {Set<Readable>} */
  const open = new Set();
  /** @type {Readable | null} */
  let entryRange = null;
  let headerLength = 0;
  const setLength = (/** @type {number} */ length) => {
    headerLength = length;
  };
  const { files } = await unzipper.Open.custom({
    size: async () => STAND_IN.length,
    stream: offset => entryRange ?? Readable.from([STAND_IN.subarray(offset)]),
  });
  const [file] = files;

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
      const { start, end, nameBytes, compressedBytes } = entry;
      const longestHeader = LOCAL_HEADER_BYTES + nameBytes + MAX_EXTRA_BYTES;
      if (position > 0) {
        const head = openRange(start, Math.min(end, start + longestHeader + DESCRIPTOR_BYTES));
        return promptReadable(() => restOf(head, entry, position, openRange, setLength));
      }
      const range = openRange(start, Math.min(end, start + longestHeader + compressedBytes + DESCRIPTOR_BYTES));
      // If the directory says that there are no bytes, unzipper believes the local header instead.
      if (compressedBytes === 0) return nothingBehindHeader(range, entry, setLength);

      entryRange = Object.assign(range, { pipe: (/** @type {Writable} */ to) => pour(range, to) });
      Object.assign(file, { compressedSize: compressedBytes, uncompressedSize: compressedBytes });
      checkHeaderInPassing(range, entry, (error, length) => (error ? raw.destroy(error) : setLength(length)));
      // unzipper gets every entry as stored. Otherwise it would inflate by itself, in small chunks.
      const raw = file.stream();
      range.on('error', error => raw.destroy(error));
      // unzipper also emits errors after the stream has been destroyed.
      return raw.on('error', () => {});
    },
    headerLength: () => headerLength,
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
    if (!pullStream.write(chunk, () => releaseWhole(chunk))) range.pause();
  });
  range.on('end', () => pullStream.end());
  return pullStream.on('drain', () => range.resume());
}

/**
 * Reads an entry from a later position, without unzipper, which can only begin at a local header.
 *
 * @param {Readable} head Begins with the local header.
 * @param {Entry} entry
 * @param {number} position Counts the entry's compressed bytes.
 * @param {ReadRange} openRange
 * @param {(length: number) => void} setLength
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* restOf(head, entry, position, openRange, setLength) {
  const length = await readHeader(head, entry);
  setLength(length);
  const dataStart = entry.start + length;
  yield* openRange(dataStart + position, dataStart + entry.compressedBytes);
}

/** A directory with one entry, and its end record. */
const STAND_IN = Buffer.alloc(DIRECTORY_HEADER_BYTES + 22);
STAND_IN.writeUInt32LE(DIRECTORY_HEADER_SIGNATURE, 0);
STAND_IN.writeUInt32LE(END_RECORD_SIGNATURE, DIRECTORY_HEADER_BYTES);
// 8 - entries in the central directory on this disk
STAND_IN.writeUInt16LE(1, DIRECTORY_HEADER_BYTES + 8);
// 10 - entries in the central directory
STAND_IN.writeUInt16LE(1, DIRECTORY_HEADER_BYTES + 10);

const MAX_EXTRA_BYTES = 65_535;
