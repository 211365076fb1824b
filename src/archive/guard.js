import { ArchiveError, LimitError } from '../errors.js';
import { quoteName } from '../printable.js';
import { DEFLATED, STORED, UNIX_FOLDER, UNIX_SYMLINK, UNIX_TYPE } from './entry.js';
import { guardName } from './entry-name.js';
import { guardFolders, guardNames } from './guard-names.js';

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
  guardFolders(entries, fold);
  entries.removeFolders();
  for (const [index, entry] of entries.entries()) entries.setError(index, refusal(entry, limits, fold));
  guardNames(entries, fold);
  guardTotalRatio(entries, limits);
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
    return new ArchiveError('archive/special-file', `entry ${quoteName(name)} is ${kindOf(entry)}, not a regular file`);
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
  return bytes > RATIO_FLOOR_BYTES && isBeyondRatio(entry, maxRatio) ? beyondRatio(entry, maxRatio) : null;
}

/** @param {Entry} entry */
function kindOf({ unixMode, bytes }) {
  const mode = `mode 0${unixMode.toString(8)}`;
  if ((unixMode & UNIX_TYPE) === UNIX_SYMLINK) return 'a symbolic link';
  return (unixMode & UNIX_TYPE) === UNIX_FOLDER ? `a folder with ${bytes} bytes (${mode})` : `a special file (${mode})`;
}

/**
 * Refuses the small entries beyond the ratio too, where the whole archive is beyond it: very many of them are a bomb.
 *
 * @param {EntryList} files
 * @param {Recipe['limits']} limits
 */
function guardTotalRatio(files, { maxRatio }) {
  const total = { bytes: 0, compressedBytes: 0 };
  for (const { error, bytes, compressedBytes } of files) {
    if (error !== null) continue;
    total.bytes += bytes;
    total.compressedBytes += compressedBytes;
  }
  if (total.bytes <= RATIO_FLOOR_BYTES || !isBeyondRatio(total, maxRatio)) return;
  for (const [index, entry] of files.entries()) {
    if (entry.error === null && isBeyondRatio(entry, maxRatio))
      files.setError(index, beyondRatio(entry, maxRatio, total));
  }
}

/**
 * @param {{ bytes: number, compressedBytes: number }} entry Or the whole archive.
 * @param {number} maxRatio
 */
function isBeyondRatio({ bytes, compressedBytes }, maxRatio) {
  return bytes > maxRatio * compressedBytes;
}

/**
 * @param {Entry} entry
 * @param {number} maxRatio
 * @param {{ bytes: number, compressedBytes: number }} [total] The archive's, where that is why.
 */
function beyondRatio({ name, bytes, compressedBytes }, maxRatio, total) {
  const archive = total && `, and the archive's entries from ${total.compressedBytes} to ${total.bytes}`;
  return new LimitError(
    'limit/ratio',
    `entry ${quoteName(name)} inflates from ${compressedBytes} to ${bytes} bytes${archive ?? ''} (limits.maxRatio: ${maxRatio})`,
  );
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

/**
 * An entry, or an archive, that inflates to no more does no harm at any ratio: it takes a fraction of a second, and
 * memory is constant.
 */
export const RATIO_FLOOR_BYTES = 16 * 1024 * 1024;

// None, a regular file, and a pipe: what Info-ZIP read from its standard input is of that type.
const READABLE_TYPES = [0, 0o100000, 0o010000];

/** APPNOTE 4.4.5, the whole list. */
const METHODS = new Map([
  [1, 'shrink'],
  [2, 'reduce with factor 1'],
  [3, 'reduce with factor 2'],
  [4, 'reduce with factor 3'],
  [5, 'reduce with factor 4'],
  [6, 'implode'],
  [7, 'reserved for tokenizing'],
  [9, 'deflate64'],
  [10, 'PKWARE DCL implode, or old IBM TERSE'],
  [11, 'reserved by PKWARE'],
  [12, 'bzip2'],
  [13, 'reserved by PKWARE'],
  [14, 'LZMA'],
  [15, 'reserved by PKWARE'],
  [16, 'IBM z/OS CMPSC'],
  [17, 'reserved by PKWARE'],
  [18, 'IBM TERSE'],
  [19, 'IBM LZ77'],
  [20, 'zstandard by its old number'],
  [93, 'zstandard'],
  [94, 'MP3'],
  [95, 'xz'],
  [96, 'JPEG variant'],
  [97, 'WavPack'],
  [98, 'PPMd'],
  [99, 'AES encryption'],
]);

// On average: a header with the longest name that is taken, and as much for an extra field and a comment.
const ENTRY_BYTES = 2048;
const LEAST_DIRECTORY_BYTES = 1024 * 1024;
