import { LimitError } from '../errors.js';
import { quoteName } from '../printable.js';

/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Entry } from './entry.js' */
/** @import { EntryList } from './entry-list.js' */
/** @import { Directory } from './find-directory.js' */

/**
 * Limits the directory before it is read: its names are held in memory, and it may be far longer than its entries need.
 *
 * @param {Directory} directory
 * @param {Recipe['limits']} limits
 * @throws {LimitError} `limit/entries`
 */
export function guardDirectory({ entries, start, end }, limits) {
  guardEntryCount(entries, limits);
  guardMetadataBytes('the central directory has', end - start, limits);
}

/**
 * Limits the names of an archive that has no directory, while its entries are listed.
 *
 * @param {number} bytes How many bytes the names have so far.
 * @param {Recipe['limits']} limits
 * @throws {LimitError} `limit/entries`
 */
export function guardNameBytes(bytes, limits) {
  guardMetadataBytes("the names of the archive's entries have", bytes, limits);
}

/**
 * @param {string} subject
 * @param {number} bytes
 * @param {Recipe['limits']} limits
 */
function guardMetadataBytes(subject, bytes, { maxEntries }) {
  const maxBytes = Math.max(LEAST_DIRECTORY_BYTES, maxEntries * ENTRY_BYTES);
  if (bytes <= maxBytes) return;
  throw new LimitError(
    'limit/entries',
    `${subject} ${bytes} bytes (limit: ${maxBytes}, for limits.maxEntries: ${maxEntries}); ` +
      howToAllow(Math.ceil(bytes / ENTRY_BYTES)),
  );
}

/**
 * @param {number} entries How many an archive has at least.
 * @param {Recipe['limits']} limits
 * @throws {LimitError} `limit/entries`
 */
export function guardEntryCount(entries, { maxEntries }) {
  if (entries <= maxEntries) return;
  throw new LimitError(
    'limit/entries',
    `the archive has at least ${entries} entries (limits.maxEntries: ${maxEntries}); ${howToAllow(entries)}`,
  );
}

/**
 * @param {number} entries How many there are at least; where they are still being listed, there may be many more.
 * @returns {string} What to do about it.
 */
export function howToAllow(entries) {
  if (entries > MOST_ENTRIES) return `no recipe allows more than ${MOST_ENTRIES}: split the archive`;
  const enough = 10 ** String(entries - 1).length;
  return `if so many are expected, raise the limit in the recipe: "limits": { "maxEntries": ${enough} }`;
}

/**
 * @param {Entry} entry
 * @param {Recipe['limits']} limits
 * @returns {LimitError | null} `limit/bytes`, `limit/ratio`
 */
export function beyondLimits(entry, { maxTotalBytes, maxRatio }) {
  if (entry.bytes > maxTotalBytes) {
    return new LimitError(
      'limit/bytes',
      `entry ${quoteName(entry.name)} has ${entry.bytes} bytes (limits.maxTotalBytes: ${maxTotalBytes})`,
    );
  }
  return entry.bytes > RATIO_FLOOR_BYTES && isBeyondRatio(entry, maxRatio) ? beyondRatio(entry, maxRatio) : null;
}

/**
 * If the archive as a whole exceeds the ratio, refuses its small entries that exceed it too: very many of them are a
 * bomb.
 *
 * @param {EntryList} files The refused ones get the error `limit/ratio`.
 * @param {Recipe['limits']} limits
 */
export function guardTotalRatio(files, { maxRatio }) {
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
 * @param {EntryList} files
 * @param {Recipe['limits']} limits
 * @throws {LimitError} `limit/bytes`
 */
export function guardTotalBytes(files, { maxTotalBytes }) {
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
 * @param {{ bytes: number, compressedBytes: number }} [total] The archive's, if its ratio is the reason.
 */
function beyondRatio({ name, bytes, compressedBytes }, maxRatio, total) {
  const archive = total && `, and the archive's entries from ${total.compressedBytes} to ${total.bytes}`;
  return new LimitError(
    'limit/ratio',
    `entry ${quoteName(name)} inflates from ${compressedBytes} to ${bytes} bytes${archive ?? ''} (limits.maxRatio: ${maxRatio})`,
  );
}

/**
 * Up to this size, an entry or an archive may inflate at any ratio: it takes a fraction of a second, and memory is
 * constant.
 */
export const RATIO_FLOOR_BYTES = 16 * 1024 * 1024;

/** The most that the recipe's schema allows. */
const MOST_ENTRIES = 1_000_000;
/** Allowed on average: a header with the longest accepted name, and the same again for extra field and comment. */
const ENTRY_BYTES = 2048;
const LEAST_DIRECTORY_BYTES = 1024 * 1024;
