import { Readable } from 'node:stream';
import unzipper from 'unzipper';
import { releaseWhole } from '../memory/chunk-memory.js';
import { promptReadable } from '../streams/prompt-readable.js';
import { checkLocalHeader, DESCRIPTOR_BYTES, LOCAL_HEADER_BYTES, localHeaderLength } from './local-header.js';
import { DIRECTORY_HEADER_SIGNATURE } from './locate-directory.js';

/** @import { Writable } from 'node:stream' */
/** @import { Entry } from './entry.js' */
/** @import { ReadRange } from './read-ahead.js' */

/**
 * Streams the entries' raw bytes through unzipper, one at a time.
 *
 * @typedef {object} EntryReader
 * @property {(entry: Entry, position?: number) => Readable} read The entry's bytes from `position` on. Fails with what the
 *   range fails with, with an ArchiveError for a local header that disagrees with the directory, and with unzipper's own
 *   `FILE_ENDED`.
 * @property {() => number} headerLength How long the local header of the entry is that was read last; call it when its
 *   bytes are there.
 * @property {() => void} release Lets go of all that was opened for the entry; call it before the next one.
 */

/**
 * unzipper's directory reader holds every entry, and believes what it reads. So it is shown a directory with one entry
 * that is nothing, and that entry is told, each time it is read, how long it is.
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
      // The local header decides, for unzipper, where the directory says that there is nothing.
      if (compressedBytes === 0) return nothingBehindHeader(range, entry, setLength);

      entryRange = Object.assign(range, { pipe: (/** @type {Writable} */ to) => pour(range, to) });
      Object.assign(file, { compressedSize: compressedBytes, uncompressedSize: compressedBytes });
      onHeader(range, entry, (error, length) => (error ? raw.destroy(error) : setLength(length)));
      // unzipper takes the entry for a stored one: it inflates in small chunks, and by any method.
      const raw = file.stream();
      range.on('error', error => raw.destroy(error));
      // unzipper emits errors also after the stream is done with.
      return raw.on('error', () => {});
    },
    headerLength: () => headerLength,
    release() {
      for (const range of open) range.destroy();
    },
  };
}

/**
 * What `pipe` does, and gives back what the PullStream is done with: it copies what it is given, and the collector would
 * come late for that.
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
 * Judges the local header as it streams by, before unzipper sees it.
 *
 * @param {Readable} range
 * @param {Entry} entry
 * @param {(error: Error | null, length: number) => void} done
 */
function onHeader(range, entry, done) {
  let head = Buffer.alloc(0);
  /** @param {Buffer} chunk */
  const judge = chunk => {
    head = Buffer.concat([head, chunk]);
    try {
      if (checkLocalHeader(head, entry) > head.length) return;
      settle(null, localHeaderLength(head));
    } catch (error) {
      settle(/** @type {Error} */ (error));
    }
  };
  const end = () => settle(new Error('FILE_ENDED'));
  /**
   * @param {Error | null} error
   * @param {number} [length]
   */
  const settle = (error, length = 0) => {
    range.off('data', judge).off('end', end);
    done(error, length);
  };
  range.on('data', judge).on('end', end);
}

/**
 * An entry's bytes from somewhere behind its local header on: unzipper can only begin at that.
 *
 * @param {Readable} head Where the local header is in.
 * @param {Entry} entry
 * @param {number} position In the entry's compressed bytes.
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

/**
 * @param {Readable} range
 * @param {Entry} entry
 * @returns {Promise<number>} How long the local header is.
 */
async function readHeader(range, entry) {
  let head = Buffer.alloc(0);
  for await (const chunk of range) {
    head = Buffer.concat([head, chunk]);
    if (checkLocalHeader(head, entry) <= head.length) return localHeaderLength(head);
  }
  throw new Error('FILE_ENDED');
}

/**
 * @param {Readable} range
 * @param {Entry} entry
 * @param {(length: number) => void} setLength
 * @returns {Readable} Ends when the header was judged.
 */
function nothingBehindHeader(range, entry, setLength) {
  const nothing = new Readable({ read() {} });
  onHeader(range, entry, (error, length) => {
    if (error) return nothing.destroy(error);
    setLength(length);
    nothing.push(null);
  });
  range.on('error', error => nothing.destroy(error));
  return nothing;
}

/** A directory with one entry, and its end record. */
const STAND_IN = Buffer.alloc(46 + 22);
STAND_IN.writeUInt32LE(DIRECTORY_HEADER_SIGNATURE, 0);
STAND_IN.writeUInt32LE(0x06054b50, 46);
STAND_IN.writeUInt16LE(1, 46 + 8);
STAND_IN.writeUInt16LE(1, 46 + 10);

const MAX_EXTRA_BYTES = 65_535;
