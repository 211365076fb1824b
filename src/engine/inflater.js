import { ArchiveError } from '../errors.js';
import { BLOCKS, checkSnapshot, HISTORY_BYTES, noSnapshot } from './inflater-snapshot.js';

/** @import { Engine } from './engine.js' */
/** @import { BlockState, InflaterSnapshot } from './inflater-snapshot.js' */

/** How many inflated bytes can be kept from one step to the next, behind the 32 KiB that are always there. */
export const MAX_KEPT_BYTES = 384 * 1024;

/**
 * Inflates one raw deflate stream (RFC 1951) in an engine's memory, step by step. It takes and refuses exactly what
 * zlib does. The engine is its own until it is done with.
 */
export class Inflater {
  #exports;
  #memory;
  #addresses;
  /** @type {Uint8Array} */
  #chunk = NOTHING;
  #chunkUsed = 0;
  #inputEnd;
  /** Compressed bytes up to `#inputEnd`. */
  #taken = 0;
  #isFinished = false;

  /** Whether a step can't go on before something is given, or `finish` called. */
  needsInput = true;
  /** Whether the last block has ended. What was given and is not used then is no part of the stream. */
  isDone = false;

  /** @param {Engine} engine */
  constructor({ exports, memory }) {
    this.#exports = exports;
    this.#memory = memory;
    this.#addresses = {
      input: exports.INPUT.value,
      inputBytes: exports.INPUT_BYTES.value,
      window: exports.WINDOW.value,
      windowEnd: exports.WINDOW.value + exports.WINDOW_BYTES.value,
      lengths: exports.LENGTHS.value,
    };
    this.#inputEnd = this.#addresses.input;
    exports.bitPosition.value = 8 * this.#addresses.input;
    exports.outputPosition.value = this.#addresses.window;
    exports.block.value = NO_BLOCK;
    exports.isFinal.value = 0;
  }

  /**
   * Goes on where a snapshot was taken, with the compressed bytes from its `position` on.
   *
   * @param {Engine} engine
   * @param {InflaterSnapshot} snapshot
   * @throws {RangeError} If it is none.
   */
  static restore(engine, snapshot) {
    checkSnapshot(snapshot);
    const inflater = new Inflater(engine);
    inflater.#restore(snapshot);
    return inflater;
  }

  /** @param {InflaterSnapshot} snapshot */
  #restore({ position, bitOffset, block, window }) {
    const { input, window: start, lengths } = this.#addresses;
    const exports = this.#exports;
    this.#taken = position;
    exports.bitPosition.value = 8 * input + bitOffset;
    this.#memory.set(window, start);
    exports.outputPosition.value = start + window.length;
    if (block === null) return;
    exports.isFinal.value = Number(block.type === 'end' || block.final);
    if (block.type === 'end') {
      this.isDone = true;
      this.needsInput = false;
      return;
    }
    exports.block.value = BLOCKS.indexOf(block.type);
    if (block.type === 'stored') exports.storedLeft.value = block.left;
    if (block.type === 'fixed') exports.useFixedCodes();
    if (block.type === 'dynamic') {
      this.#memory.set(block.lengths, lengths);
      if (exports.useDynamicCodes(block.literals, block.distances) !== OK) throw noSnapshot('block.lengths');
    }
  }

  /** Of all compressed bytes, those that were needed so far. */
  get compressedBytes() {
    return this.#taken - this.#inputEnd + Math.ceil(this.#exports.bitPosition.value / 8);
  }

  /** Address behind the inflated bytes. */
  get end() {
    return this.#exports.outputPosition.value;
  }

  /** @param {Uint8Array} chunk The next compressed bytes; they are read until more are needed. */
  give(chunk) {
    this.#chunk = chunk;
    this.#chunkUsed = 0;
    this.needsInput = false;
  }

  /** No more will be given. */
  finish() {
    this.#isFinished = true;
    this.needsInput = false;
  }

  /**
   * Inflates until the window is full, what was given is used up, or the stream has ended.
   *
   * @returns {{ start: number, end: number }} Addresses of what has been inflated; there may be nothing.
   * @throws {ArchiveError} `archive/corrupt`, where zlib refuses the stream or it ends too early.
   */
  step() {
    const start = this.end;
    let status = NEEDS_INPUT;
    while (!this.isDone) {
      status = this.#exports.inflate(this.#inputEnd, this.#addresses.windowEnd);
      if (status === IS_DONE) this.isDone = true;
      else if (status !== NEEDS_INPUT) break;
      else if (this.#chunkUsed === this.#chunk.length) {
        if (this.#isFinished) throw corrupt('unexpected end of file');
        this.needsInput = true;
        break;
      } else this.#takeInput();
    }
    if (status > IS_DONE) throw corrupt(REFUSALS[status - IS_DONE - 1]);
    return { start, end: this.end };
  }

  /** Puts the next slice of the chunk behind what could not be used without it. */
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
   * Makes room in the window. Besides the history, only what is kept stays.
   *
   * @param {number} from Address of the first byte to keep; it and those behind it are at most `MAX_KEPT_BYTES`.
   * @returns {number} By how many bytes they have moved down.
   */
  keep(from) {
    const { window } = this.#addresses;
    const { end } = this;
    if (from < end - MAX_KEPT_BYTES) throw new RangeError(`${end - from} bytes are too many to keep`);
    const low = Math.max(window, Math.min(from, end - HISTORY_BYTES));
    this.#memory.copyWithin(window, low, end);
    this.#exports.outputPosition.value = end - (low - window);
    return low - window;
  }

  /** @returns {InflaterSnapshot} To be taken between two steps. */
  snapshot() {
    const { end } = this;
    const bitPosition = this.#exports.bitPosition.value;
    const start = Math.max(this.#addresses.window, end - HISTORY_BYTES);
    return {
      position: this.#taken - this.#inputEnd + (bitPosition >>> 3),
      bitOffset: bitPosition & 7,
      block: this.#blockState(),
      window: new Uint8Array(this.#memory.subarray(start, end)),
    };
  }

  /** @returns {BlockState} */
  #blockState() {
    const { block, isFinal, storedLeft, literals, distances } = this.#exports;
    const [type, final] = [BLOCKS[block.value], isFinal.value === 1];
    if (type === undefined) return final ? { type: 'end' } : null;
    if (type === 'fixed') return { type, final };
    if (type === 'stored') return { type, left: storedLeft.value, final };
    const { lengths } = this.#addresses;
    return {
      type,
      lengths: new Uint8Array(this.#memory.subarray(lengths, lengths + literals.value + distances.value)),
      literals: literals.value,
      distances: distances.value,
      final,
    };
  }
}

/** @param {string} reason */
function corrupt(reason) {
  return new ArchiveError('archive/corrupt', `the compressed bytes are damaged: ${reason}`);
}

const NOTHING = new Uint8Array(0);

// As `assembly/inflate.ts` numbers them.
const NO_BLOCK = -1;

// As `assembly/status.ts` numbers them; the refusals are in zlib's words.
const OK = 0;
const NEEDS_INPUT = 1;
const IS_DONE = 3;
const REFUSALS = [
  'invalid block type',
  'invalid stored block lengths',
  'too many length or distance symbols',
  'invalid code lengths set',
  'invalid bit length repeat',
  'invalid code -- missing end-of-block',
  'invalid literal/lengths set',
  'invalid distances set',
  'invalid literal/length code',
  'invalid distance code',
  'invalid distance too far back',
];
