import { ArchiveError, SluiceError } from '../errors.js';
import { keepHeapSmall } from '../memory/small-heap.js';
import { readCentralDirectory } from './central-directory.js';
import { confirmFolders } from './confirm-folders.js';
import { EntryList } from './entry-list.js';
import { nameReader } from './entry-name.js';
import { openEntryReader } from './entry-reader.js';
import { findDirectory, innerArchive } from './find-directory.js';
import { guardEntries } from './guard.js';
import { guardGap, searchGap } from './guard-gap.js';
import { guardDirectory, guardEntryCount } from './guard-limits.js';
import { guardLocalHeaders } from './guard-local-headers.js';
import { guardOtherFormats } from './guard-other-formats.js';
import { guardOverlaps } from './guard-overlaps.js';
import { guardRivals } from './guard-rivals.js';
import { guardSecondTry } from './guard-second-try.js';
import { guardStreamed } from './guard-streamed.js';
import { DoubtfulNames, guessCharset } from './guess-charset.js';
import { DIRECTORY_HEADER_BYTES } from './locate-directory.js';
import { MacMarks, noteUnknownSizes } from './mac-marks.js';
import { MODULUS } from './modulus.js';
import { MAX_WHOLE_BYTES, readAhead, unknownEnd } from './read-ahead.js';
import { unwrapPlaces } from './unwrap-places.js';
import { wholeEntry } from './whole-entry.js';

/** @import { Readable } from 'node:stream' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Entry } from './entry.js' */
/** @import { Directory } from './find-directory.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * An open archive: its checked entries and their compressed bytes.
 *
 * @typedef {Access & { entries: EntryList, namesLike?: LikelyCharset | null }} Archive `entries`: in the directory's order, without
 *   folders. `namesLike`: the charset in which names read better that were read as code page 437.
 * @typedef {NonNullable<ReturnType<typeof guessCharset>>} LikelyCharset
 *
 * How an archive's entries are read.
 *
 * @typedef {object} Access
 * @property {(entry: Entry, position?: number) => Readable} readRaw The entry's bytes as stored in the archive, from
 *   `position`. One entry at a time.
 * @property {(entry: Entry) => boolean} isSmall Whether `readWhole` can read the entry.
 * @property {(entry: Entry) => Promise<Buffer>} readWhole The same bytes in one piece. They stay valid until the next read.
 * @property {() => void} releaseEntry Closes whatever is open for the entry; call it before reading the next one.
 * @property {ByteSource} content Where the entries' offsets count.
 * @property {boolean} hasLocalHeaders Whether an entry begins with a local header there, not with its bytes.
 * @property {(entry: Entry) => Promise<number>} dataStart Where the entry's bytes begin there. For an entry whose bytes are
 *   not read through `readRaw`, with the same checks.
 */

/**
 * Opens a zip archive in any source.
 *
 * @param {ByteSource} source
 * @param {Recipe['limits']} limits
 * @param {(name: string) => string} [fold] Maps names that cannot coexist in the output to the same string.
 * @param {Recipe['entryNames']} [entryNames]
 * @returns {Promise<Archive>}
 * @throws {ArchiveError | LimitError | StorageError} If the whole archive is unreadable. An entry's own fault is its
 *   `error`.
 */
export async function openArchive(source, limits, fold, entryNames) {
  return openZip(source, await findDirectory(source), {
    limits,
    ...(fold && { fold }),
    ...(entryNames && { entryNames }),
  });
}

/**
 * Opens a zip archive whose directory was found.
 *
 * @param {ByteSource} source
 * @param {Directory} found
 * @param {{ limits: Recipe['limits'], fold?: (name: string) => string, entryNames?: Recipe['entryNames'],
 *   hasPassword?: boolean }} options As for `openArchive`. `hasPassword`: whether encrypted entries can be decrypted.
 * @returns {Promise<Archive>}
 */
