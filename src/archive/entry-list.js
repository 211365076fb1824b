import { indices } from '../memory/name-index.js';
import { NameList } from '../memory/name-list.js';

/** @import { Entry } from './entry.js' */

/** Entries, stored in columns: there may be very many, and one object per entry would take four times the memory. */
export class EntryList {
  /** @param {number} capacity */
  constructor(capacity) {
    this.names = new NameList(capacity);
    /** Per entry: start, end, compressed and inflated bytes. They may exceed 32 bits. */
    this.ranges = new Float64Array(capacity * RANGES);
    this.checksums = new Uint32Array(capacity * 2);
    this.traits = new Uint16Array(capacity * TRAITS);
    /** @type {Map<number, NonNullable<Entry['error']>>} */
    this.errors = new Map();
    /** @type {Map<string, string>} From the name that some programs see for a refused entry to its own name. */
    this.otherNames = new Map();
  }

  get length() {
    return this.names.length;
  }

  /** @param {Entry} entry */
  push(entry) {
    const index = this.length;
    this.names.push(entry.name);
    const { start, end, compressedBytes, bytes, crc32, nameCrc32, nameBytes, method, unixMode } = entry;
    this.ranges.set([start, end, compressedBytes, bytes], index * RANGES);
    this.checksums.set([crc32, nameCrc32], index * 2);
    const flags = (entry.isFolder ? IS_FOLDER : 0) | (entry.isEncrypted ? IS_ENCRYPTED : 0);
    this.traits.set([nameBytes, method, unixMode, flags], index * TRAITS);
    this.setError(index, entry.error);
    for (const other of entry.otherNames ?? []) if (other !== entry.name) this.otherNames.set(other, entry.name);
  }

  /**
   * @param {number} index
   * @param {Entry['error']} error
   */
  setError(index, error) {
    if (error !== null) this.errors.set(index, error);
  }

  /**
   * @param {number} index
   * @returns {Entry} A copy.
   */
  get(index) {
    const { ranges, checksums, traits } = this;
    const flags = traits[index * TRAITS + 3];
    return {
      name: this.names.get(index),
      nameBytes: traits[index * TRAITS],
      nameCrc32: checksums[index * 2 + 1],
      isFolder: (flags & IS_FOLDER) !== 0,
      compressedBytes: ranges[index * RANGES + 2],
      bytes: ranges[index * RANGES + 3],
      crc32: checksums[index * 2],
      method: traits[index * TRAITS + 1],
      isEncrypted: (flags & IS_ENCRYPTED) !== 0,
      unixMode: traits[index * TRAITS + 2],
      start: ranges[index * RANGES],
      end: ranges[index * RANGES + 1],
      error: this.errors.get(index) ?? null,
    };
  }

  /** @returns {Uint32Array} The entries' indices, sorted by their offsets in the archive. */
  inOrder() {
    return indices(this.length).sort((a, b) => this.ranges[a * RANGES] - this.ranges[b * RANGES]);
  }

  /**
   * @param {number} index
   * @param {number} end
   */
  setEnd(index, end) {
    this.ranges[index * RANGES + 1] = end;
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
    return this.traits.some((flags, position) => position % TRAITS === 3 && (flags & IS_FOLDER) !== 0);
  }

  /** Removes the folders. The other entries keep their errors. */
  removeFolders() {
    const { names, ranges, checksums, traits } = this;
    if (!this.hasFolders()) return;
    const kept = new NameList(this.length);
    /** @type {EntryList['errors']} */
    const errors = new Map();
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

const RANGES = 4;
const TRAITS = 4;
const IS_FOLDER = 1;
const IS_ENCRYPTED = 2;
