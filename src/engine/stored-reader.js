/** @import { Engine } from './engine.js' */

/** Brings the bytes of a stored entry into an engine's memory: what an `Inflater` is for compressed ones. */
export class StoredReader {
  #engine;
  /** @type {Buffer} */
  #chunk = Buffer.alloc(0);
  #used = 0;

  /** Nothing says where the entry ends but the end of what is given. */
  isDone = false;

  /**
   * @param {Engine} engine
   * @param {number} [position] How many bytes were read before.
   */
  constructor(engine, position = 0) {
    this.#engine = engine;
    this.compressedBytes = position;
    /** Address behind the bytes. */
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

  /** @returns {{ start: number, end: number }} Addresses of what has been read. */
  step() {
    const { memory, exports } = this.#engine;
    const start = this.end;
    const room = exports.WINDOW.value + exports.WINDOW_BYTES.value - start;
    const copied = this.#chunk.copy(memory, start, this.#used, this.#used + room);
    this.#used += copied;
    this.compressedBytes += copied;
    this.end += copied;
    return { start, end: this.end };
  }

  /**
   * @param {number} from Address of the first byte to keep.
   * @returns {number} By how many bytes what is kept has moved down.
   */
  keep(from) {
    const { memory, exports } = this.#engine;
    const window = exports.WINDOW.value;
    memory.copyWithin(window, from, this.end);
    this.end -= from - window;
    return from - window;
  }

  snapshot() {
    return { position: this.compressedBytes };
  }
}
