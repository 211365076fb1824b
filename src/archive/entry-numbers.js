import { bytesOf } from '../memory/bytes-of.js';
import { decodeEncryption, encodeEncryption } from './encryption.js';
import { flagsOf, HAS_NO_CHECKSUM, IS_FOLDER, IS_MODULO, IS_PACKED } from './entry-flags.js';

/** @import { Entry } from './entry.js' */

/** @typedef {Record<'ranges' | 'checksums' | 'traits', Uint8Array>} NumberColumns Bytes of the processor's own order. */

/** All of each entry but its name and its error, in columns of numbers. */
export class EntryNumbers {
  /** @param {number} capacity How many entries it has room for. It grows when needed. */
  constructor(capacity) {
    /** Per entry: start, end, compressed and inflated bytes. Wider once one of them exceeds 32 bits. @type {Uint32Array | Float64Array} */
    this.ranges = new Uint32Array(capacity * RANGES);
    this.checksums = new Uint32Array(capacity * CHECKSUMS);
    this.traits = new Uint16Array(capacity * TRAITS);
  }

  /**
   * @param {number} index At most one behind the last entry.
   * @param {Entry} entry
   */
  set(index, entry) {
    if (index * RANGES === this.ranges.length) this.#grow(index * 2 + LEAST_GROWTH);
    const { start, end, compressedBytes, bytes, crc32, nameCrc32, nameBytes, method, unixMode } = entry;
    this.#setRanges(index * RANGES, [start, end, compressedBytes, bytes]);
    this.checksums.set([crc32 ?? 0, nameCrc32], index * CHECKSUMS);
    const traits = [nameBytes, method, unixMode, flagsOf(entry), encodeEncryption(entry.encryption)];
    this.traits.set(traits, index * TRAITS);
  }

  /** @param {number} capacity */
  #grow(capacity) {
    const { ranges, checksums, traits } = this;
    this.ranges = new /** @type {any} */ (ranges.constructor)(capacity * RANGES);
    this.ranges.set(ranges);
    this.checksums = new Uint32Array(capacity * CHECKSUMS);
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
   * @param {string} name
   * @param {Entry['error']} error
   * @returns {Entry}
   */
  get(index, name, error) {
    const { ranges, checksums, traits } = this;
    const flags = traits[index * TRAITS + FLAGS];
    return {
      name,
      nameBytes: traits[index * TRAITS],
      nameCrc32: checksums[index * CHECKSUMS + 1],
      isFolder: (flags & IS_FOLDER) !== 0,
      compressedBytes: ranges[index * RANGES + 2],
      bytes: ranges[index * RANGES + 3],
      crc32: flags & HAS_NO_CHECKSUM ? null : checksums[index * CHECKSUMS],
      method: traits[index * TRAITS + 1],
      encryption: decodeEncryption(traits[index * TRAITS + 4]),
      unixMode: traits[index * TRAITS + 2],
      start: ranges[index * RANGES],
      end: ranges[index * RANGES + 1],
      error,
      ...(flags & IS_MODULO && { isModulo: true }),
      ...(flags & IS_PACKED && { isPacked: true }),
    };
  }

  /**
   * Puts an entry's numbers in the place of another one's.
   *
   * @param {number} to
   * @param {number} from
   */
  move(to, from) {
    this.ranges.copyWithin(to * RANGES, from * RANGES, (from + 1) * RANGES);
    this.checksums.copyWithin(to * CHECKSUMS, from * CHECKSUMS, (from + 1) * CHECKSUMS);
    this.traits.copyWithin(to * TRAITS, from * TRAITS, (from + 1) * TRAITS);
  }

  /** @param {number} index */
  startOf(index) {
    return this.ranges[index * RANGES];
  }

  /** @param {number} index @param {number} start */
  setStart(index, start) {
    this.#setRanges(index * RANGES, [start]);
  }

  /** @param {number} index @param {number} end */
  setEnd(index, end) {
    this.#setRanges(index * RANGES + 1, [end]);
  }

  /** @param {number} index @param {number} compressedBytes */
  setCompressedBytes(index, compressedBytes) {
    this.#setRanges(index * RANGES + 2, [compressedBytes]);
  }

  /** @param {number} index @param {number} bytes Inflated. */
  setBytes(index, bytes) {
    this.#setRanges(index * RANGES + 3, [bytes]);
  }

  /** @param {number} index @param {number} flag One of `entry-flags.js`. */
  hasFlag(index, flag) {
    return (this.traits[index * TRAITS + FLAGS] & flag) !== 0;
  }

  /** @param {number} flag Whether any entry has it. */
  hasAny(flag) {
    return this.traits.some((flags, position) => position % TRAITS === FLAGS && (flags & flag) !== 0);
  }

  /** @param {number} index @param {number} flags */
  addFlags(index, flags) {
    this.traits[index * TRAITS + FLAGS] |= flags;
  }

  /** @param {number} index @param {number} flag */
  removeFlag(index, flag) {
    this.traits[index * TRAITS + FLAGS] &= ~flag;
  }

  /**
   * @param {number} first
   * @param {number} end
   * @returns {NumberColumns} Views, of these entries.
   */
  columns(first, end) {
    const { ranges, checksums, traits } = this;
    return {
      ranges: bytesOf(Float64Array.from(ranges.subarray(first * RANGES, end * RANGES))),
      checksums: bytesOf(checksums.subarray(first * CHECKSUMS, end * CHECKSUMS)),
      traits: bytesOf(traits.subarray(first * TRAITS, end * TRAITS)),
    };
  }

  /** @param {NumberColumns} columns Of as many entries as there is room for. */
  fill({ ranges, checksums, traits }) {
    const wide = new Float64Array(this.ranges.length);
    bytesOf(wide).set(ranges);
    this.#setRanges(0, wide);
    bytesOf(this.checksums).set(checksums);
    bytesOf(this.traits).set(traits);
  }
}

const LEAST_GROWTH = 64;
const RANGES = 4;
const CHECKSUMS = 2;
const TRAITS = 5;
/** Which of the traits the flags are. */
const FLAGS = 3;
