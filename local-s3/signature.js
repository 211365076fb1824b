import { createHash, createHmac } from 'node:crypto';
import { presignedVersion } from './presigned.js';
import { S3Error } from './s3-error.js';
import { sameText } from './same-text.js';
import { malformed, readHeader, readQuery, splitCredential } from './sent-signature.js';
import { checkSignatureV2 } from './signature-v2.js';

/** @typedef {import('./sent-signature.js').SentSignature} SentSignature */
/**
 * A verified signature, with what is needed to verify the body.
 *
 * @typedef {object} Authorization
 * @property {string} payload `x-amz-content-sha256`: a hexadecimal digest, or a keyword for a body that is unsigned or
 *   signed in chunks.
 * @property {string} region
 * @property {string} signature
 * @property {(kind: string, previous: string, ...digests: string[]) => string} signChunk Signs a chunk or
 *   the trailers; `previous` is the signature before it.
 */

/**
 * Verifies the signature of a request, in its headers or its query. Version 4:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html
 *
 * @param {import('./request.js').Target} request
 * @param {{ accessKeyId: string, secretAccessKey: string }} credentials
 * @returns {Authorization}
 */
export function checkSignature(request, credentials) {
  const presigned = presignedVersion(request);
  if (presigned === 2) return checkSignatureV2(request, credentials);
  const sent = presigned === 4 ? readQuery(request) : readHeader(request);
  const [accessKeyId, day, region, service, end] = splitCredential(sent);
  if (accessKeyId !== credentials.accessKeyId) throw new S3Error('InvalidAccessKeyId');
  if (service !== 's3' || end !== 'aws4_request' || !sent.date.startsWith(day)) {
    throw malformed('its credential scope', sent);
  }
  checkTime(sent);
  checkSignedHeaders(request, sent);

  const scope = `${day}/${region}/s3/aws4_request`;
  const keyParts = [day, region, 's3', 'aws4_request'];
  const signingKey = keyParts.reduce(hmac, Buffer.from(`AWS4${credentials.secretAccessKey}`));
  const sign = (/** @type {string[]} */ ...lines) => hmac(signingKey, lines.join('\n')).toString('hex');
  const expected = sign('AWS4-HMAC-SHA256', sent.date, scope, sha256(canonicalRequest(request, sent)));
  if (!sameText(expected, sent.signature)) throw new S3Error('SignatureDoesNotMatch');
  return {
    payload: sent.payload,
    region,
    signature: sent.signature,
    signChunk: (kind, previous, ...digests) => sign(kind, sent.date, scope, previous, ...digests),
  };
}

/** @param {SentSignature} sent */
function checkTime(sent) {
  const { date, expiresSeconds } = sent;
  const [, year, month, day, hour, minute, second] = DATE.exec(date) ?? [];
  const signed = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signed)) throw malformed('its date', sent);
  const age = Date.now() - signed;
  if (expiresSeconds === null) {
    if (Math.abs(age) > SKEW_MS) throw new S3Error('RequestTimeTooSkewed');
    return;
  }
  if (age < -SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (age > expiresSeconds * 1000) {
    const Expires = new Date(signed + expiresSeconds * 1000).toISOString();
    const details = { 'X-Amz-Expires': expiresSeconds, Expires, ServerTime: new Date().toISOString() };
    throw new S3Error('AccessDenied', 'Request has expired', { details });
  }
}

/**
 * @param {import('./request.js').Target} request
 * @param {SentSignature} sent
 */
function checkSignedHeaders({ headers }, { signedHeaders }) {
  const needed = Object.keys(headers).filter(name => name === 'host' || name.startsWith('x-amz-'));
  const missing = needed.filter(name => !signedHeaders.includes(name));
  if (missing.length > 0) {
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      details: { HeadersNotSigned: missing.join(', ') },
    });
  }
}

/**
 * @param {import('./request.js').Target} request
 * @param {SentSignature} sent
 */
function canonicalRequest({ method, rawPath, query, headers }, { signedHeaders, payload }) {
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort();
  const signed = signedHeaders.map(
    name =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replace(/ +/g, ' ')}\n`,
  );
  return [method, rawPath, parameters.join('&'), signed.join(''), signedHeaders.join(';'), payload].join('\n');
}

/** @param {string} text */
function encodeStrictly(text) {
  return encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * @param {Buffer} key
 * @param {string} text
 */
function hmac(key, text) {
  return createHmac('sha256', key).update(text).digest();
}

// Node decodes header bytes as Latin-1, and the signature covers the bytes. The SDK signs metadata as UTF-8, but Node sends
// it as Latin-1 if the body is a Buffer. Such metadata outside ASCII is refused, as by S3.
/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

const DATE = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const SKEW_MS = 15 * 60 * 1000;
