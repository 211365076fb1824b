import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { DEFLATED, STORED } from './entry.js';
import { UNIX_FOLDER, UNIX_SYMLINK, UNIX_TYPE } from './entry-kind.js';
import { guardName } from './entry-name.js';
import { beyondLimits, guardTotalBytes, guardTotalRatio } from './guard-limits.js';
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
 * @throws {ArchiveError | LimitError} `archive/duplicate-name`, `limit/bytes`
 */
export function guardEntries(entries, limits, fold) {
  guardFolders(entries, fold);
  entries.removeFolders();
  for (const [index, entry] of entries.entries()) entries.setError(index, refusal(entry, limits, fold));
  guardNames(entries, fold);
  guardTotalRatio(entries, limits);
  guardTotalBytes(entries, limits);
}

/**
 * @param {Entry} entry
 * @param {Recipe['limits']} limits
 * @param {(name: string) => string} fold
 * @returns {ArchiveError | LimitError | null}
 */
function refusal(entry, limits, fold) {
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
    return new ArchiveError(
      'archive/unsupported-method',
      `entry ${quoteName(name)} is compressed by method ${method} (${methodName(method)}); supported are 0 (stored) and 8 (deflate)`,
    );
  }
  if (!READABLE_TYPES.includes(unixMode & UNIX_TYPE)) {
    return new ArchiveError('archive/special-file', `entry ${quoteName(name)} is ${kindOf(entry)}, not a regular file`);
  }
  if (method === STORED && bytes !== compressedBytes) {
    return new ArchiveError(
      'archive/size-mismatch',
      `entry ${quoteName(name)} is stored, but its sizes differ: ${bytes} and ${compressedBytes} bytes`,
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

/** Names that no entry, and no folder of an entry, may have. */
export const MANIFEST_NAME = '_manifest.json';
export const CHECKPOINT_NAME = '_checkpoint';
const RESERVED_NAMES = [MANIFEST_NAME, CHECKPOINT_NAME];

/** No type, a regular file, and a pipe, which is the type that Info-ZIP gives to its standard input. */
const READABLE_TYPES = [0, 0o100000, 0o010000];
