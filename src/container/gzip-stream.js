import { crc32 } from 'node:zlib';
import { Inflater } from '../engine/inflater.js';
import { isGzip, readGzipHeader } from './gzip-header.js';
import { GzipInput } from './gzip-input.js';
import { checkPadding } from './gzip-padding.js';
import { TRAILER_BYTES, verifyTrailer } from './gzip-trailer.js';

/** @import { ByteSource } from '../archive/read-ahead.js' */
/** @import { Engine } from '../engine/engine.js' */
/** @import { InflaterSnapshot } from '../engine/inflater-snapshot.js' */

/**
 * A place in a gzip stream from which it can be inflated: plain data.
 *
 * @typedef {object} SeekPoint
 * @property {number} offset How many inflated bytes are before it.
 * @property {number} deflateStart Where the member's deflate stream begins in the source; or where its trailer does, if `reader` is
 *   null.
 * @property {InflaterSnapshot | null} reader
 * @property {{ bytes: number, crc32: number }} member Of the member's inflated bytes so far.
 *
 * @typedef {{ start: number, end: number }} Addresses Of inflated bytes, in the engine's memory.
 */

/**
 * Inflates a gzip file (RFC 1952) of any number of members, forward, step by step.
 */
export class GzipStream {
  #engine;
  #verifies;
  #input;
  /** @type {Inflater | null} Null outside of a member's deflate stream. */
  #inflater = null;
  #isAtTrailer = false;
  #deflateStart = 0;
  #member = { bytes: 0, crc32: 0 };
  /** For the next step. @type {unknown} */
  #failure = null;

  /** How many bytes were inflated. */
  offset = 0;
  /** FNAME of the first member. @type {Buffer | null} */
  name = null;

  /**
   * @param {object} options
   * @param {ByteSource} options.source
   * @param {Engine} options.engine Nothing else may use it until the stream is closed.
   * @param {boolean} options.verifies Whether to check each member's CRC-32 and size. A seek point of a stream that does not is of
   *   no use to one that does.
   * @param {SeekPoint | null} options.from Null for the beginning.
   */
  constructor({ source, engine, verifies, from }) {
    this.#engine = engine;
    this.#verifies = verifies;
    this.#input = new GzipInput(source, from === null ? 0 : from.deflateStart + (from.reader?.position ?? 0));
    if (from === null) return;
    this.offset = from.offset;
    this.#deflateStart = from.deflateStart;
    this.#member = { ...from.member };
    this.#inflater = from.reader && Inflater.restore(engine, from.reader);
    this.#isAtTrailer = from.reader === null;
  }

