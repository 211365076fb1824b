import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib';

/** @import { AnswerStream, StreamedAnswer, WholeAnswer } from './answer.js' */

/**
 * @typedef {'gzip' | 'zstd'} Encoding
 */

/**
 * Chooses what a client accepts most, and of equals the cheaper one: zstd.
 *
 * @param {string} accepted The header `Accept-Encoding`.
 * @returns {Encoding | null} null: as it is.
 */
export function chooseEncoding(accepted) {
  /** @type {Map<string, number>} */
  const qualities = new Map();
  for (const part of accepted.split(',')) {
    const [name, ...parameters] = part.split(';').map(text => text.trim().toLowerCase());
    const quality = parameters.find(text => text.startsWith('q='));
    qualities.set(name === 'x-gzip' ? 'gzip' : name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const zstd = qualities.get('zstd') ?? qualities.get('*') ?? 0;
  const gzip = qualities.get('gzip') ?? qualities.get('*') ?? 0;
  const identity = qualities.get('identity') ?? 0;
  const best = Math.max(zstd, gzip);
  if (best === 0 || identity > best) return null;
  return zstd >= gzip ? 'zstd' : 'gzip';
}

/**
 * @param {WholeAnswer} answer
 * @param {Encoding | null} encoding
 * @returns {WholeAnswer | Promise<WholeAnswer>}
 */
export function compressWhole(answer, encoding) {
  if (encoding === null || answer.body === null || answer.body.length < WORTH_IT) return answer;
  // An answer that many share is compressed once.
  const made = compressed.get(answer) ?? { gzip: null, zstd: null };
  compressed.set(answer, made);
  made[encoding] ??= compress(answer, answer.body, encoding);
  return made[encoding];
}

/**
 * @param {WholeAnswer} answer
 * @param {Buffer} body
 * @param {Encoding} encoding
 * @returns {Promise<WholeAnswer>}
 */
async function compress(answer, body, encoding) {
  const bytes = encoding === 'gzip' ? await gzipBytes(body, GZIP) : await zstdBytes(body, ZSTD);
  return { ...answer, headers: { ...answer.headers, 'content-encoding': encoding }, body: bytes };
}

/**
 * Each block is passed on at once, so that the first row is not held back.
 *
 * @param {StreamedAnswer} answer
 * @param {Encoding | null} encoding
 * @returns {StreamedAnswer}
 */
export function compressStream(answer, encoding) {
  if (encoding === null) return answer;
  const { stream } = answer;
  const through =
    encoding === 'gzip'
      ? createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH })
      : createZstdCompress({ ...ZSTD, flush: constants.ZSTD_e_flush });
  // An error reaches whoever reads on the other side.
  pipeline(blocksOf(stream), through, () => {});
  const blocks = through[Symbol.asyncIterator]();
  return {
    ...answer,
    headers: { ...answer.headers, 'content-encoding': encoding },
    stream: {
      set onExpired(/** @type {(() => void) | null} */ expired) {
        stream.onExpired = expired;
      },
      async next() {
        const { done, value } = await blocks.next();
        return done ? null : value;
      },
      async close() {
        through.destroy();
        await stream.close();
      },
    },
  };
}

/** @param {AnswerStream} stream */
async function* blocksOf(stream) {
  for (;;) {
    const block = await stream.next();
    if (block === null) return;
    yield block;
  }
}

/** @type {WeakMap<WholeAnswer, Record<Encoding, Promise<WholeAnswer> | null>>} */
const compressed = new WeakMap();
const gzipBytes = promisify(gzip);
const zstdBytes = promisify(zstdCompress);
/** Less fits into one packet as it is. */
const WORTH_IT = 1_400;
/** The fastest: the rows must not wait. */
const GZIP = { level: 1 };
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
