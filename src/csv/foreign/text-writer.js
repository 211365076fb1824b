import { releaseWhole } from '../../memory/chunk-memory.js';

/** Collects the bytes of a text in one buffer, which grows as needed and is used again for the next text. */
export class TextWriter {
  constructor() {
    this.buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.length = 0;
  }

  /** The text so far; valid until the next change. */
  get text() {
    return this.buffer.subarray(0, this.length);
  }

  clear() {
    this.length = 0;
    if (this.buffer.length <= MAX_IDLE_BYTES) return;
    releaseWhole(this.buffer);
    this.buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  }

  /** @param {number} byte */
  writeByte(byte) {
    if (this.length === this.buffer.length) this.reserve(1);
    this.buffer[this.length++] = byte;
  }

  /**
   * @param {Buffer} source
   * @param {number} start
   * @param {number} end
   */
  copy(source, start, end) {
    this.reserve(end - start);
    this.length += source.copy(this.buffer, this.length, start, end);
  }

  /** @param {number} bytes How many more there must be room for. */
  reserve(bytes) {
    const needed = this.length + bytes;
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.buffer.length));
    this.buffer.copy(larger, 0, 0, this.length);
    releaseWhole(this.buffer);
    this.buffer = larger;
  }
}

const FIRST_BYTES = 131_072;
const MAX_IDLE_BYTES = 1024 ** 2;
