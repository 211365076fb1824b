import { markLastOfBuffer, takeBlock } from '../memory/chunk-memory.js';
import { CHUNK_BYTES } from '../memory/memory-plan.js';

/**
 * Gathers output bytes into blocks of one size, so that what goes downstream is few and large, however many records
 * were filtered. Neighbouring ranges of one input become one copy.
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
    this.from = 0;
    this.to = 0;
  }

  /**
   * Names the input that the following ranges are of. It may be changed or let go of after `settle`.
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
  range(start, end) {
    if (start !== this.to) {
      this.settle();
      this.from = start;
    }
    this.to = end;
  }

  /** Copies the range that has been gathered so far. */
  settle() {
    if (this.to > this.from) this.copy(this.source, this.from, this.to);
    this.from = this.to;
  }

  /**
   * @param {Buffer} bytes
   * @param {number} [length] How many of them.
   */
  write(bytes, length = bytes.length) {
    this.settle();
    this.copy(bytes, 0, length);
  }

  /**
   * @param {Buffer} source
   * @param {number} start
   * @param {number} end
   */
  copy(source, start, end) {
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
   * @param {boolean} final Whether what is gathered goes too, as a last block that may be smaller.
   * @returns {Buffer[]} The full blocks since the last call.
   */
  take(final) {
    this.settle();
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
