import { crc32 } from 'node:zlib';
import { markLastOfBuffer, releaseChunk } from '../../memory/chunk-memory.js';

/**
 * @typedef {object} Part
 * @property {Buffer} body
 * @property {number} crc32 Of the bytes before they were copied into the body, so that the storage, which is told it,
 *   finds out if anything happened to them since.
 */

/**
 * Copies blocks into parts of one size. The parts' buffers are used again: there are never more than what is being filled
 * and what was handed on and not given back.
 */
export class PartFiller {
  /** @type {Buffer[]} */
  #free = [];
  /** @type {Buffer | null} Null until there is a byte for it. */
  #buffer = null;
  #filled = 0;
  #crc32 = 0;
  #partSizeBytes;
  #onPart;

  /**
   * @param {number} partSizeBytes
   * @param {(part: Part) => Promise<void>} onPart Called with each full part; done when the next one may be filled. The
   *   body belongs to it until it is given back.
   */
  constructor(partSizeBytes, onPart) {
    this.#partSizeBytes = partSizeBytes;
    this.#onPart = onPart;
  }

  /**
   * @param {Buffer} chunk Released when it has been copied.
   * @returns {Promise<void>} Rejected with what `onPart` throws.
   */
  async take(chunk) {
    let position = 0;
    while (position < chunk.length) {
      position += this.#copy(chunk.subarray(position, position + this.#partSizeBytes - this.#filled));
      if (this.#filled === this.#partSizeBytes) await this.#onPart(this.takeRest());
    }
    releaseChunk(chunk);
  }

  /** How many bytes there are that fill no part. */
  get restBytes() {
    return this.#filled;
  }

  /** @returns {Part} What fills no part, which is a part of its own from now on. */
  takeRest() {
    const part = { body: (this.#buffer ?? Buffer.alloc(0)).subarray(0, this.#filled), crc32: this.#crc32 };
    this.#buffer = null;
    this.#filled = 0;
    this.#crc32 = 0;
    return part;
  }

  /** @param {Buffer} body Of a part that was handed on. Behind one that was not full nothing is filled any more. */
  giveBack(body) {
    this.#free.push(body);
  }

  /** Nothing is filled any more. */
  close() {
    for (const buffer of this.#free.splice(0)) releaseChunk(markLastOfBuffer(buffer));
  }

  /** @param {Buffer} bytes Not more than there is room for. */
  #copy(bytes) {
    // Not from the pool, and not filled with zeros: of a small output, only the pages that it touches are taken.
    this.#buffer ??= this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#partSizeBytes);
    bytes.copy(this.#buffer, this.#filled);
    this.#crc32 = crc32(bytes, this.#crc32);
    this.#filled += bytes.length;
    return bytes.length;
  }
}
