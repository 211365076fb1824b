import { ArchiveError } from '../errors.js';
import { releaseWhole } from '../memory/chunk-memory.js';
import { readGzipHeader } from './gzip-header.js';

/** @import { Readable } from 'node:stream' */
/** @import { ByteSource } from '../archive/read-ahead.js' */
/** @import { Inflater } from '../engine/inflater.js' */

/**
 * The bytes of a gzip file, from a place in it on. Headers and trailers are gathered in `rest`; chunks of a deflate stream are
 * handed on as they come.
 */
export class GzipInput {
  #source;
  /** @type {Readable | null} */
  #readable = null;
  /** @type {AsyncIterator<Buffer> | null} */
  #chunks = null;
  /** Where the last chunk ends in the source. */
  #chunkEnd;
  /** The last bytes before the chunk: the inflater may find the end of its stream in them. @type {Buffer} */
  #before = NOTHING;

  /** The last chunk. It may be in use by the inflater. @type {Buffer} */
  chunk = NOTHING;
  /** Bytes that belong to no deflate stream. @type {Buffer} */
  rest = NOTHING;
  isAtEnd = false;

  /**
   * @param {ByteSource} source
   * @param {number} start Where to begin.
   */
  constructor(source, start) {
    this.#source = source;
    this.#chunkEnd = start;
  }

  /** Where `rest` begins in the source. */
  get position() {
    return this.#chunkEnd - this.rest.length;
  }

  /**
   * @param {number} length
   * @returns {Promise<boolean>} Whether `rest` has that many bytes.
   */
  async gather(length) {
    const parts = [this.rest];
    let gathered = this.rest.length;
    while (gathered < length && (await this.nextChunk())) {
      parts.push(this.chunk);
      gathered += this.chunk.length;
      this.chunk = NOTHING;
    }
    if (parts.length > 1) this.rest = Buffer.concat(parts);
    return gathered >= length;
  }

  /**
   * @returns {Promise<{ length: number, name: Buffer | null }>} The header at the beginning of `rest`.
   * @throws {ArchiveError | StorageError} `archive/truncated`, `archive/corrupt`, `archive/crc-mismatch`
   */
  async gatherHeader() {
    const start = this.position;
    for (;;) {
      const header = readGzipHeader(this.rest, start);
      if (header !== null) return header;
      const { length } = this.rest;
      // Twice as much each time: it is looked at from its beginning.
      await this.gather(2 * length + 1);
      if (this.rest.length === length) throw this.truncated('in a header');
    }
  }

  /** @param {number} length How many bytes at the beginning of `rest` are done with. */
  pass(length) {
    this.rest = this.rest.subarray(length);
  }

  /**
   * A deflate stream begins: what was read is its first chunk.
   *
   * @param {number} headerBytes How many bytes of `rest` are in front of it.
   */
  beginDeflate(headerBytes) {
    this.chunk = this.rest.subarray(headerBytes);
    this.#before = NOTHING;
    this.rest = NOTHING;
  }

  /** @param {number} end Where the deflate stream has ended in the source: in the last chunk, or shortly before it. */
  endDeflate(end) {
    const chunkStart = this.#chunkEnd - this.chunk.length;
    // No copy: a chunk may hold very many members. Its memory is left to the garbage collector.
    this.rest =
      end >= chunkStart
        ? this.chunk.subarray(end - chunkStart)
        : Buffer.concat([this.#before.subarray(this.#before.length - (chunkStart - end)), this.chunk]);
    this.chunk = NOTHING;
  }

  /** @returns {Promise<boolean>} Whether there is another chunk. The one before is freed. */
  async nextChunk() {
    if (this.#chunks === null) {
      this.#readable = this.#source.read(this.#chunkEnd, this.#source.bytes);
      this.#chunks = this.#readable[Symbol.asyncIterator]();
    }
    const used = this.chunk;
    if (used.length > 0) {
      this.#before = Buffer.concat([this.#before, used.subarray(-LOOK_BACK_BYTES)]).subarray(-LOOK_BACK_BYTES);
      this.chunk = NOTHING;
      releaseWhole(used);
    }
    for (;;) {
      const { value, done } = await this.#chunks.next();
      if (done) {
        this.isAtEnd = true;
        return false;
      }
      if (value.length === 0) continue;
      this.chunk = value;
      this.#chunkEnd += value.length;
      return true;
    }
  }

  /**
   * @param {Inflater} inflater Has the last chunk.
   * @param {number} [most] See `Inflater`.
   * @throws {ArchiveError} `archive/corrupt`, `archive/truncated`
   */
  inflate(inflater, most) {
    try {
      return inflater.step(most);
    } catch (error) {
      if (this.isAtEnd && /** @type {Error} */ (error).message.endsWith('unexpected end of file')) {
        throw this.truncated('in its compressed bytes');
      }
      throw error;
    }
  }

  /** @param {string} where */
  truncated(where) {
    return new ArchiveError(
      'archive/truncated',
      `the gzip file ends ${where}, after ${this.#source.bytes} bytes; it was cut off: send it again`,
    );
  }

  close() {
    this.#readable?.destroy();
  }
}

const NOTHING = Buffer.alloc(0);
/** The inflater leaves fewer bytes unused (`UNUSED_BYTES` in `assembly/memory.ts`). */
const LOOK_BACK_BYTES = 4096;
