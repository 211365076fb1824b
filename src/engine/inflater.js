import { DEFLATE64, DEFLATED } from '../archive/entry.js';
import { readBlockState, writeBlockState } from './block-state.js';
import { checkSnapshot, historyBytes } from './inflater-snapshot.js';
import { corrupt, IS_DONE, NEEDS_INPUT, REFUSALS } from './inflater-status.js';

/** @import { Engine } from './engine.js' */
/** @import { DeflateMethod, InflaterSnapshot } from './inflater-snapshot.js' */

/** How many inflated bytes can be kept from one step to the next, besides those that matches may refer to. */
export const MAX_KEPT_BYTES = 384 * 1024;

/**
 * Inflates one raw deflate stream (RFC 1951), or one of deflate64, in an engine's memory, step by step. It accepts and
 * refuses exactly what zlib does; of deflate64, what zlib's `contrib/infback9` does. Nothing else may use the engine until it
 * is done.
 */
export class Inflater {
  #engine;
  #exports;
  #memory;
  #addresses;
  #method;
  #historyBytes;
  /** @type {Uint8Array} */
  #chunk = NOTHING;
  #chunkUsed = 0;
  #inputEnd;
  /** Compressed bytes up to `#inputEnd`. */
  #taken = 0;
  #isFinished = false;

  /** Whether the next step needs `give` or `finish` to be called first. */
  needsInput = true;
  /** Whether the last block has ended. What was given and not used by then is not part of the stream. */
  isDone = false;

