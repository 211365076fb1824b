import { ArchiveError, LimitError } from '../errors.js';
import { printable } from '../printable.js';
import { badDirectory } from './end-record.js';
import { guardName } from './entry-name.js';

/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Directory } from './end-record.js' */
/** @import { Entry } from './entry.js' */

/**
 * The whole directory is held in memory, with names, extra fields and comments of any length.
 *
 * @param {Directory} directory
 * @param {Recipe['limits']} limits
 * @throws {LimitError} `limit/entries`
 */
export function guardDirectory({ entries, start, end }, { maxEntries }) {
  if (entries > maxEntries) {
    throw new LimitError('limit/entries', `the archive has ${entries} entries (limits.maxEntries: ${maxEntries})`);
  }
  const maxBytes = Math.max(LEAST_DIRECTORY_BYTES, maxEntries * ENTRY_BYTES);
  if (end - start > maxBytes) {
    throw new LimitError(
      'limit/entries',
      `the central directory has ${end - start} bytes (limit: ${maxBytes}, for limits.maxEntries: ${maxEntries})`,
    );
  }
}

/**
 * Judges the entries before a byte is inflated. What is wrong with one of them is put into its `error`; what makes the
 * directory as a whole untrustworthy is thrown.
 *
 * @param {Entry[]} entries With folders. Their `end` and `error` are filled in.
 * @param {number} directoryStart
 * @param {Recipe['limits']} limits
 * @throws {ArchiveError | LimitError} `archive/bad-directory`, `archive/overlapping-entries`, `archive/duplicate-name`,
 *   `limit/bytes`
 */
export function guardEntries(entries, directoryStart, limits) {
  guardPlaces(entries, directoryStart);
  const files = entries.filter(entry => !entry.isFolder);
  for (const entry of files) entry.error = refusal(entry, limits);
  guardNames(files);
  guardTotals(files, limits);
}

/**
 * @param {Entry[]} entries
 * @param {number} directoryStart
 */
function guardPlaces(entries, directoryStart) {
  for (const entry of entries) {
    const { start, bytes, compressedBytes } = entry;
    if (![start, bytes, compressedBytes].every(value => Number.isSafeInteger(value) && value >= 0)) {
      throw badDirectory(`entry ${named(entry)} has a zip64 size or offset that is missing or too large`);
    }
  }
  const byStart = entries.toSorted((a, b) => a.start - b.start);
  for (let index = 0; index < byStart.length; index++) {
    const entry = byStart[index];
    const next = byStart[index + 1];
    entry.end = next ? next.start : directoryStart;
    const leastEnd = entry.start + LOCAL_HEADER_BYTES + entry.compressedBytes;
    if (leastEnd <= entry.end) continue;
    if (leastEnd > directoryStart) {
      throw badDirectory(
        `entry ${named(entry)} would reach to byte ${leastEnd}, past the directory at ${directoryStart}`,
      );
    }
    throw new ArchiveError(
      'archive/overlapping-entries',
      `entries ${named(entry)} and ${named(next)} share bytes of the archive, as no honest archive's do`,
    );
  }
}

/**
 * Two files of one name, or a file where another one needs a folder.
 *
 * @param {Entry[]} files
 */
function guardNames(files) {
  const names = new Set();
  for (const { name } of files) {
    if (names.has(name)) throw new ArchiveError('archive/duplicate-name', `two entries are named ${quoted(name)}`);
    names.add(name);
  }
  for (const { name, error } of files) {
    // It goes nowhere; and if it is very long, all its beginnings take very long to look up.
    if (error?.code === 'archive/unsafe-name') continue;
    for (let slash = name.indexOf('/'); slash !== -1; slash = name.indexOf('/', slash + 1)) {
      if (!names.has(name.slice(0, slash))) continue;
      throw new ArchiveError(
        'archive/duplicate-name',
        `entry ${quoted(name)} is in a folder that has the name of the file ${quoted(name.slice(0, slash))}`,
      );
    }
  }
}

