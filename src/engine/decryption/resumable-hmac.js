import { createHash } from 'node:crypto';

/** @import { Engine } from '../engine.js' */

/**
 * HMAC-SHA1 (RFC 2104) whose state can be saved between two bytes, unlike Node's. The engine holds the state, so it can have
 * only one at a time.
 */
export class ResumableHmac {
  #engine;
  #outerKey;
  /** The bytes that do not fill a block yet. */
  #rest = Buffer.alloc(BLOCK_BYTES);
  #restBytes = 0;
  /** How many bytes were hashed, with the key's block. */
  #bytes = 0;

  /**
   * @param {Engine} engine
   * @param {Buffer} key At most 64 bytes.
   */
  constructor(engine, key) {
    this.#engine = engine;
    this.#setState(INITIAL);
    this.#outerKey = keyBlock(key, 0x5c);
    this.update(keyBlock(key, 0x36));
  }

  /** @param {Buffer} bytes Those in the engine's memory are hashed where they are. `KEYSTREAM` is overwritten. */
  update(bytes) {
    this.#bytes += bytes.length;
    let used = 0;
    if (this.#restBytes > 0) {
      used = bytes.copy(this.#rest, this.#restBytes, 0);
      this.#restBytes += used;
      if (this.#restBytes < BLOCK_BYTES) return;
      this.#addBlocks(this.#rest);
    }
    for (let end = used; ; used = end) {
      end += Math.min(this.#engine.exports.CIPHER_BYTES.value, wholeBlocks(bytes.length - used));
      if (end === used) break;
      this.#addBlocks(bytes.subarray(used, end));
    }
    this.#restBytes = bytes.copy(this.#rest, 0, used);
  }

  /** @returns {Buffer} The state stays: an entry may still be suspended behind its last byte. */
  digest() {
    const state = [...this.#state()];
    const padding = Buffer.alloc(this.#restBytes < BLOCK_BYTES - LENGTH_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES);
    this.#rest.copy(padding, 0, 0, this.#restBytes);
    padding[this.#restBytes] = 0x80;
    padding.writeBigUInt64BE(8n * BigInt(this.#bytes), padding.length - LENGTH_BYTES);
    this.#addBlocks(padding);
    const inner = Buffer.alloc(4 * INITIAL.length);
    for (const [index, word] of this.#state().entries()) inner.writeUInt32BE(word, 4 * index);
    this.#setState(state);
    return createHash('sha1').update(this.#outerKey).update(inner).digest();
  }

  /** @returns {{ state: number[], rest: Buffer, bytes: number }} */
  snapshot() {
    return {
      state: [...this.#state()],
      rest: Buffer.from(this.#rest.subarray(0, this.#restBytes)),
      bytes: this.#bytes,
    };
  }

  /** @param {ReturnType<ResumableHmac['snapshot']>} snapshot Of one with the same key. */
  restore({ state, rest, bytes }) {
    this.#setState(state);
    this.#restBytes = rest.copy(this.#rest);
    this.#bytes = bytes;
  }

  /** @param {Buffer} blocks */
  #addBlocks(blocks) {
    const { exports, memory } = this.#engine;
    let start = blocks.byteOffset;
    if (blocks.buffer !== memory.buffer) {
      start = exports.KEYSTREAM.value;
      blocks.copy(memory, start);
    }
    exports.addSha1Blocks(start, start + blocks.length);
  }

  #state() {
    const { exports, memory } = this.#engine;
    return new Uint32Array(memory.buffer, exports.SHA1_STATE.value, INITIAL.length);
  }

  /** @param {number[]} words */
  #setState(words) {
    this.#state().set(words);
  }
}

/** @param {number} bytes */
function wholeBlocks(bytes) {
  return bytes - (bytes % BLOCK_BYTES);
}

/**
 * @param {Buffer} key
 * @param {number} mask
 */
function keyBlock(key, mask) {
  const block = Buffer.alloc(BLOCK_BYTES);
  key.copy(block);
  for (let index = 0; index < BLOCK_BYTES; index++) block[index] ^= mask;
  return block;
}

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;
/** FIPS 180-4, section 5.3.1. */
const INITIAL = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
