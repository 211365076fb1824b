import { StoppedError } from '../errors.js';

/** @import { Readable } from 'node:stream' */
/** @import { ByteSource } from '../archive/read-ahead.js' */

/**
 * Reads bytes forward.
 *
 * @typedef {object} ForwardReader
 * @property {number} position How many bytes were taken or skipped.
 * @property {boolean} isVerified Whether `skip` reads the bytes and passes them on.
 * @property {(length: number) => Promise<Buffer>} take The next bytes; fewer at the end.
 * @property {() => void} pausePoint Fails if the job is to pause, and it came further since it began.
 * @property {(length: number, onBytes?: (bytes: Uint8Array) => void) => Promise<void>} skip Stops at the end. If it fails
 *   because the job is to pause, the bytes up to `position` were skipped.
 */

/**
 * Reads a source forward. Short gaps are read through, so that many small entries do not take a request each.
 * Longer ones are skipped.
 *
 * @implements {ForwardReader}
 */
export class SourceReader {
  #source;
  #pause;
  /** @type {Readable | null} */
  #readable = null;
  /** @type {AsyncIterator<Buffer> | null} */
  #chunks = null;
  /** @type {Buffer} */
  #chunk = NOTHING;
  #isFurther = false;
  #rangeBytes = LEAST_RANGE_BYTES;
  position;
  isVerified = false;

  /**
   * @param {ByteSource} source
   * @param {{ position?: number, pause?: AbortSignal | undefined }} [options]
   */
  constructor(source, { position = 0, pause } = {}) {
    this.#source = source;
    this.#pause = pause;
    this.position = position;
  }

  /**
   * @param {number} length
   * @returns {Promise<Buffer>}
   */
  async take(length) {
    const wanted = Math.min(length, this.#source.bytes - this.position);
    const parts = [];
    for (let left = wanted; left > 0; ) {
      if (this.#chunk.length === 0) await this.#nextChunk();
      const part = this.#chunk.subarray(0, left);
      parts.push(part);
      left -= part.length;
      this.#use(part.length);
    }
    this.#isFurther = true;
    return parts.length === 1 ? Buffer.from(parts[0]) : Buffer.concat(parts);
  }

  pausePoint() {
    if (this.#pause?.aborted && this.#isFurther) throw new StoppedError({ cause: this.#pause.reason });
  }

  /** @param {number} length */
  async skip(length) {
    this.pausePoint();
    const end = Math.min(this.position + length, this.#source.bytes);
    if (end - this.position - this.#chunk.length > LEAP_BYTES) {
      this.close();
      this.position = end;
      this.#rangeBytes = LEAST_RANGE_BYTES;
      return;
    }
    while (this.position < end) {
      if (this.#chunk.length === 0) await this.#nextChunk();
      this.#use(Math.min(this.#chunk.length, end - this.position));
    }
  }

  close() {
    this.#readable?.destroy();
    this.#readable = null;
    this.#chunks = null;
    this.#chunk = NOTHING;
  }

  /** @param {number} length */
  #use(length) {
    this.#chunk = this.#chunk.subarray(length);
    this.position += length;
  }

  async #nextChunk() {
    for (;;) {
      if (this.#chunks === null) {
        const end = Math.min(this.position + this.#rangeBytes, this.#source.bytes);
        this.#readable = this.#source.read(this.position, end);
        this.#chunks = this.#readable[Symbol.asyncIterator]();
        this.#rangeBytes = Math.min(this.#rangeBytes * 4, MAX_RANGE_BYTES);
      }
      const { value, done } = await this.#chunks.next();
      if (done) {
        this.close();
      } else if (value.length > 0) {
        this.#chunk = value;
        return;
      }
    }
  }
}

const NOTHING = Buffer.alloc(0);
/** Reading fewer takes less time than another request. */
const LEAP_BYTES = 1024 ** 2;
/** Enough for a few headers: a large entry may follow. */
const LEAST_RANGE_BYTES = 16 * 1024;
const MAX_RANGE_BYTES = 64 * 1024 ** 2;
