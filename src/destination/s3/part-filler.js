import { crc32 } from 'node:zlib';
import { markLastOfBuffer, releaseChunk } from '../../memory/chunk-memory.js';

/**
 * @typedef {object} Part
 * @property {Buffer} body
 * @property {number} crc32 Of the bytes before they were copied into the body, so that S3 detects if they have changed
 *   since.
 */

/**
 * Copies chunks into parts of equal size. It reuses the parts' buffers: besides the one that is being filled, only those
 * exist that `onPart` got and has not given back.
 */
export class PartFiller {
  /** @type {Buffer[]} */
  #free = [];
  /** @type {Buffer | null} Null until it gets its first byte. */
  #buffer = null;
  #filled = 0;
  #crc32 = 0;
  #partSizeBytes;
  #onPart;

  /**
   * @param {number} partSizeBytes
   * @param {(part: Part) => Promise<void>} onPart Called with each full part, whose body is its own until `giveBack`.
   *   Resolves when the next part may be filled.
   */
  constructor(partSizeBytes, onPart) {
    this.#partSizeBytes = partSizeBytes;
    this.#onPart = onPart;
  }

  /**
   * @param {Buffer} chunk Released after it was copied.
   * @throws What `onPart` throws.
   */
  async take(chunk) {
    let position = 0;
    while (position < chunk.length) {
      position += this.#copy(chunk.subarray(position, position + this.#partSizeBytes - this.#filled));
      if (this.#filled === this.#partSizeBytes) await this.#onPart(this.takeRest());
    }
    releaseChunk(chunk);
  }

  /** How many bytes do not fill a part yet. */
  get restBytes() {
    return this.#filled;
  }

  /** @returns {Part} The bytes that do not fill a part yet, as a part of their own. */
  takeRest() {
    const part = { body: (this.#buffer ?? Buffer.alloc(0)).subarray(0, this.#filled), crc32: this.#crc32 };
    this.#buffer = null;
    this.#filled = 0;
    this.#crc32 = 0;
    return part;
  }

  /** @param {Buffer} body Of a part. After the last one, which may be shorter, no other part may be filled. */
  giveBack(body) {
    this.#free.push(body);
  }

  /** Frees the buffers. No other part may be filled. */
  close() {
    for (const buffer of this.#free.splice(0)) releaseChunk(markLastOfBuffer(buffer));
  }

  /** @param {Buffer} bytes At most what the part has room for. */
  #copy(bytes) {
    // Neither pooled nor zeroed, so that a small output only takes the memory pages that it touches.
    this.#buffer ??= this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#partSizeBytes);
    bytes.copy(this.#buffer, this.#filled);
    this.#crc32 = crc32(bytes, this.#crc32);
    this.#filled += bytes.length;
    return bytes.length;
  }
}
