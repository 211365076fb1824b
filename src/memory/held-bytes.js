import { releaseChunk, releaseWhole } from './chunk-memory.js';

/** Bytes that stay where they are until they are released, once. @typedef {{ bytes: Buffer, release: () => void }} Held */

/**
 * Copies small outputs one behind the other into blocks that are used again. A buffer for each would be left to the garbage
 * collector, which knows little about memory outside its heap.
 */
export class HeldBytes {
  /** @type {HeldBlock | null} The block that is being filled. */
  #current = null;
  /** @type {Buffer[]} */
  #spare = [];

  /**
   * @param {Buffer[]} chunks At most `HELD_BLOCK_BYTES` in all. They are released.
   * @returns {Held}
   */
  hold(chunks) {
    const length = chunks.reduce((total, chunk) => total + chunk.length, 0);
    const block = this.#blockFor(length);
    const start = block.used;
    for (const chunk of chunks) {
      block.used += chunk.copy(block.buffer, block.used);
      releaseChunk(chunk);
    }
    block.holders += 1;
    return { bytes: block.buffer.subarray(start, block.used), release: () => this.#release(block) };
  }

  /** Frees what is kept to be used again. Nothing may be held. */
  close() {
    if (this.#current !== null) releaseWhole(this.#current.buffer);
    this.#current = null;
    for (const buffer of this.#spare.splice(0)) releaseWhole(buffer);
  }

  /** @param {number} length */
  #blockFor(length) {
    if (this.#current !== null && this.#current.used + length <= HELD_BLOCK_BYTES) return this.#current;
    if (length > HELD_BLOCK_BYTES) throw new RangeError(`${length} bytes are too many to hold`);
    // Its holders give it back.
    this.#current = { buffer: this.#spare.pop() ?? Buffer.allocUnsafeSlow(HELD_BLOCK_BYTES), used: 0, holders: 0 };
    return this.#current;
  }

  /** @param {HeldBlock} block */
  #release(block) {
    block.holders -= 1;
    if (block.holders > 0) return;
    if (block === this.#current) block.used = 0;
    else if (this.#spare.length < MAX_SPARE) this.#spare.push(block.buffer);
    else releaseWhole(block.buffer);
  }
}

/** @typedef {{ buffer: Buffer, used: number, holders: number }} HeldBlock */

/** The most bytes that are held together. */
export const HELD_BLOCK_BYTES = 512 * 1024;
const MAX_SPARE = 1;
