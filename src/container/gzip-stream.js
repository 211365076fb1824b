import { crc32 } from 'node:zlib';
import { hex } from '../archive/verifier.js';
import { Inflater } from '../engine/inflater.js';
import { ArchiveError } from '../errors.js';
import { releaseWhole } from '../memory/chunk-memory.js';
import { isGzip, readGzipHeader } from './gzip-header.js';

/** @import { Readable } from 'node:stream' */
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
  #source;
  #engine;
  #verifies;
  /** @type {Readable | null} */
  #readable = null;
  /** @type {AsyncIterator<Buffer> | null} */
  #chunks = null;
  /** The last chunk. It may be in use by the inflater. @type {Buffer} */
  #chunk = NOTHING;
  /** Where the last chunk ends in the source. */
  #chunkEnd = 0;
  /** The last bytes before the chunk: the inflater may find the end of its stream in them. @type {Buffer} */
  #before = NOTHING;
  /** Bytes that belong to no deflate stream. @type {Buffer} */
  #rest = NOTHING;
  #isAtEnd = false;
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
    this.#source = source;
    this.#engine = engine;
    this.#verifies = verifies;
    if (from === null) return;
    this.offset = from.offset;
    this.#deflateStart = from.deflateStart;
    this.#member = { ...from.member };
    this.#inflater = from.reader && Inflater.restore(engine, from.reader);
    this.#isAtTrailer = from.reader === null;
    this.#chunkEnd = from.deflateStart + (from.reader?.position ?? 0);
  }

  /** How many bytes of the source were used. */
  get compressedBytes() {
    if (this.#inflater !== null) return this.#deflateStart + this.#inflater.compressedBytes;
    return this.#chunkEnd - this.#rest.length;
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
    this.#readable?.destroy();
  }

  /** @returns {Promise<Inflater | null>} Of the next member; null if there is none. */
  async #beginMember() {
    const start = this.#chunkEnd - this.#rest.length;
    await this.#gather(3);
    if (start > 0 && !isGzip(this.#rest)) {
      await this.#checkPadding();
      return null;
    }
    let header = readGzipHeader(this.#rest, start);
    for (; header === null; header = readGzipHeader(this.#rest, start)) {
      if (!(await this.#gather(this.#rest.length + 1))) throw this.#truncated('in a header');
    }
    if (start === 0) this.name = header.name && Buffer.from(header.name);
    this.#deflateStart = start + header.length;
    this.#member = { bytes: 0, crc32: 0 };
    const inflater = new Inflater(this.#engine);
    // What was read behind the header is the inflater's first chunk.
    this.#chunk = this.#rest.subarray(header.length);
    this.#before = NOTHING;
    this.#rest = NOTHING;
    if (this.#chunk.length > 0) inflater.give(this.#chunk);
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
      if (await this.#nextChunk()) inflater.give(this.#chunk);
      else inflater.finish();
    }
    return this.#step(inflater);
  }

  /** @param {Inflater} inflater */
  #step(inflater) {
    try {
      return inflater.step();
    } catch (error) {
      if (this.#isAtEnd && /** @type {Error} */ (error).message.endsWith('unexpected end of file')) {
        throw this.#truncated('in its compressed bytes');
      }
      throw error;
    }
  }

  #endDeflate() {
    const end = this.compressedBytes;
    const chunkStart = this.#chunkEnd - this.#chunk.length;
    // No copy: a chunk may hold very many members. Its memory is left to the garbage collector.
    this.#rest =
      end >= chunkStart
        ? this.#chunk.subarray(end - chunkStart)
        : Buffer.concat([this.#before.subarray(this.#before.length - (chunkStart - end)), this.#chunk]);
    this.#chunk = NOTHING;
    this.#inflater = null;
    this.#isAtTrailer = true;
  }

  async #passTrailer() {
    const end = this.#chunkEnd - this.#rest.length;
    if (!(await this.#gather(TRAILER_BYTES))) throw this.#truncated('in a trailer');
    if (this.#verifies) this.#verify(end);
    this.#rest = this.#rest.subarray(TRAILER_BYTES);
    this.#isAtTrailer = false;
  }

  /** @param {number} end Where the trailer begins. */
  #verify(end) {
    const { bytes, crc32: actual } = this.#member;
    //  0 - CRC-32
    const declared = this.#rest.readUInt32LE(0);
    //  4 - size, modulo 2^32
    const size = this.#rest.readUInt32LE(4);
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

  /** As gzip does, ignores zeros behind the last member: tapes are filled up with them. It only warns of anything else. */
  async #checkPadding() {
    do {
      const odd = this.#rest.findIndex(byte => byte !== 0);
      if (odd !== -1) {
        const at = this.#chunkEnd - this.#rest.length + odd;
        if (odd === 0 && this.#isAtEnd && isGzipBeginning(this.#rest)) throw this.#truncated('in a header');
        throw new ArchiveError(
          'archive/corrupt',
          `there are other bytes behind the gzip data, from byte ${at} on; send the gzip file alone`,
        );
      }
      this.#rest = NOTHING;
    } while (await this.#gather(1));
  }

  /**
   * @param {number} length
   * @returns {Promise<boolean>} Whether `#rest` has that many bytes.
   */
  async #gather(length) {
    while (this.#rest.length < length) {
      if (!(await this.#nextChunk())) return false;
      this.#rest = Buffer.concat([this.#rest, this.#chunk]);
      this.#chunk = NOTHING;
    }
    return true;
  }

  /** @returns {Promise<boolean>} */
  async #nextChunk() {
    if (this.#chunks === null) {
      this.#readable = this.#source.read(this.#chunkEnd, this.#source.bytes);
      this.#chunks = this.#readable[Symbol.asyncIterator]();
    }
    const used = this.#chunk;
    if (used.length > 0) {
      this.#before = Buffer.concat([this.#before, used.subarray(-LOOK_BACK_BYTES)]).subarray(-LOOK_BACK_BYTES);
      this.#chunk = NOTHING;
      releaseWhole(used);
    }
    for (;;) {
      const { value, done } = await this.#chunks.next();
      if (done) {
        this.#isAtEnd = true;
        return false;
      }
      if (value.length === 0) continue;
      this.#chunk = value;
      this.#chunkEnd += value.length;
      return true;
    }
  }

  /** @param {string} where */
  #truncated(where) {
    return new ArchiveError(
      'archive/truncated',
      `the gzip file ends ${where}, after ${this.#source.bytes} bytes; it was cut off: send it again`,
    );
  }
}

/** @param {Buffer} bytes Fewer than a header has. */
function isGzipBeginning(bytes) {
  return bytes.length < 3 && bytes.equals(Buffer.from([0x1f, 0x8b]).subarray(0, bytes.length));
}

const NOTHING = Buffer.alloc(0);
const TRAILER_BYTES = 8;
/** The inflater leaves fewer bytes unused (`UNUSED_BYTES` in `assembly/memory.ts`). */
const LOOK_BACK_BYTES = 4096;
