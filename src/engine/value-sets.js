/** @import { Engine } from './engine.js' */

/** Lays out sets of values in the module's memory, as `assembly/edit/values.ts` reads them; and patterns, for `assembly/edit/pattern.ts`. */
export class ValueSets {
  /** @param {Engine} engine */
  constructor({ exports, memory }) {
    this.memory = memory;
    this.position = exports.VALUES.value;
    this.end = this.position + exports.VALUES_BYTES.value;
  }

  /**
   * @param {Buffer[]} values
   * @returns {number} The set's address; 0 if there is no room for it.
   */
  add(values) {
    const buckets = bucketsOf(values);
    const bytes = values.reduce((sum, { length }) => sum + 4 + roundUp(length), 0);
    const set = this.position;
    if (set + 8 + 8 * buckets.length + bytes > this.end) return 0;
    this.put(Math.max(...values.map(({ length }) => length)));
    this.put(buckets.length - 1);
    let bucketAt = this.position;
    this.position += 4 * buckets.length;
    for (const bucket of buckets) {
      this.memory.writeUInt32LE(this.position, bucketAt);
      bucketAt += 4;
      for (const value of bucket) {
        this.put(value.length);
        value.copy(this.memory, this.position);
        this.position += roundUp(value.length);
      }
      this.put(NO_VALUE);
    }
    return set;
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {number} Their address; 0 if there is no room for them.
   */
  addBytes(bytes) {
    const address = this.position;
    if (address + bytes.length > this.end) return 0;
    this.memory.set(bytes, address);
    this.position += roundUp(bytes.length);
    return address;
  }

  /** @param {number} number */
  put(number) {
    this.memory.writeUInt32LE(number, this.position);
    this.position += 4;
  }
}

/**
 * @param {Buffer[]} values
 * @returns {Buffer[][]} By their hashes.
 */
function bucketsOf(values) {
  const count = values.length <= FEW ? 1 : 1 << (32 - Math.clz32(values.length - 1));
  /** @type {Buffer[][]} */
  const buckets = Array.from({ length: count }, () => []);
  for (const value of values) buckets[hashOf(value) & (count - 1)].push(value);
  return buckets;
}

/**
 * The same as `hashOf` in assembly/edit/values.ts; made like MurmurHash3's.
 *
 * @param {Buffer} value
 */
function hashOf(value) {
  let hash = value.length;
  for (let position = 0; position < value.length; position += 4) {
    const word = value.readUIntLE(position, Math.min(4, value.length - position));
    const product = Math.imul(hash ^ word, MULTIPLIER);
    hash = (product << 15) | (product >>> 17);
  }
  return hash ^ (hash >>> 16);
}

/** @param {number} length */
function roundUp(length) {
  return (length + 3) & ~3;
}

const FEW = 4;
const MULTIPLIER = 0xcc9e2d51;
const NO_VALUE = 0xffff_ffff;
