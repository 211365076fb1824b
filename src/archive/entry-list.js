import { indices } from '../memory/name-index.js';
import { NameList } from '../memory/name-list.js';
import { IS_FOLDER, IS_MODULO, IS_PACKED } from './entry-flags.js';
import { EntryNumbers } from './entry-numbers.js';
import { lastUpTo } from './last-up-to.js';
import { Refusals } from './refusals.js';

/** @import { Entry } from './entry.js' */

/**
 * @typedef {object} EntryListState Plain data. The columns are bytes of the processor's own order.
 * @property {number} length
 * @property {Record<'names' | 'ends' | 'ranges' | 'checksums' | 'traits', Uint8Array>} columns
 * @property {[index: number, code: string, message: string][]} errors
 */

/**
 * Entries, stored in columns: there may be very many, and one object per entry would take four times the memory. The first ones
 * are the archive's. Those of archives within it may follow, archive by archive, numbered from 1.
 */
export class EntryList {
  /** @param {number} [capacity] It grows when needed. @param {number} [nameBytes] Room for the names. */
  constructor(capacity = LEAST_CAPACITY, nameBytes) {
    this.names = new NameList(capacity, nameBytes);
    this.numbers = new EntryNumbers(capacity);
    this.errors = new Refusals();
    /** @type {Map<string, string>} From the name that some programs see for an entry to its own name. */
    this.otherNames = new Map();
    /** Where the entries of each archive begin. */
    this.firsts = [0];
  }

  /**
   * @param {EntryListState} state
   * @returns {EntryList}
   */
  static from({ length, columns, errors }) {
    const entries = new EntryList(length, columns.names.length);
    entries.numbers.fill(columns);
    entries.names.add(length, columns);
    entries.setErrors(errors);
    return entries;
  }

  /**
   * @param {number} [first]
   * @param {number} [end]
   * @returns {EntryListState} By default, of the archive's own entries.
   */
  state(first = 0, end = this.firsts[1] ?? this.length) {
    return {
      length: end - first,
      columns: { ...this.names.columns(first, end), ...this.numbers.columns(first, end) },
      errors: Array.from(this.errors.entries())
        .filter(([index]) => index >= first && index < end)
        .map(([index, code, message]) => [index - first, code, message]),
    };
  }

  /** What is pushed from here on belongs to the next archive within this one. */
  beginArchive() {
    this.firsts.push(this.length);
  }

  /**
   * @param {number} index
   * @returns {number} The number of the archive that the entry is in: 0, unless that is within another one.
   */
  archiveOf(index) {
    return lastUpTo(this.firsts, index);
  }

  get length() {
    return this.names.length;
  }

  /** How many bytes the names have. */
  get nameBytes() {
    return this.names.startOf(this.length);
  }

  /** @param {Entry} entry */
  push(entry) {
    const index = this.length;
    this.names.push(entry.name);
    this.numbers.set(index, entry);
    this.setError(index, entry.error);
    for (const other of entry.otherNames ?? []) if (other !== entry.name) this.otherNames.set(other, entry.name);
  }

  /**
   * @param {number} index
   * @param {Entry['error']} error
   */
  setError(index, error) {
    if (error != null) this.errors.set(index, error);
  }

  /** @param {EntryListState['errors']} errors */
  setErrors(errors) {
    for (const [index, code, message] of errors) this.errors.set(index, { code, message });
  }

  /**
   * @param {number} index
   * @returns {Entry} A copy.
   */
  get(index) {
    const entry = this.numbers.get(index, this.names.get(index), this.errors.get(index));
    if (this.firsts.length > 1) entry.archive = this.archiveOf(index);
    return entry;
  }

  /** @returns {Uint32Array} The entries' indices, archive by archive, sorted by their offsets there. */
  inOrder() {
    const order = indices(this.length);
    for (const archive of this.firsts.keys()) {
      order.subarray(...this.rangeOf(archive)).sort((a, b) => this.startOf(a) - this.startOf(b));
    }
    return order;
  }

  /**
   * @param {number} archive
   * @returns {[first: number, end: number]} The indices of its entries.
   */
  rangeOf(archive) {
    return [this.firsts[archive], this.firsts[archive + 1] ?? this.length];
  }

  /** @param {number} index */
  startOf(index) {
    return this.numbers.startOf(index);
  }

  /**
   * @param {number} index
   * @param {number} end
   */
  setEnd(index, end) {
    this.numbers.setEnd(index, end);
  }

  /**
   * @param {number} index
   * @param {number} start
   * @param {number} compressedBytes
   */
  setPlace(index, start, compressedBytes) {
    this.numbers.setStart(index, start);
    this.numbers.setCompressedBytes(index, compressedBytes);
  }

  /**
   * @param {number} index
   * @param {number} bytes Inflated.
   * @param {Pick<Entry, 'isModulo' | 'isPacked'>} [traits]
   */
  setSize(index, bytes, { isModulo, isPacked } = {}) {
    this.numbers.setBytes(index, bytes);
    this.numbers.addFlags(index, (isModulo ? IS_MODULO : 0) | (isPacked ? IS_PACKED : 0));
  }

  /**
   * @param {number} index
   * @param {number} flag One of `entry-flags.js`.
   */
  hasFlag(index, flag) {
    return this.numbers.hasFlag(index, flag);
  }

  hasUnknownSizes() {
    return this.numbers.hasAny(IS_MODULO);
  }

  /**
   * Turns a folder into a file with an error.
   *
   * @param {number} index
   * @param {NonNullable<Entry['error']>} error
   */
  refuseFolder(index, error) {
    this.numbers.removeFlag(index, IS_FOLDER);
    this.setError(index, error);
  }

  /** @param {number} index */
  isFolder(index) {
    return this.numbers.hasFlag(index, IS_FOLDER);
  }

  hasFolders() {
    return this.numbers.hasAny(IS_FOLDER);
  }

  /** Removes the folders. The other entries keep their errors. */
  removeFolders() {
    const { names, numbers } = this;
    if (!this.hasFolders()) return;
    const kept = new NameList(this.length, this.nameBytes);
    const errors = new Refusals();
    for (let index = 0; index < names.length; index++) {
      if (this.isFolder(index)) continue;
      numbers.move(kept.length, index);
      const error = this.errors.get(index);
      if (error) errors.set(kept.length, error);
      kept.push(names.get(index));
    }
    this.names = kept;
    this.errors = errors;
  }

  /** @returns {Generator<[index: number, entry: Entry], void>} */
  *entries() {
    for (let index = 0; index < this.length; index++) yield [index, this.get(index)];
  }

  /** @returns {Generator<Entry, void>} */
  *values() {
    for (let index = 0; index < this.length; index++) yield this.get(index);
  }

  [Symbol.iterator]() {
    return this.values();
  }
}

const LEAST_CAPACITY = 64;
