import { indices } from '../memory/name-index.js';
import { NameList } from '../memory/name-list.js';
import { decodeEncryption, encodeEncryption } from './encryption.js';
import { flagsOf, HAS_DESCRIPTOR, HAS_NO_CHECKSUM, IS_FOLDER, IS_MODULO, IS_PACKED } from './entry-flags.js';
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
  /** @param {number} [capacity] It grows when needed. */
  constructor(capacity = LEAST_CAPACITY) {
    this.names = new NameList(capacity);
    /** Per entry: start, end, compressed and inflated bytes. Wider once one of them exceeds 32 bits. @type {Uint32Array | Float64Array} */
    this.ranges = new Uint32Array(capacity * RANGES);
    this.checksums = new Uint32Array(capacity * 2);
    this.traits = new Uint16Array(capacity * TRAITS);
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
    const entries = new EntryList(length);
    const ranges = new Float64Array(length * RANGES);
    fill(ranges, columns.ranges);
    entries.#setRanges(0, ranges);
    fill(entries.checksums, columns.checksums);
    fill(entries.traits, columns.traits);
    const ends = new Float64Array(length);
    fill(ends, columns.ends);
    const names = Buffer.from(columns.names);
    for (const [index, end] of ends.entries()) entries.names.push(names.toString('utf8', ends[index - 1] ?? 0, end));
    entries.setErrors(errors);
    return entries;
  }

  /**
   * @param {number} [first]
   * @param {number} [end]
   * @returns {EntryListState} By default, of the archive's own entries.
   */
  state(first = 0, end = this.firsts[1] ?? this.length) {
    const { names, ranges, checksums, traits } = this;
    const start = names.startOf(first);
    const ends = Float64Array.from(names.ends.subarray(first, end), each => each - start);
    return {
      length: end - first,
      columns: {
        names: names.bytes.subarray(start, names.startOf(end)),
        ends: bytesOf(ends),
        ranges: bytesOf(Float64Array.from(ranges.subarray(first * RANGES, end * RANGES))),
        checksums: bytesOf(checksums.subarray(first * 2, end * 2)),
        traits: bytesOf(traits.subarray(first * TRAITS, end * TRAITS)),
      },
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
    const { firsts } = this;
    let [low, high] = [0, firsts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (firsts[middle] <= index) low = middle;
      else high = middle;
    }
    return low;
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
    if (index * RANGES === this.ranges.length) this.#grow();
    this.names.push(entry.name);
    const { start, end, compressedBytes, bytes, crc32, nameCrc32, nameBytes, method, unixMode } = entry;
    this.#setRanges(index * RANGES, [start, end, compressedBytes, bytes]);
    this.checksums.set([crc32 ?? 0, nameCrc32], index * 2);
    const traits = [nameBytes, method, unixMode, flagsOf(entry), encodeEncryption(entry.encryption)];
    this.traits.set(traits, index * TRAITS);
    this.setError(index, entry.error);
    for (const other of entry.otherNames ?? []) if (other !== entry.name) this.otherNames.set(other, entry.name);
  }

  #grow() {
    const capacity = this.length * 2 + LEAST_CAPACITY;
    const { ranges, checksums, traits } = this;
    this.ranges = new /** @type {any} */ (ranges.constructor)(capacity * RANGES);
    this.ranges.set(ranges);
    this.checksums = new Uint32Array(capacity * 2);
    this.checksums.set(checksums);
    this.traits = new Uint16Array(capacity * TRAITS);
    this.traits.set(traits);
  }

  /**
   * @param {number} position
   * @param {ArrayLike<number>} values
   */
  #setRanges(position, values) {
    const fit = this.ranges instanceof Float64Array || Array.prototype.every.call(values, each => each >>> 0 === each);
    if (!fit) this.ranges = Float64Array.from(this.ranges);
    this.ranges.set(values, position);
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
    const { ranges, checksums, traits } = this;
    const flags = traits[index * TRAITS + 3];
    return {
      ...(this.firsts.length > 1 && { archive: this.archiveOf(index) }),
      name: this.names.get(index),
      nameBytes: traits[index * TRAITS],
      nameCrc32: checksums[index * 2 + 1],
      isFolder: (flags & IS_FOLDER) !== 0,
      compressedBytes: ranges[index * RANGES + 2],
      bytes: ranges[index * RANGES + 3],
      crc32: flags & HAS_NO_CHECKSUM ? null : checksums[index * 2],
      method: traits[index * TRAITS + 1],
      encryption: decodeEncryption(traits[index * TRAITS + 4]),
      unixMode: traits[index * TRAITS + 2],
      start: ranges[index * RANGES],
      end: ranges[index * RANGES + 1],
      error: this.errors.get(index),
      ...(flags & IS_MODULO && { isModulo: true }),
      ...(flags & IS_PACKED && { isPacked: true }),
    };
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
    return this.ranges[index * RANGES];
  }

  /**
   * @param {number} index
   * @param {number} end
   */
  setEnd(index, end) {
    this.#setRanges(index * RANGES + 1, [end]);
  }

  /**
   * @param {number} index
   * @param {number} start
   * @param {number} compressedBytes
   */
  setPlace(index, start, compressedBytes) {
    this.#setRanges(index * RANGES, [start]);
    this.#setRanges(index * RANGES + 2, [compressedBytes]);
  }

  /**
   * @param {number} index
   * @param {number} bytes Inflated.
   * @param {Pick<Entry, 'isModulo' | 'isPacked'>} [traits]
   */
  setSize(index, bytes, { isModulo, isPacked } = {}) {
    this.#setRanges(index * RANGES + 3, [bytes]);
    this.traits[index * TRAITS + 3] |= (isModulo ? IS_MODULO : 0) | (isPacked ? IS_PACKED : 0);
  }

  /**
   * @param {number} index
   * @returns {boolean} Whether the directory says that a data descriptor follows the entry's bytes.
   */
  hasDescriptor(index) {
    return (this.traits[index * TRAITS + 3] & HAS_DESCRIPTOR) !== 0;
  }

  hasUnknownSizes() {
    return this.#hasTrait(IS_MODULO);
  }

  /**
   * Turns a folder into a file with an error.
   *
   * @param {number} index
   * @param {NonNullable<Entry['error']>} error
   */
  refuseFolder(index, error) {
    this.traits[index * TRAITS + 3] &= ~IS_FOLDER;
    this.setError(index, error);
  }

  /** @param {number} index */
  isFolder(index) {
    return (this.traits[index * TRAITS + 3] & IS_FOLDER) !== 0;
  }

  hasFolders() {
    return this.#hasTrait(IS_FOLDER);
  }

  /** @param {number} flag */
  #hasTrait(flag) {
    return this.traits.some((flags, position) => position % TRAITS === 3 && (flags & flag) !== 0);
  }

  /** Removes the folders. The other entries keep their errors. */
  removeFolders() {
    const { names, ranges, checksums, traits } = this;
    if (!this.hasFolders()) return;
    const kept = new NameList(this.length);
    const errors = new Refusals();
    for (let index = 0; index < names.length; index++) {
      if (this.isFolder(index)) continue;
      ranges.copyWithin(kept.length * RANGES, index * RANGES, (index + 1) * RANGES);
      checksums.copyWithin(kept.length * 2, index * 2, (index + 1) * 2);
      traits.copyWithin(kept.length * TRAITS, index * TRAITS, (index + 1) * TRAITS);
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

/** @param {Float64Array | Uint32Array | Uint16Array} column */
function bytesOf({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * @param {Float64Array | Uint32Array | Uint16Array} column
 * @param {Uint8Array} bytes They may begin at any address.
 */
function fill(column, bytes) {
  bytesOf(column).set(bytes);
}

const LEAST_CAPACITY = 64;
const RANGES = 4;
const TRAITS = 5;
