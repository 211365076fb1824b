import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { decodeAwsChunked } from './aws-chunked.js';
import { announcedChecksum, checksumHeader, createHasher } from './checksum.js';
import { notImplemented, S3Error } from './s3-error.js';
import { sameText } from './same-text.js';

/** @typedef {import('./checksum.js').ChecksumAlgorithm} ChecksumAlgorithm */
/**
 * A body that arrived completely and matches its headers.
 *
 * @typedef {object} ReceivedBody
 * @property {import('./state.js').Segment} segment
 * @property {string} md5 In hexadecimal.
 * @property {{ algorithm: ChecksumAlgorithm, value: string } | null} checksum In base64.
 */

/**
 * Streams the body of a request to a new file. If anything is wrong with it, the file is removed.
 *
 * @param {import('./request.js').Request} request
 * @param {import('./body-files.js').BodyFiles} bodies
 * @param {ChecksumAlgorithm | null} wanted The checksum to compute if the request has none.
 * @returns {Promise<ReceivedBody>}
 */
export async function receiveToFile(request, bodies, wanted) {
  const bodyReader = readBody(request, wanted);
  const file = bodies.newFile();
  try {
    await pipeline(
      bodyReader.chunks,
      createWriteStream(bodies.path(file), { flags: 'wx', highWaterMark: WRITE_BYTES }),
    );
    const { size, md5, checksum } = bodyReader.result();
    return { segment: { file, size }, md5: md5.toString('hex'), checksum };
  } catch (error) {
    bodies.drop([{ file, size: 0 }]);
    throw error;
  }
}

/**
 * Reads the small XML document in the body of a request.
 *
 * @param {import('./request.js').Request} request
 * @returns {Promise<string>}
 */
export async function receiveText(request) {
  const bodyReader = readBody(request, null);
  const chunks = [];
  let bytes = 0;
  for await (const chunk of bodyReader.chunks) {
    bytes += chunk.length;
    if (bytes > MAX_DOCUMENT_BYTES) throw new S3Error('MaxMessageLengthExceeded', 'The XML document is too long');
    chunks.push(chunk);
  }
  bodyReader.result();
  return Buffer.concat(chunks).toString();
}

/**
 * @param {import('./request.js').Request} request
 * @param {ChecksumAlgorithm | null} wanted
 */
function readBody(request, wanted) {
  const { headers, authorization } = request;
  const announced = announcedChecksum(headers);
  const algorithm = announced?.algorithm ?? wanted;
  const framing = payloadFraming(authorization.payload);
  const declaredBytes = declaredLength(request, framing.chunked);
  const hashers = {
    md5: createHasher('MD5'),
    checksum: algorithm === null ? null : createHasher(algorithm),
    sha256: framing.sha256 === null ? null : createHasher('SHA256'),
  };
  let size = 0;
  let trailer = announced?.value ?? null;

  async function* chunks() {
    const raw = request.body();
    const trailerName = announced?.value === null ? checksumHeader(announced.algorithm) : null;
    const signing = framing.signed ? { seed: authorization.signature, sign: authorization.signChunk } : null;
    const decoded = framing.chunked ? decodeAwsChunked(raw, { signing, trailer: trailerName }) : raw;
    const iterator = decoded[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) {
        if (trailerName !== null) trailer = value ?? null;
        break;
      }
      size += value.length;
      if (size > declaredBytes) throw new S3Error('IncompleteBody');
      for (const hasher of Object.values(hashers)) hasher?.update(value);
      yield value;
    }
    if (size !== declaredBytes) throw new S3Error('IncompleteBody');
  }

  function result() {
    const md5 = hashers.md5.digest();
    const contentMd5 = headers['content-md5'];
    if (contentMd5 !== undefined && md5.toString('base64') !== contentMd5) throw new S3Error('BadDigest');
    if (framing.sha256 !== null && !sameText(framing.sha256, hashers.sha256?.digest().toString('hex') ?? '')) {
      throw new S3Error('XAmzContentSHA256Mismatch', 'The x-amz-content-sha256 header is not the digest of the body');
    }
    const value = hashers.checksum?.digest().toString('base64') ?? '';
    if (announced !== null && trailer !== value) {
      const name = announced.algorithm;
      throw new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
    }
    return { size, md5, checksum: algorithm === null ? null : { algorithm, value } };
  }
  return { chunks: chunks(), result };
}

/** @param {string} payload The request's `x-amz-content-sha256`. */
function payloadFraming(payload) {
  if (payload === 'UNSIGNED-PAYLOAD') return { chunked: false, signed: false, sha256: null };
  if (payload === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') return { chunked: true, signed: false, sha256: null };
  if (/^STREAMING-AWS4-HMAC-SHA256-PAYLOAD(-TRAILER)?$/.test(payload)) {
    return { chunked: true, signed: true, sha256: null };
  }
  if (/^[0-9a-f]{64}$/.test(payload)) return { chunked: false, signed: false, sha256: payload };
  throw notImplemented(`x-amz-content-sha256: ${payload}`);
}

/**
 * @param {import('./request.js').Request} request
 * @param {boolean} chunked
 */
function declaredLength({ headers }, chunked) {
  if (!chunked && headers['transfer-encoding'] !== undefined) throw notImplemented('the header Transfer-Encoding');
  const length = headers[chunked ? 'x-amz-decoded-content-length' : 'content-length'];
  if (length === undefined || !/^\d+$/.test(String(length))) throw new S3Error('MissingContentLength');
  if (Number(length) > MAX_BODY_BYTES) throw new S3Error('EntityTooLarge', 'The body is larger than 5 GiB');
  return Number(length);
}

const WRITE_BYTES = 1024 * 1024;
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;
const MAX_BODY_BYTES = 5 * 1024 ** 3;