  /**
   * @param {Engine} engine
   * @param {DeflateMethod} [method]
   */
  constructor(engine, method = DEFLATED) {
    const { exports, memory } = engine;
    this.#engine = engine;
    this.#exports = exports;
    this.#memory = memory;
    this.#method = method;
    this.#historyBytes = historyBytes(method);
    this.#addresses = {
      input: exports.INPUT.value,
      inputBytes: exports.INPUT_BYTES.value,
      window: exports.WINDOW.value,
      // The last symbol's bytes may reach beyond it: those of deflate into the room behind the window.
      windowEnd: exports.WINDOW.value + exports.WINDOW_BYTES.value - (method === DEFLATE64 ? LONGEST_MATCH_64 : 0),
    };
    this.#inputEnd = this.#addresses.input;
    exports.useMethod(Number(method === DEFLATE64));
    exports.bitPosition.value = 8 * this.#addresses.input;
    exports.outputPosition.value = this.#addresses.window;
    writeBlockState(engine, null);
  }

  /**
   * Resumes where a snapshot was taken. The compressed bytes are given from its `position` on.
   *
   * @param {Engine} engine
   * @param {InflaterSnapshot} snapshot
   * @param {DeflateMethod} [method]
   * @throws {RangeError} If it is not a snapshot of such a stream.
   */
  static restore(engine, snapshot, method = DEFLATED) {
    checkSnapshot(snapshot, method);
    const inflater = new Inflater(engine, method);
    inflater.#restore(snapshot);
    return inflater;
  }

  /** @param {InflaterSnapshot} snapshot */
  #restore({ position, bitOffset, block, window }) {
    const { input, window: start } = this.#addresses;
    this.#taken = position;
    this.#exports.bitPosition.value = 8 * input + bitOffset;
    this.#memory.set(window, start);
    this.#exports.outputPosition.value = start + window.length;
    writeBlockState(this.#engine, block);
    this.isDone = block?.type === 'end';
    this.needsInput = !this.isDone;
  }

  /** How many compressed bytes were needed so far. */
  get compressedBytes() {
    return this.#taken - this.#inputEnd + Math.ceil(this.#exports.bitPosition.value / 8);
  }

  /** The address behind the inflated bytes. */
  get end() {
    return this.#exports.outputPosition.value;
  }

  /** @param {Uint8Array} chunk The next compressed bytes. They are read until `needsInput`. */
  give(chunk) {
    this.#chunk = chunk;
    this.#chunkUsed = 0;
    this.needsInput = false;
  }

  /** Call it when there are no more chunks. */
  finish() {
    this.#isFinished = true;
    this.needsInput = false;
  }

  /**
   * @param {number} most
   * @returns {Buffer} At most that many bytes, and no more than `UNUSED_BYTES`, of what was given and is behind the end of the stream.
   *   They are in the engine's memory.
   */
  behind(most) {
    const behind = () => Math.ceil(this.#exports.bitPosition.value / 8);
    if (this.#inputEnd - behind() < most && this.#chunkUsed < this.#chunk.length) this.#takeInput();
    const start = behind();
    return this.#memory.subarray(start, Math.min(start + most, this.#inputEnd));
  }

  /**
   * Begins with another stream in what was given.
   *
   * @param {number} passed How many bytes of `behind` are between the two.
   */
  beginNext(passed) {
    const start = Math.ceil(this.#exports.bitPosition.value / 8) + passed;
    this.#exports.bitPosition.value = 8 * start;
    this.#exports.outputPosition.value = this.#addresses.window;
    this.#taken = this.#inputEnd - start;
    this.isDone = false;
    writeBlockState(this.#engine, null);
  }

  /**
   * Inflates until the window is full, the input is used up, or the stream has ended.
   *
   * @param {number} [most] How many bytes are wanted at most: the last symbol may give some more.
   * @returns {{ start: number, end: number }} Addresses of the inflated bytes; there may be none.
   * @throws {ArchiveError} `archive/corrupt`, if zlib would refuse the stream, or if it ends too early.
   */
  step(most = Number.MAX_SAFE_INTEGER) {
    const start = this.end;
    const end = Math.min(start + most, this.#addresses.windowEnd);
    let status = NEEDS_INPUT;
    while (!this.isDone) {
      status = this.#exports.inflate(this.#inputEnd, end);
      if (status === IS_DONE) this.isDone = true;
      else if (status !== NEEDS_INPUT) break;
      else if (this.#chunkUsed === this.#chunk.length) {
        if (this.#isFinished) throw corrupt('unexpected end of file');
        // The chunk's memory may be freed from now on.
        this.give(NOTHING);
        this.needsInput = true;
        break;
      } else this.#takeInput();
    }
    if (status > IS_DONE) throw corrupt(REFUSALS[status - IS_DONE - 1]);
    return { start, end: this.end };
  }

  /** Copies the next slice of the chunk behind the bytes that could not be used without it. */
  #takeInput() {
    const { input, inputBytes } = this.#addresses;
    const bitPosition = this.#exports.bitPosition.value;
    const unused = this.#inputEnd - (bitPosition >>> 3);
    this.#memory.copyWithin(input - unused, this.#inputEnd - unused, this.#inputEnd);
    this.#exports.bitPosition.value = 8 * (input - unused) + (bitPosition & 7);
    const slice = this.#chunk.subarray(this.#chunkUsed, this.#chunkUsed + inputBytes);
    this.#memory.set(slice, input);
    this.#chunkUsed += slice.length;
    this.#taken += slice.length;
    this.#inputEnd = input + slice.length;
  }

  /**
   * Makes room in the window, and moves down what stays: the kept bytes, and the history.
   *
   * @param {number} from Address of the first byte to keep, at most `MAX_KEPT_BYTES` before the end.
   * @returns {number} How many bytes they moved.
   */
  keep(from) {
    const { window } = this.#addresses;
    const { end } = this;
    if (from < end - MAX_KEPT_BYTES) throw new RangeError(`${end - from} bytes are too many to keep`);
    const low = Math.max(window, Math.min(from, end - this.#historyBytes));
    this.#memory.copyWithin(window, low, end);
    this.#exports.outputPosition.value = end - (low - window);
    return low - window;
  }

  /** @returns {Buffer} A copy of the bytes that were given, from the snapshot's `position` on. */
  unused() {
    const start = this.#exports.bitPosition.value >>> 3;
    return Buffer.concat([this.#memory.subarray(start, this.#inputEnd), this.#chunk.subarray(this.#chunkUsed)]);
  }

  /** @returns {InflaterSnapshot} Take it between two steps. */
  snapshot() {
    const { end } = this;
    const bitPosition = this.#exports.bitPosition.value;
    const start = Math.max(this.#addresses.window, end - this.#historyBytes);
    return {
      position: this.#taken - this.#inputEnd + (bitPosition >>> 3),
      bitOffset: bitPosition & 7,
      block: readBlockState(this.#engine),
      window: new Uint8Array(this.#memory.subarray(start, end)),
      method: this.#method,
    };
  }
}

/** Length symbol 285 of deflate64: 3 bytes, and a number of 16 bits. */
const LONGEST_MATCH_64 = 3 + 0xffff;

const NOTHING = new Uint8Array(0);
