import { ArchiveError, LimitError } from '../errors.js';
import { quoteName } from '../printable.js';
import { DEFLATED, STORED } from './entry.js';
import { guardName } from './entry-name.js';
import { guardNames } from './guard-names.js';

/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Directory } from './end-record.js' */
/** @import { Entry } from './entry.js' */
/** @import { EntryList } from './entry-list.js' */

/**
 * The names are held in memory, and a directory may be far longer than its entries need.
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
 * @param {EntryList} entries With folders, which are taken out. Their `error` is filled in.
 * @param {Recipe['limits']} limits
 * @param {(name: string) => string} fold What is the same for two names that cannot both be there.
 * @throws {ArchiveError | LimitError} `archive/duplicate-name`, `limit/bytes`
 */
export function guardEntries(entries, limits, fold) {
  entries.removeFolders();
  for (const [index, entry] of entries.entries()) entries.setError(index, refusal(entry, limits, fold));
  guardNames(entries, fold);
  guardTotals(entries, limits);
}

/**
 * @param {Entry} entry
 * @param {Recipe['limits']} limits
 * @param {(name: string) => string} fold
 * @returns {ArchiveError | LimitError | null}
 */
function refusal(entry, { maxTotalBytes, maxRatio }, fold) {
  const { name, isEncrypted, method, unixMode, bytes, compressedBytes } = entry;
  if (entry.error !== null) return entry.error;
  try {
    guardName(name);
  } catch (error) {
    return /** @type {ArchiveError} */ (error);
  }
  const parts = fold(name).split('/');
  if (RESERVED_NAMES.some(reserved => parts.includes(fold(reserved)))) {
    return new ArchiveError(
      'archive/reserved-name',
      `entry ${quoteName(name)} has a name that is the manifest's or the checkpoint's; rename it`,
    );
  }
  if (isEncrypted) {
    return new ArchiveError('archive/encrypted', `entry ${quoteName(name)} is encrypted; send it without a password`);
  }
  if (method !== STORED && method !== DEFLATED) {
    const known = METHODS.get(method) ?? 'unknown';
    return new ArchiveError(
      'archive/unsupported-method',
      `entry ${quoteName(name)} is compressed by method ${method} (${known}); supported are 0 (stored) and 8 (deflate)`,
    );
  }
  const type = unixMode & UNIX_TYPE;
  if (!READABLE_TYPES.includes(type)) {
    const kind = type === UNIX_SYMLINK ? 'a symbolic link' : `a special file (mode 0${unixMode.toString(8)})`;
    return new ArchiveError('archive/special-file', `entry ${quoteName(name)} is ${kind}, not a regular file`);
  }
  if (method === STORED && bytes !== compressedBytes) {
    return new ArchiveError(
      'archive/size-mismatch',
      `entry ${quoteName(name)} is stored, but its sizes differ: ${bytes} and ${compressedBytes} bytes`,
    );
  }
  if (bytes > maxTotalBytes) {
    return new LimitError(
      'limit/bytes',
      `entry ${quoteName(name)} has ${bytes} bytes (limits.maxTotalBytes: ${maxTotalBytes})`,
    );
  }
  if (bytes > maxRatio * compressedBytes) {
    return new LimitError(
      'limit/ratio',
      `entry ${quoteName(name)} inflates from ${compressedBytes} to ${bytes} bytes (limits.maxRatio: ${maxRatio})`,
    );
  }
  return null;
}

/**
 * @param {EntryList} files
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

/** Names that no entry may have, nor a folder that an entry is in. */
export const MANIFEST_NAME = '_manifest.json';
export const CHECKPOINT_NAME = '_checkpoint';
const RESERVED_NAMES = [MANIFEST_NAME, CHECKPOINT_NAME];

const UNIX_TYPE = 0o170000;
const UNIX_SYMLINK = 0o120000;
// None, a regular file, and a pipe: what Info-ZIP read from its standard input is of that type.
const READABLE_TYPES = [0, 0o100000, 0o010000];

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