/**
 * @param {Entry} entry
 * @param {Recipe['limits']} limits
 * @returns {ArchiveError | LimitError | null}
 */
function refusal(entry, { maxTotalBytes, maxRatio }) {
  const { name, isEncrypted, method, unixMode, bytes, compressedBytes } = entry;
  try {
    guardName(name);
  } catch (error) {
    return /** @type {ArchiveError} */ (error);
  }
  if (name.split('/').includes(MANIFEST_NAME)) {
    return new ArchiveError('archive/reserved-name', `entry ${quoted(name)} has the name of the manifest; rename it`);
  }
  if (isEncrypted) {
    return new ArchiveError('archive/encrypted', `entry ${quoted(name)} is encrypted; send it without a password`);
  }
  if (method !== STORED && method !== DEFLATED) {
    const known = METHODS.get(method) ?? 'unknown';
    return new ArchiveError(
      'archive/unsupported-method',
      `entry ${quoted(name)} is compressed by method ${method} (${known}); supported are 0 (stored) and 8 (deflate)`,
    );
  }
  const type = unixMode & UNIX_TYPE;
  if (!READABLE_TYPES.includes(type)) {
    const kind = type === UNIX_SYMLINK ? 'a symbolic link' : `a special file (mode 0${unixMode.toString(8)})`;
    return new ArchiveError('archive/special-file', `entry ${quoted(name)} is ${kind}, not a regular file`);
  }
  if (method === STORED && bytes !== compressedBytes) {
    return new ArchiveError(
      'archive/size-mismatch',
      `entry ${quoted(name)} is stored, but its sizes differ: ${bytes} and ${compressedBytes} bytes`,
    );
  }
  if (bytes > maxTotalBytes) {
    return new LimitError(
      'limit/bytes',
      `entry ${quoted(name)} has ${bytes} bytes (limits.maxTotalBytes: ${maxTotalBytes})`,
    );
  }
  if (bytes > maxRatio * compressedBytes) {
    return new LimitError(
      'limit/ratio',
      `entry ${quoted(name)} inflates from ${compressedBytes} to ${bytes} bytes (limits.maxRatio: ${maxRatio})`,
    );
  }
  return null;
}

/**
 * @param {Entry[]} files
 * @param {Recipe['limits']} limits
 */
function guardTotals(files, { maxTotalBytes }) {
  let bytes = 0;
  for (const entry of files) {
    if (entry.error === null) bytes += entry.bytes;
  }
  if (bytes > maxTotalBytes) {
    throw new LimitError(
      'limit/bytes',
      `the archive's entries have ${bytes} bytes together (limits.maxTotalBytes: ${maxTotalBytes})`,
    );
  }
}

/** @param {Entry} entry */
function named({ name }) {
  return quoted(name);
}

/** @param {string} name */
function quoted(name) {
  return `"${printable(name.slice(0, SHOWN_LENGTH))}"`;
}

/** The manifest's name, which no entry may have, nor a folder that an entry is in. */
export const MANIFEST_NAME = '_manifest.json';

const LOCAL_HEADER_BYTES = 30;
const SHOWN_LENGTH = 200;
const UNIX_TYPE = 0o170000;
const UNIX_SYMLINK = 0o120000;
// None, a regular file, and a pipe: what Info-ZIP read from its standard input is of that type.
const READABLE_TYPES = [0, 0o100000, 0o010000];

/** APPNOTE 4.4.5: the entry's bytes as they are. */
export const STORED = 0;
/** APPNOTE 4.4.5: RFC 1951. */
export const DEFLATED = 8;

const METHODS = new Map([
  [1, 'shrink'],
  [6, 'implode'],
  [9, 'deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'zstandard'],
  [95, 'xz'],
  [98, 'PPMd'],
  [99, 'AES encryption'],
]);

// On average: a header with the longest name that is taken, and as much for an extra field and a comment.
const ENTRY_BYTES = 2048;
const LEAST_DIRECTORY_BYTES = 1024 * 1024;
