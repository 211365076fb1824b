import { markLastOfBuffer, takeBlock } from '../../memory/chunk-memory.js';
import { CHUNK_BYTES } from '../../memory/memory-plan.js';

/**
 * Collects output bytes into blocks of a fixed size, so that few large blocks go downstream however many records were
 * filtered out. Adjacent ranges of one source are merged and copied together.
 */
export class BlockWriter {
  /** @param {number} blockBytes */
  constructor(blockBytes) {
    this.blockBytes = blockBytes;
    /** @type {Buffer[]} */
    this.full = [];
    /** @type {Buffer | null} */
    this.block = null;
    this.used = 0;
    /** @type {Buffer} */
    this.source = EMPTY;
    /** The pending range of `source`: added, not yet copied. */
    this.from = 0;
    this.to = 0;
  }

  /**
   * Sets the source of the ranges that follow. It may be changed or released once `copyPending` has been called.
   *
   * @param {Buffer} source
   */
  begin(source) {
    this.source = source;
    this.from = 0;
    this.to = 0;
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  addRange(start, end) {
    if (start !== this.to) {
      this.copyPending();
      this.from = start;
    }
    this.to = end;
  }

  /** Whether so much is held that it should be taken before more is added. */
  get isFull() {
    return this.full.length * this.blockBytes >= MOST_BYTES;
  }

  copyPending() {
    if (this.to > this.from) this.copy(this.source, this.from, this.to);
    this.from = this.to;
  }

  /**
   * Adds bytes that are not part of the source.
   *
   * @param {Buffer} bytes
   * @param {number} [length] How many of them.
   */
  write(bytes, length = bytes.length) {
    this.copyPending();
    this.copy(bytes, 0, length);
  }

  /**
   * @param {Buffer} source
   * @param {number} start
   * @param {number} end
   */
  copy(source, start, end) {
    const { block } = this;
    if (block !== null && end - start <= FEW_BYTES && this.used + end - start < block.length) {
      let { used } = this;
      while (start < end) block[used++] = source[start++];
      this.used = used;
      return;
    }
    while (start < end) {
      this.block ??= this.blockBytes === CHUNK_BYTES ? takeBlock() : Buffer.allocUnsafeSlow(this.blockBytes);
      const copied = source.copy(this.block, this.used, start, end);
      start += copied;
      this.used += copied;
      if (this.used === this.blockBytes) {
        this.full.push(markLastOfBuffer(this.block));
        this.block = null;
        this.used = 0;
      }
    }
  }

  /**
   * @param {boolean} final Whether to flush the last, partly filled block too.
   * @returns {Buffer[]} The blocks filled since the last call.
   */
  take(final) {
    this.copyPending();
    if (final && this.block && this.used > 0) {
      this.full.push(markLastOfBuffer(this.block.subarray(0, this.used)));
      this.block = null;
      this.used = 0;
    }
    const taken = this.full;
    this.full = [];
    return taken;
  }
}

const EMPTY = Buffer.alloc(0);

/** So few are written faster one by one than by a native call. */
const FEW_BYTES = 16;

/** Records that are padded, or get long constants, may be written as thousands of times as many bytes as were read. */
const MOST_BYTES = 1024 ** 2;