export async function openZip(source, found, options) {
  // Read below, and not held as long as the archive is open.
  const { bytes: _bytes, ...directory } = found;
  const { limits, fold = name => name, entryNames = null, hasPassword = false } = options;
  guardDirectory(directory, limits);
  keepHeapSmall();
  const entries = new EntryList(directory.entries, roomForNames(directory));
  const doubtful = new DoubtfulNames();
  const readName = nameReader(entryNames, name => doubtful.add(name));
  const marks = new MacMarks();
  for await (const entry of readCentralDirectory(source, found, readName, marks)) {
    entries.push(entry);
    if (entries.length > directory.entries) guardEntryCount(entries.length, limits);
  }
  await readAsMac(entries, directory, marks, source);
  const order = entries.inOrder();
  guardOverlaps(entries, order, directory);
  guardRivals(entries, order, directory);
  const before = order.length === 0 ? directory.archiveStart : entries.get(order[0]).start;
  await guardOtherFormats(before, directory, source);
  await guardLocalHeaders(entries, order, directory, source);
  const ahead = readAhead(source, directory);
  const { readRange } = ahead;
  await guardStreamed(entries, order, directory, readRange);
  await guardSecondTry(entries, order, directory, readRange);
  await confirmFolders(entries, order, readRange);
  await guardEntries(entries, limits, fold, hasPassword);
  return { entries, ...zipAccess(source, directory, ahead), namesLike: guessCharset(doubtful.names) };
}

/**
 * @param {Directory} directory
 * @returns {number} How many bytes the names of its entries have at most, unless they are very long. A list of names that grows needs three
 *   times its memory for a moment.
 */
function roomForNames({ entries, start, end }) {
  return Math.min(end - start - entries * DIRECTORY_HEADER_BYTES, entries * LONG_NAME_BYTES);
}

/**
 * Macs' own programs write numbers without what does not fit: finds out what they have left out.
 *
 * @param {EntryList} entries
 * @param {Directory} directory
 * @param {MacMarks} marks
 * @param {ByteSource} source
 */
async function readAsMac(entries, { entries: count, start, wraps }, marks, source) {
  if (wraps > 0 && !marks.isMac) throw innerArchive(wraps * MODULUS);
  if (!marks.isMac) return;
  if (wraps > 0) await unwrapPlaces(entries, start, source);
  noteUnknownSizes(entries, wraps > 0 || entries.length !== count);
}

/**
 * Reads the entries of a zip archive that were listed and checked before.
 *
 * @param {ByteSource} source
 * @param {Pick<Directory, 'start' | 'tail'>} [directory] Without it, nothing is known of what is behind the entries.
 * @param {ReturnType<typeof readAhead>} [ahead]
 * @returns {Access}
 */
export function zipAccess(source, directory = unknownEnd(source), ahead = readAhead(source, directory)) {
  const { readRange, readView } = ahead;
  const reader = openEntryReader(readRange);
  return {
    readRaw: (entry, position) => guardGap(entry, reader.read(entry, position), reader, directory, source),
    isSmall: ({ start, end }) => end - start <= MAX_WHOLE_BYTES,
    readWhole: async entry => wholeEntry(await readView(entry.start, entry.end), entry, directory),
    releaseEntry: reader.releaseEntry,
    content: source,
    hasLocalHeaders: true,
    async dataStart(entry) {
      const start = entry.start + (await reader.readHeader(entry));
      await searchGap(entry, start + entry.compressedBytes, source);
      return start;
    },
  };
}

/**
 * Translates unzipper's own error.
 *
 * @param {unknown} error
 * @returns {unknown}
 */
export function toArchiveError(error) {
  if (error instanceof SluiceError || !(error instanceof Error) || error.message !== 'FILE_ENDED') return error;
  return new ArchiveError('archive/truncated', 'the archive ends in the middle of what its directory lists');
}

const LONG_NAME_BYTES = 64;
