/** @import { Engine } from './engine.js' */

/** Copies a stored entry's bytes into an engine's memory: what `Inflater` does for a compressed entry. */
export class StoredReader {
  #engine;
  /** @type {Buffer} */
  #chunk = Buffer.alloc(0);
  #used = 0;

  /** A stored entry ends only with its chunks. */
  isDone = false;

  /**
   * @param {Engine} engine
   * @param {number} [position] How many bytes earlier turns have read.
   */
  constructor(engine, position = 0) {
    this.#engine = engine;
    this.compressedBytes = position;
    /** The address behind the bytes. */
    this.end = engine.exports.WINDOW.value;
  }

  get needsInput() {
    return this.#used === this.#chunk.length;
  }

  /** @param {Buffer} chunk */
  give(chunk) {
    this.#chunk = chunk;
    this.#used = 0;
  }

  finish() {}

  /**
   * @param {number} [most] How many bytes are wanted at most.
   * @returns {{ start: number, end: number }} Addresses of the bytes that were copied.
   */
  step(most = Number.MAX_SAFE_INTEGER) {
    const { memory, exports } = this.#engine;
    const start = this.end;
    const room = Math.min(most, exports.WINDOW.value + exports.WINDOW_BYTES.value - start);
    const copied = this.#chunk.copy(memory, start, this.#used, this.#used + room);
    this.#used += copied;
    this.compressedBytes += copied;
    this.end += copied;
    return { start, end: this.end };
  }

  /**
   * @param {number} from Address of the first byte to keep.
   * @returns {number} How many bytes the kept ones moved.
   */
  keep(from) {
    const { memory, exports } = this.#engine;
    const window = exports.WINDOW.value;
    memory.copyWithin(window, from, this.end);
    this.end -= from - window;
    return from - window;
  }

  /** @returns {Buffer} A copy of the bytes that were given and not used yet. */
  unused() {
    return Buffer.from(this.#chunk.subarray(this.#used));
  }

  snapshot() {
    return { position: this.compressedBytes };
  }
}
