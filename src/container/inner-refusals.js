import { guardName } from '../archive/entry-name.js';
import { isEntryPath } from '../archive/entry-path.js';
import { howToAllow } from '../archive/guard-limits.js';
import { ArchiveError, LimitError } from '../errors.js';
import { quoteName } from '../printable.js';

/** @import { Entry } from '../archive/entry.js' */

// Why an archive within another one cannot be opened, or an entry of it cannot be processed.

/**
 * @param {string} name With the names of the archives that it is in: each was accepted on its own.
 * @returns {ArchiveError | null}
 */
export function refusalOf(name) {
  try {
    guardName(name);
    if (isEntryPath(name)) return null;
    return new ArchiveError(
      'archive/reserved-name',
      `entry ${quoteName(name)} has a name that is the manifest's or the checkpoint's; rename it`,
    );
  } catch (error) {
    return /** @type {ArchiveError} */ (error);
  }
}

/**
 * @param {Entry} entry
 * @param {ArchiveError | LimitError} error
 */
export function notOpened({ name }, error) {
  const SameError = error instanceof LimitError ? LimitError : ArchiveError;
  const message = `entry ${quoteName(name)} cannot be opened as an archive: ${error.message}`;
  return new SameError(error.code, message, { cause: error });
}

export function tooDeep() {
  return new LimitError(
    'limit/depth',
    `it is in an archive in an archive in an archive (limit: ${MAX_DEPTH} within each other); copy it, and process it on its own`,
  );
}

export function notSeekable() {
  return new ArchiveError(
    'archive/unsupported-method',
    'it is compressed by zstd, which cannot be read from the middle; send it stored, or compressed by deflate',
  );
}

/**
 * @param {number} maxEntries
 * @param {Entry} entry
 */
export function tooManyEntries(maxEntries, { name }) {
  return new LimitError(
    'limit/entries',
    `the archive and those in it have more than ${maxEntries} entries together, up to archive ${quoteName(name)}, or names too long for ` +
      `so many (limits.maxEntries: ${maxEntries}); ${howToAllow(maxEntries + 1)}`,
  );
}

/** How many archives an entry may be in, besides the outermost one. */
export const MAX_DEPTH = 3;
