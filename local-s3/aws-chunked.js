import { ChunkSignatures } from './chunk-signatures.js';
import { S3Error } from './s3-error.js';

/** @typedef {import('./chunk-signatures.js').ChunkSigning} ChunkSigning */

/**
 * Removes the `aws-chunked` framing of a body, and yields its data as it arrives. Signatures are checked at the end of
 * each chunk, so the data cannot be trusted before the generator is done.
 *
 * @param {AsyncIterable<Buffer>} source
 * @param {object} options
 * @param {ChunkSigning | null} options.signing Null if the chunks are not signed.
 * @param {string | null} options.trailer The name of the announced trailer, if any.
 * @returns {AsyncGenerator<Buffer, string | null>} Returns the trailer's value.
 */
export async function* decodeAwsChunked(source, { signing, trailer }) {
  const signatures = signing === null ? null : new ChunkSignatures(signing);
  /** @type {string[]} */
  const trailerLines = [];
  /** @type {'size' | 'data' | 'data-end' | 'trailers' | 'done'} */
  let expected = 'size';
  let line = '';
  let chunkBytes = 0;
  let left = 0;

  for await (const bytes of source) {
    let position = 0;
    while (position < bytes.length) {
      if (expected === 'done') throw new S3Error('IncompleteBody', 'There are bytes after the last chunk');
      if (expected === 'data') {
        const data = bytes.subarray(position, position + left);
        position += data.length;
        left -= data.length;
        signatures?.update(data);
        if (left === 0) expected = 'data-end';
        yield data;
        continue;
      }

      const newline = bytes.indexOf(LINE_FEED, position);
      const stop = newline === -1 ? bytes.length : newline + 1;
      line += bytes.toString('latin1', position, stop);
      position = stop;
      if (line.length > MAX_LINE_BYTES) throw new S3Error('IncompleteBody', 'A chunk header is too long');
      if (newline === -1) break;
      if (!line.endsWith('\r\n')) throw new S3Error('IncompleteBody', 'A chunk header has no end');
      const text = line.slice(0, -2);
      line = '';

      if (expected === 'data-end') {
        if (text !== '') throw new S3Error('IncompleteBody', 'A chunk is longer than its header says');
        signatures?.endChunk();
        expected = 'size';
      } else if (expected === 'trailers') {
        if (text === '') expected = 'done';
        else if (trailerLines.push(text) > MAX_TRAILERS) throw new S3Error('MalformedTrailerError');
      } else {
        const previousBytes = chunkBytes;
        chunkBytes = left = startChunk(text, signatures);
        if (chunkBytes > 0 && previousBytes > 0 && previousBytes < MIN_CHUNK_BYTES) throw chunkTooSmall(previousBytes);
        expected = chunkBytes === 0 ? 'trailers' : 'data';
        if (chunkBytes === 0) signatures?.endChunk();
      }
    }
  }
  if (expected !== 'done') throw new S3Error('IncompleteBody');
  return readTrailer(trailerLines, trailer, signatures);
}

/**
 * @param {string} text `size` or `size;chunk-signature=…`
 * @param {ChunkSignatures | null} signatures
 * @returns {number} The chunk's size in bytes.
 */
function startChunk(text, signatures) {
  const match = /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(text);
  if (match === null) throw new S3Error('IncompleteBody', 'A chunk header cannot be read');
  const [, size = '', signature = ''] = match;
  if ((signature === '') !== (signatures === null)) throw new S3Error('SignatureDoesNotMatch');
  signatures?.startChunk(signature);
  return Number.parseInt(size, 16);
}

/**
 * @param {string[]} lines
 * @param {string | null} name
 * @param {ChunkSignatures | null} signatures
 */
function readTrailer(lines, name, signatures) {
  if (name === null) {
    if (lines.length > 0) throw new S3Error('MalformedTrailerError', 'There are trailers that were not announced');
    return null;
  }
  const [line = '', signatureLine = ''] = lines;
  const colon = line.indexOf(':');
  if (lines.length !== (signatures === null ? 1 : 2) || line.slice(0, colon).trim().toLowerCase() !== name) {
    throw new S3Error('MalformedTrailerError', `The trailers are not those that were announced: ${name}`);
  }
  signatures?.endTrailer(line, signatureLine.replace(/^x-amz-trailer-signature:/, ''));
  return line.slice(colon + 1).trim();
}

/** @param {number} bytes */
function chunkTooSmall(bytes) {
  return new S3Error('InvalidChunkSizeError', 'Only the last chunk is allowed to have a size less than 8192 bytes', {
    details: { BadChunkSize: bytes },
  });
}

const LINE_FEED = 0x0a;
const MAX_LINE_BYTES = 1024;
const MAX_TRAILERS = 8;
const MIN_CHUNK_BYTES = 8192;
