import { constants, createZstdDecompress } from 'node:zlib';
import { ArchiveError, LimitError } from '../errors.js';
import { releaseOneLater } from '../memory/chunk-memory.js';
import { CHUNK_BYTES, ZSTD_WINDOW_BYTES } from '../memory/memory-plan.js';
import { quoteName } from '../printable.js';

/** @import { ZstdDecompress } from 'node:zlib' */
/** @import { Entry } from '../archive/entry.js' */

/**
 * Inflates a zstd entry (RFC 8878) by Node's zlib: one frame or several, also skippable ones, and nothing else.
 *
 * @param {AsyncIterable<Buffer> | Iterable<Buffer>} chunks Its compressed bytes.
 * @param {Pick<Entry, 'name'>} entry
 * @param {{ isCut?: boolean, maxFrames?: number }} [options] `isCut`: whether bytes are missing at the end, so that the last frame has
 *   none.
 * @returns {AsyncGenerator<Buffer, void>} Each is valid until the next one is asked for.
 * @throws {ArchiveError | LimitError} `archive/corrupt`, `limit/window`, `limit/frames`
 */
export async function* inflateZstd(chunks, entry, { isCut = false, maxFrames = MAX_FRAMES } = {}) {
  const release = releaseOneLater();
  /** @type {ZstdFrame | null} */
  let frame = null;
  let frames = 0;
  try {
    for await (const chunk of chunks) {
      for (let used = 0; used < chunk.length; ) {
        if (frame === null && ++frames > maxFrames) throw tooManyFrames(entry, maxFrames);
        frame ??= new ZstdFrame();
        const before = frame.bytesUsed;
        yield* frame.inflate(chunk.subarray(used));
        used += frame.bytesUsed - before;
        if (!frame.hasEnded) continue;
        frame.close();
        frame = null;
      }
      release(chunk);
    }
    if (!isCut) yield* (frame ?? new ZstdFrame()).end();
  } catch (error) {
    throw explain(error, entry);
  } finally {
    frame?.close();
  }
}

/** A stream of Node's, which ends with its frame, unless that ends with a chunk: then the next one may follow in it. */
class ZstdFrame {
  /** @type {ZstdDecompress} */
  #stream;
  /** @type {Error | null} */
  #error = null;
  #wake = () => {};

  hasEnded = false;

  constructor() {
    // A mark of one byte keeps the stream from inflating on before its last output was taken.
    const options = {
      chunkSize: CHUNK_BYTES,
      highWaterMark: 1,
      params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
    };
    this.#stream = createZstdDecompress(options);
    this.#stream.on('readable', () => this.#wake());
    this.#stream.on('end', () => {
      this.hasEnded = true;
      this.#wake();
    });
    this.#stream.on('error', error => {
      this.#error = error;
      this.#wake();
    });
  }

  get bytesUsed() {
    return this.#stream.bytesWritten;
  }

  /**
   * @param {Buffer} chunk Of which `bytesUsed` counts what was used: less than all, if the frame has ended.
   */
  async *inflate(chunk) {
    let isUsed = false;
    this.#stream.write(chunk, () => {
      isUsed = true;
      this.#wake();
    });
    yield* this.#outputUntil(() => isUsed);
  }

  /** Call it after the last chunk. */
  async *end() {
    this.#stream.end();
    yield* this.#outputUntil(() => false);
  }

  close() {
    this.#stream.destroy();
  }

  /** @param {() => boolean} isDone */
  async *#outputUntil(isDone) {
    while (true) {
      /** @type {Buffer | null} */
      const bytes = this.#stream.read();
      if (bytes !== null) {
        yield bytes;
        releaseEnd(bytes);
      } else if (this.#error !== null) throw this.#error;
      else if (this.hasEnded || isDone()) return;
      else await new Promise(resolve => (this.#wake = () => resolve(null)));
    }
  }
}

/**
 * Frees the memory of an output that is the last one in its buffer.
 *
 * @param {Buffer} bytes
 */
function releaseEnd({ buffer, byteOffset, byteLength }) {
  // Smaller ones may be Node's own, which others use too.
  if (buffer.byteLength !== CHUNK_BYTES || byteOffset + byteLength < CHUNK_BYTES) return;
  /** @type {ArrayBuffer} */ (buffer).transfer(0);
}

/**
 * @param {unknown} error
 * @param {Pick<Entry, 'name'>} entry
 */
function explain(error, { name }) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'ZSTD_error_frameParameter_windowTooLarge') {
    return new LimitError(
      'limit/window',
      `entry ${quoteName(name)} needs a zstd window of more than ${ZSTD_WINDOW_BYTES} bytes (limit: 8 MiB); compress it by ` +
        'level 19 or less without --long or --ultra, or by deflate',
      { cause: error },
    );
  }
  if (code !== 'Z_BUF_ERROR' && !code?.startsWith('ZSTD_')) return error;
  const reason = message.charAt(0).toLowerCase() + message.slice(1);
  return new ArchiveError('archive/corrupt', `the compressed bytes are damaged: ${reason}`, { cause: error });
}

/**
 * @param {Pick<Entry, 'name'>} entry
 * @param {number} limit
 */
function tooManyFrames({ name }, limit) {
  return new LimitError(
    'limit/frames',
    `entry ${quoteName(name)} has more than ${limit} zstd frames (limit: ${limit}); compress it as one frame`,
  );
}

/** Each takes a fifth of a millisecond to open, and may have nine bytes and hold nothing. */
export const MAX_FRAMES = 20_000;

const WINDOW_LOG = Math.log2(ZSTD_WINDOW_BYTES);