  /** How many bytes of the source were used. */
  get compressedBytes() {
    if (this.#inflater !== null) return this.#deflateStart + this.#inflater.compressedBytes;
    return this.#input.position;
  }

  /**
   * Inflates the next bytes.
   *
   * @returns {Promise<Addresses | null>} Their addresses in the engine's memory, valid until the next step.
   *   There may be none of them, so that nothing in a file keeps a job from pausing; null at the end.
   * @throws {ArchiveError | StorageError} `archive/truncated`, `archive/corrupt`, `archive/crc-mismatch`, `archive/size-mismatch`
   */
  async step() {
    if (this.#failure !== null) throw this.#failure;
    for (;;) {
      if (this.#isAtTrailer) await this.#passTrailer();
      this.#inflater ??= await this.#beginMember();
      if (this.#inflater === null) return null;
      const inflated = await this.#inflate(this.#inflater);
      if (inflated === null) {
        this.#endDeflate();
        continue;
      }
      this.#count(inflated);
      return this.#withShortMembers(this.#inflater, inflated);
    }
  }

  /**
   * Inflates short members that follow in the same chunk. A file may have one for each byte, and promises for each would take longer.
   *
   * @param {Inflater} inflater
   * @param {Addresses} first What it has inflated last.
   * @returns {Addresses} With what follows.
   */
  #withShortMembers(inflater, first) {
    if (first.end - first.start > SHORT_BYTES) return first;
    const { memory, exports } = this.#engine;
    const start = exports.TEXT.value;
    let [last, end] = [first, start];
    for (let members = 1; ; members++) {
      if (last.end > last.start) memory.copyWithin(end, last.start, last.end);
      end += last.end - last.start;
      if (members === MOST_MEMBERS || !inflater.isDone) return { start, end };
      try {
        if (!this.#beginNextMember(inflater)) return { start, end };
        last = this.#input.inflate(inflater, SHORT_BYTES);
      } catch (error) {
        // What is before it may have an error of its own, however the file is cut into chunks.
        this.#failure = error;
        return { start, end };
      }
      this.#count(last);
    }
  }

  /**
   * @param {Inflater} inflater At the end of a member.
   * @returns {boolean} Whether another one has begun. Otherwise nothing has changed: not all that is needed for it is in the chunk.
   */
  #beginNextMember(inflater) {
    const behind = inflater.behind(TRAILER_BYTES + SHORT_HEADER_BYTES);
    const header = behind.subarray(TRAILER_BYTES);
    if (!isGzip(header)) return false;
    const { compressedBytes } = this;
    const start = compressedBytes + TRAILER_BYTES;
    if (this.#verifies) verifyTrailer(behind, this.#member, compressedBytes);
    const read = readGzipHeader(header, start);
    if (read === null) return false;
    inflater.beginNext(TRAILER_BYTES + read.length);
    this.#deflateStart = start + read.length;
    this.#member = { bytes: 0, crc32: 0 };
    return true;
  }

  /** @param {Addresses} inflated */
  #count({ start, end }) {
    this.offset += end - start;
    this.#member.bytes += end - start;
    if (this.#verifies && end > start) {
      this.#member.crc32 = crc32(this.#engine.memory.subarray(start, end), this.#member.crc32);
    }
  }

  /** The member's inflated bytes so far; the CRC-32 only if they are verified. */
  get member() {
    return this.#member;
  }

  /** @returns {SeekPoint | null} Where the last step ended; null before the first one, and at the end. */
  seekPoint() {
    if (this.#inflater === null || this.#failure !== null) return null;
    const isDone = this.#inflater.isDone;
    return {
      offset: this.offset,
      deflateStart: isDone ? this.compressedBytes : this.#deflateStart,
      reader: isDone ? null : this.#inflater.snapshot(),
      member: { ...this.#member },
    };
  }

  close() {
    this.#input.close();
  }

  /** @returns {Promise<Inflater | null>} Of the next member; null if there is none. */
  async #beginMember() {
    const input = this.#input;
    const start = input.position;
    await input.gather(3);
    if (start > 0 && !isGzip(input.rest)) {
      await checkPadding(input);
      return null;
    }
    const header = await input.gatherHeader();
    if (start === 0) this.name = header.name && Buffer.from(header.name);
    this.#deflateStart = start + header.length;
    this.#member = { bytes: 0, crc32: 0 };
    const inflater = new Inflater(this.#engine);
    input.beginDeflate(header.length);
    if (input.chunk.length > 0) inflater.give(input.chunk);
    return inflater;
  }

  /**
   * @param {Inflater} inflater
   * @returns {Promise<Addresses | null>} Null at the end of its stream.
   */
  async #inflate(inflater) {
    if (inflater.isDone) return null;
    inflater.keep(inflater.end);
    if (inflater.needsInput) {
      if (await this.#input.nextChunk()) inflater.give(this.#input.chunk);
      else inflater.finish();
    }
    return this.#input.inflate(inflater);
  }

  #endDeflate() {
    this.#input.endDeflate(this.compressedBytes);
    this.#inflater = null;
    this.#isAtTrailer = true;
  }

  async #passTrailer() {
    const input = this.#input;
    const end = input.position;
    if (!(await input.gather(TRAILER_BYTES))) throw input.truncated('in a trailer');
    if (this.#verifies) verifyTrailer(input.rest, this.#member, end);
    input.pass(TRAILER_BYTES);
    this.#isAtTrailer = false;
  }
}

/** How many bytes of a member are inflated with those of others. All of them fit in the engine's room for text. */
const SHORT_BYTES = 1024;
const MOST_MEMBERS = 64;
/** A longer header, with a long name, is read from the source. */
const SHORT_HEADER_BYTES = 256;
