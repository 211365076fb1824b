import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { RESERVED_NAMES } from '../reserved-names.js';
import { Turns } from '../streams/turns.js';
import { dataBytesOf, noPassword } from './encryption.js';
import { DEFLATE64, DEFLATED, STORED, ZSTD } from './entry.js';
import { notRegular, UNIX_FOLDER, UNIX_SYMLINK, UNIX_TYPE } from './entry-kind.js';
import { guardName } from './entry-name.js';
import { beyondLimits, guardTotalBytes, guardTotalRatio } from './guard-limits.js';
import { guardMeetingNames } from './guard-meeting-names.js';
import { guardFolders, guardNames } from './guard-names.js';
import { methodName } from './method-name.js';

/** @import { LimitError } from '../errors.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Entry } from './entry.js' */
/** @import { EntryList } from './entry-list.js' */

/**
 * Checks the entries before any byte is inflated. An entry's own fault becomes its `error`; a fault that makes the
 * whole directory untrustworthy is thrown.
 *
 * @param {EntryList} entries Including folders, which are removed.
 * @param {Recipe['limits']} limits
 * @param {(name: string) => string} fold Maps names that cannot coexist in the output to the same string.
 * @param {boolean} [hasPassword]
 * @throws {ArchiveError | LimitError} `archive/duplicate-name`, `limit/bytes`
 */
export async function guardEntries(entries, limits, fold, hasPassword = false) {
  const turns = new Turns();
  await guardFolders(entries, fold, turns);
  entries.removeFolders();
  for (const [index, entry] of entries.entries()) {
    await turns.before(entry.name.length);
    entries.setError(index, refusal(entry, limits, fold, hasPassword));
  }
  await guardNames(entries, fold, turns);
  await guardMeetingNames(entries, fold, turns);
  guardTotalRatio(entries, limits);
  guardTotalBytes(entries, limits);
}

/**
 * @param {Entry} entry
 * @param {Recipe['limits']} limits
 * @param {(name: string) => string} fold
 * @param {boolean} hasPassword
 * @returns {ArchiveError | LimitError | null}
 */
function refusal(entry, limits, fold, hasPassword) {
  const { name, encryption, method, unixMode, bytes, compressedBytes } = entry;
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
  if (encryption !== null && !hasPassword) return noPassword(entry);
  if (!METHODS.includes(method)) {
    return new ArchiveError(
      'archive/unsupported-method',
      `entry ${quoteName(name)} is compressed by method ${method} (${methodName(method)}); supported are 0 (stored), ` +
        '8 (deflate), 9 (deflate64) and 93 (zstandard): send it again compressed by deflate',
    );
  }
  if (!READABLE_TYPES.includes(unixMode & UNIX_TYPE)) {
    return notRegular(name, kindOf(entry));
  }
  const dataBytes = dataBytesOf(entry);
  if (dataBytes < 0) {
    return new ArchiveError(
      'archive/size-mismatch',
      `entry ${quoteName(name)} has ${compressedBytes} bytes, and its encryption alone takes ${compressedBytes - dataBytes}`,
    );
  }
  if (method === STORED && bytes !== dataBytes) {
    return new ArchiveError(
      'archive/size-mismatch',
      `entry ${quoteName(name)} is stored, but its sizes differ: ${bytes} and ${dataBytes} bytes`,
    );
  }
  return beyondLimits(entry, limits);
}

/** @param {Entry} entry */
function kindOf({ unixMode, bytes }) {
  const mode = `mode 0${unixMode.toString(8)}`;
  if ((unixMode & UNIX_TYPE) === UNIX_SYMLINK) return 'a symbolic link';
  return (unixMode & UNIX_TYPE) === UNIX_FOLDER ? `a folder with ${bytes} bytes (${mode})` : `a special file (${mode})`;
}

const METHODS = [STORED, DEFLATED, DEFLATE64, ZSTD];

/** No type, a regular file, and a pipe, which is the type that Info-ZIP gives to its standard input. */
const READABLE_TYPES = [0, 0o100000, 0o010000];
