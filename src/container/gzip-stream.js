import { crc32 } from 'node:zlib';
import { hex } from '../archive/verifier.js';
import { Inflater } from '../engine/inflater.js';
import { ArchiveError } from '../errors.js';
import { isGzip, readGzipHeader } from './gzip-header.js';
import { GzipInput } from './gzip-input.js';

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
   * @returns {Promise<{ start: number, end: number } | null>} Their addresses in the engine's memory, valid until the next step.
   *   There may be none of them, so that nothing in a file keeps a job from pausing; null at the end.
   * @throws {ArchiveError | StorageError} `archive/truncated`, `archive/corrupt`, `archive/crc-mismatch`, `archive/size-mismatch`
   */
  async step() {
    for (;;) {
      if (this.#isAtTrailer) await this.#passTrailer();
      this.#inflater ??= await this.#beginMember();
      if (this.#inflater === null) return null;
      const inflated = await this.#inflate(this.#inflater);
      if (inflated === null) {
        this.#endDeflate();
        continue;
      }
      const length = inflated.end - inflated.start;
      this.offset += length;
      this.#member.bytes += length;
      if (this.#verifies) {
        this.#member.crc32 = crc32(this.#engine.memory.subarray(inflated.start, inflated.end), this.#member.crc32);
      }
      return inflated;
    }
  }

  /** The member's inflated bytes so far; the CRC-32 only if they are verified. */
  get member() {
    return this.#member;
  }

  /** @returns {SeekPoint | null} Where the last step ended; null before the first one, and at the end. */
  seekPoint() {
    if (this.#inflater === null) return null;
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
      await this.#checkPadding();
      return null;
    }
    let header = readGzipHeader(input.rest, start);
    for (; header === null; header = readGzipHeader(input.rest, start)) {
      const { length } = input.rest;
      // Twice as much each time: it is looked at from its beginning.
      await input.gather(2 * length + 1);
      if (input.rest.length === length) throw input.truncated('in a header');
    }
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
   * @returns {Promise<{ start: number, end: number } | null>} Null at the end of its stream.
   */
  async #inflate(inflater) {
    if (inflater.isDone) return null;
    inflater.keep(inflater.end);
    if (inflater.needsInput) {
      if (await this.#input.nextChunk()) inflater.give(this.#input.chunk);
      else inflater.finish();
    }
    return this.#step(inflater);
  }

  /** @param {Inflater} inflater */
  #step(inflater) {
    try {
      return inflater.step();
    } catch (error) {
      if (this.#input.isAtEnd && /** @type {Error} */ (error).message.endsWith('unexpected end of file')) {
        throw this.#input.truncated('in its compressed bytes');
      }
      throw error;
    }
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

  /** As gzip does, ignores zeros behind the last member: tapes are filled up with them. It only warns of anything else. */
  async #checkPadding() {
    const input = this.#input;
    do {
      const odd = input.rest.findIndex(byte => byte !== 0);
      if (odd !== -1) {
        if (odd === 0 && input.isAtEnd && isGzipBeginning(input.rest)) throw input.truncated('in a header');
        throw new ArchiveError(
          'archive/corrupt',
          `there are other bytes behind the gzip data, from byte ${input.position + odd} on; send the gzip file alone`,
        );
      }
      input.pass(input.rest.length);
    } while (await input.gather(1));
  }
}

/**
 * @param {Buffer} trailer
 * @param {SeekPoint['member']} member
 * @param {number} end Where the trailer begins.
 */
function verifyTrailer(trailer, { bytes, crc32: actual }, end) {
  //  0 - CRC-32
  const declared = trailer.readUInt32LE(0);
  //  4 - size, modulo 2^32
  const size = trailer.readUInt32LE(4);
  if (declared !== actual) {
    throw new ArchiveError(
      'archive/crc-mismatch',
      `the gzip data up to byte ${end} has the CRC-32 ${hex(actual)}, not its declared ${hex(declared)}; it was damaged: ` +
        'send it again',
    );
  }
  if (size !== bytes % 2 ** 32) {
    throw new ArchiveError(
      'archive/size-mismatch',
      `the gzip data up to byte ${end} inflates to ${bytes} bytes, not to its declared ${size} (modulo 2^32)`,
    );
  }
}

/** @param {Buffer} bytes Fewer than a header has. */
function isGzipBeginning(bytes) {
  return bytes.length < 3 && bytes.equals(Buffer.from([0x1f, 0x8b]).subarray(0, bytes.length));
}

const TRAILER_BYTES = 8;
