import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { RATIO_FLOOR_BYTES } from '../archive/guard-limits.js';
import { LimitError, StoppedError } from '../errors.js';
import { GzipStream } from './gzip-stream.js';
import { SeekPoints } from './seek-points.js';

/** @import { ByteSource } from '../archive/read-ahead.js' */
/** @import { Engine } from '../engine/engine.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { ForwardReader } from './forward-reader.js' */
/** @import { SeekPoint } from './gzip-stream.js' */
/** @import { SeekPointsState } from './seek-points.js' */

/**
 * @typedef {{ bytesRead: number, bytesTotal: number }} FirstPassProgress Of the gzip file's own bytes.
 *
 * @typedef {object} FirstPassState Plain data.
 * @property {SeekPoint} at
 * @property {Uint8Array} fresh The last inflated bytes before that place: those that were not taken.
 * @property {SeekPointsState<SeekPoint>} points
 * @property {number} crc32 Of all that was inflated.
 * @property {Uint8Array | null} name
 */

/**
 * Inflates a gzip file for the first time: verifies it, limits it, and notes seek points for the second time.
 *
 * @implements {ForwardReader}
 */
export class FirstPass {
  #source;
  #engine;
  #limits;
  #maxBytes;
  #pause;
  #onProgress;
  #stream;
  #points;
  #name;
  /** Of all inflated bytes. */
  #crc32 = 0;
  /** Inflated bytes that were not taken; in the engine's memory, or of the state. @type {Uint8Array} */
  #fresh;
  #isFurther = false;
  #isAtEnd = false;
  #quietBytes = 0;
  isVerified = true;

  /**
   * @param {object} options
   * @param {ByteSource} options.source
   * @param {Engine} options.engine
   * @param {Recipe['limits']} options.limits
   * @param {number} [options.maxBytes] What the ratio leaves for it, if it is within another archive.
   * @param {AbortSignal | undefined} options.pause
   * @param {((progress: FirstPassProgress) => void) | undefined} [options.onProgress] Called a few times a second.
   * @param {FirstPassState | undefined} state
   */
  constructor({ source, engine, limits, maxBytes = Number.POSITIVE_INFINITY, pause, onProgress }, state) {
    this.#source = source;
    this.#engine = engine;
    this.#limits = limits;
    this.#maxBytes = maxBytes;
    this.#pause = pause;
    this.#onProgress = onProgress;
    this.#stream = new GzipStream({ source, engine, verifies: true, from: state?.at ?? null });
    this.#points = /** @type {SeekPoints<SeekPoint>} */ (new SeekPoints(state?.points));
    this.#name = state?.name ?? null;
    this.#crc32 = state?.crc32 ?? 0;
    this.#fresh = state?.fresh ?? NOTHING;
  }

  get position() {
    return this.#stream.offset - this.#fresh.length;
  }

  /** FNAME of the first member. */
  get name() {
    return this.#name ?? this.#stream.name;
  }

  /** The CRC-32 of all that was inflated. */
  get crc32() {
    return this.#crc32;
  }

  get points() {
    return this.#points.state();
  }

  /**
   * @param {number} length
   * @returns {Promise<Buffer>}
   */
  async take(length) {
    const bytes = Buffer.allocUnsafe(length);
    let taken = 0;
    while (taken < length && (this.#fresh.length > 0 || (await this.#step()))) {
      const part = this.#use(length - taken);
      bytes.set(part, taken);
      taken += part.length;
    }
    return bytes.subarray(0, taken);
  }

  pausePoint() {
    if (this.#pause?.aborted && this.#isFurther && this.#stream.seekPoint() !== null) {
      throw new StoppedError({ cause: this.#pause.reason });
    }
  }

  /**
   * @param {number} length
   * @param {(bytes: Uint8Array) => void} [onBytes]
   */
  async skip(length, onBytes) {
    for (let left = length; left > 0; ) {
      if (this.#fresh.length === 0) {
        this.pausePoint();
        if (!(await this.#step())) return;
      }
      const part = this.#use(left);
      onBytes?.(part);
      left -= part.length;
    }
  }

  /** @returns {FirstPassState | null} Null where it cannot be suspended: before the first bytes. */
  state() {
    const at = this.#stream.seekPoint();
    if (at === null) return null;
    return {
      at,
      fresh: new Uint8Array(this.#fresh),
      points: this.#points.state(),
      crc32: this.#crc32,
      name: this.name,
    };
  }

  close() {
    this.#stream.close();
  }

  /** @param {number} length */
  #use(length) {
    const part = this.#fresh.subarray(0, length);
    this.#fresh = this.#fresh.subarray(part.length);
    return part;
  }

  /** @returns {Promise<boolean>} Whether there are more bytes. */
  async #step() {
    if (this.#isAtEnd) return false;
    const inflated = await this.#stream.step();
    this.#isAtEnd = inflated === null;
    if (inflated === null) return false;
    this.#isFurther = true;
    this.#fresh = this.#engine.memory.subarray(inflated.start, inflated.end);
    const { member, offset } = this.#stream;
    const isFirstMember = member.bytes === offset;
    this.#crc32 = isFirstMember ? member.crc32 : crc32(this.#fresh, this.#crc32);
    this.#guard();
    this.#points.pass(this.#stream);
    this.#quietBytes += STEP_BYTES + this.#fresh.length;
    if (this.#quietBytes >= MAX_QUIET_BYTES) {
      this.#quietBytes = 0;
      this.#onProgress?.({ bytesRead: this.#stream.compressedBytes, bytesTotal: this.#source.bytes });
      await setImmediate();
    }
    return true;
  }

  /** Refuses a bomb as soon as it shows. */
  #guard() {
    const { maxRatio, maxTotalBytes, maxEntries } = this.#limits;
    const { offset, compressedBytes } = this.#stream;
    if (offset > RATIO_FLOOR_BYTES && offset > maxRatio * compressedBytes) {
      throw new LimitError(
        'limit/ratio',
        `the first ${compressedBytes} of the gzip file's ${this.#source.bytes} bytes inflate to ${offset} bytes (limits.maxRatio: ${maxRatio})`,
      );
    }
    if (offset > this.#maxBytes) {
      throw new LimitError(
        'limit/ratio',
        `the gzip file inflates to more than the ${this.#maxBytes} bytes that the outermost archive's size allows, over all archives ` +
          `within it (limits.maxRatio: ${maxRatio})`,
      );
    }
    if (offset > maxTotalBytes + Math.max(LEAST_HEADERS_BYTES, maxEntries * HEADERS_BYTES)) {
      throw new LimitError(
        'limit/bytes',
        `the gzip file inflates to more than ${offset} bytes (limits.maxTotalBytes: ${maxTotalBytes})`,
      );
    }
  }
}

/** How many bytes may be inflated before the event loop gets a turn: timers and signals would not be seen. */
const MAX_QUIET_BYTES = 4 * 1024 ** 2;
/** What a step counts in addition to its bytes: very many may have none, and each may read the codes of many members. */
const STEP_BYTES = 256 * 1024;
/**
 * What a tar's headers and padding may take besides its entries, on average for each: the headers of an entry with the longest
 * name that is accepted, and some more metadata. The entries' own bytes are limited exactly, by their sizes.
 */
const HEADERS_BYTES = 4 * 1024;
const LEAST_HEADERS_BYTES = 64 * 1024 ** 2;
const NOTHING = new Uint8Array(0);
