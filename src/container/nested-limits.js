import { RATIO_FLOOR_BYTES } from '../archive/guard-limits.js';
import { LimitError } from '../errors.js';
import { quoteName } from '../printable.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { EntryList } from '../archive/entry-list.js' */
/** @import { Recipe } from '../recipe/recipe.js' */

/**
 * @typedef {object} NestedCounts Plain data.
 * @property {number} compressedBytes Of the outermost archive's entries.
 * @property {number} bytes What all inflate to.
 * @property {number} root The index of the outermost archive's entry that the next archives are in.
 * @property {number} rootBytes What that and all in it inflate to.
 */

/**
 * The recipe's limits on bytes, over an archive and all archives within it: how many bytes their entries inflate to, and the archives
 * themselves, and how many that is for each byte in the outermost archive.
 */
export class NestedLimits {
  #limits;
  #counts;
  /** What the root has in the outermost archive. */
  #rootCompressedBytes = 0;

  /**
   * @param {Recipe['limits']} limits
   * @param {EntryList} entries Of the outermost archive.
   * @param {NestedCounts} [counts]
   */
  constructor(limits, entries, counts) {
    this.#limits = limits;
    this.#counts = counts ? { ...counts } : countsOf(entries);
  }

  /** @returns {NestedCounts} */
  get counts() {
    return this.#counts;
  }

  /**
   * @param {number} root
   * @param {Pick<Entry, 'bytes' | 'compressedBytes'>} entry
   */
  begin(root, { bytes, compressedBytes }) {
    this.#rootCompressedBytes = compressedBytes;
    if (root !== this.#counts.root) this.#counts = { ...this.#counts, root, rootBytes: bytes };
  }

  /** How many more bytes may be inflated. */
  get room() {
    const { compressedBytes, bytes, rootBytes } = this.#counts;
    return Math.min(this.#allowed(this.#rootCompressedBytes) - rootBytes, this.#allowed(compressedBytes) - bytes);
  }

  /**
   * Counts what a gzip file inflates to, even if it is refused then: it took the same time.
   *
   * @param {string} name The archive's.
   * @param {number} bytes
   * @throws {LimitError} `limit/bytes`
   */
  spend(name, bytes) {
    const { maxTotalBytes } = this.#limits;
    const total = this.#counts.bytes + bytes;
    if (total > maxTotalBytes) {
      throw new LimitError(
        'limit/bytes',
        `the archive's entries and those of the archives in it have ${total} bytes together, up to archive ${quoteName(name)} ` +
          `(limits.maxTotalBytes: ${maxTotalBytes})`,
      );
    }
    this.#counts = { ...this.#counts, bytes: total, rootBytes: this.#counts.rootBytes + bytes };
  }

  /** @param {number} compressedBytes */
  #allowed(compressedBytes) {
    return Math.max(RATIO_FLOOR_BYTES, this.#limits.maxRatio * compressedBytes);
  }

  /**
   * Counts the entries of an archive.
   *
   * @param {string} name The archive's.
   * @param {number} bytes What its entries inflate to, unless that was spent; less the archive's own bytes, if these are not inflated.
   * @throws {LimitError} `limit/ratio`, if this archive is to be refused; `limit/bytes`, if all are.
   */
  add(name, bytes) {
    const { maxRatio } = this.#limits;
    if (bytes > this.room) {
      throw new LimitError(
        'limit/ratio',
        `its entries have ${bytes} bytes, more than the outermost archive's size allows for all archives in it ` +
          `(${Math.max(0, this.room)} bytes are left of limits.maxRatio: ${maxRatio})`,
      );
    }
    this.spend(name, bytes);
  }
}

/**
 * @param {EntryList} entries
 * @returns {NestedCounts}
 */
function countsOf(entries) {
  const counts = { compressedBytes: 0, bytes: 0, root: -1, rootBytes: 0 };
  for (const { error, bytes, compressedBytes } of entries) {
    if (error !== null) continue;
    counts.bytes += bytes;
    counts.compressedBytes += compressedBytes;
  }
  return counts;
}
