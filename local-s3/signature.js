import { createHash, createHmac } from 'node:crypto';
import { presignedVersion } from './presigned.js';
import { S3Error } from './s3-error.js';
import { sameText } from './same-text.js';
import { checkSignatureV2 } from './signature-v2.js';

/**
 * What a request's signature says: where chunk signatures go on from, and what it promises of the body.
 *
 * @typedef {object} Authorization
 * @property {string} payload `x-amz-content-sha256`: a digest in hexadecimal, or one of the words for a body that is
 *   not signed or signed in chunks.
 * @property {string} region
 * @property {string} signature
 * @property {(kind: string, previous: string, ...digests: string[]) => string} signChunk The signature of a chunk, or
 *   of the trailers, that follows the one with the signature `previous`.
 */

/**
 * Checks a request's Signature Version 4, in its headers or in its query.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html
 *
 * @param {import('./route.js').Target} request
 * @param {{ accessKeyId: string, secretAccessKey: string }} credentials
 * @returns {Authorization}
 */
export function checkSignature(request, credentials) {
  const presigned = presignedVersion(request);
  if (presigned === 2) return checkSignatureV2(request, credentials);
  const claim = presigned === 4 ? readQuery(request) : readHeader(request);
  const [accessKeyId, day, region, service, end] = splitCredential(claim);
  if (accessKeyId !== credentials.accessKeyId) throw new S3Error('InvalidAccessKeyId');
  if (service !== 's3' || end !== 'aws4_request' || !claim.date.startsWith(day)) {
    throw malformed('its credential scope', claim);
  }
  checkTime(claim);
  checkSignedHeaders(request, claim);

  const scope = `${day}/${region}/s3/aws4_request`;
  const keyParts = [day, region, 's3', 'aws4_request'];
  const signingKey = keyParts.reduce(hmac, Buffer.from(`AWS4${credentials.secretAccessKey}`));
  const sign = (/** @type {string[]} */ ...lines) => hmac(signingKey, lines.join('\n')).toString('hex');
  const expected = sign('AWS4-HMAC-SHA256', claim.date, scope, sha256(canonicalRequest(request, claim)));
  if (!sameText(expected, claim.signature)) throw new S3Error('SignatureDoesNotMatch');
  return {
    payload: claim.payload,
    region,
    signature: claim.signature,
    signChunk: (kind, previous, ...digests) => sign(kind, claim.date, scope, previous, ...digests),
  };
}

/**
 * @typedef {object} Claim
 * @property {string} credential
 * @property {string[]} signedHeaders
 * @property {string} signature
 * @property {string} date As `20250131T235959Z`.
 * @property {number | null} expiresSeconds Only of a presigned request.
 * @property {string} payload
 */

/**
 * @param {import('./route.js').Target} request
 * @returns {Claim}
 */
function readHeader({ headers }) {
  const authorization = headers.authorization;
  if (authorization === undefined) throw new S3Error('AccessDenied');
  const match = AUTHORIZATION.exec(authorization);
  if (match?.groups === undefined) throw malformed('the Authorization header');
  if (headers['x-amz-security-token'] !== undefined) throw new S3Error('InvalidToken', 'No session tokens are known');
  const { credential = '', signedHeaders = '', signature = '' } = match.groups;
  const date = headers['x-amz-date'];
  if (typeof date !== 'string') throw new S3Error('AccessDenied', 'The x-amz-date header is missing');
  const payload = headers['x-amz-content-sha256'];
  if (typeof payload !== 'string') throw new S3Error('InvalidRequest', 'The x-amz-content-sha256 header is missing');
  return { credential, signedHeaders: signedHeaders.split(';'), signature, date, expiresSeconds: null, payload };
}

/**
 * @param {import('./route.js').Target} request
 * @returns {Claim}
 */
function readQuery({ query, headers }) {
  const parameter = (/** @type {string} */ name) => {
    const value = query.get(`X-Amz-${name}`);
    if (value === undefined) throw wrongParameter(`X-Amz-${name} is missing`);
    return value;
  };
  if (parameter('Algorithm') !== 'AWS4-HMAC-SHA256') {
    throw wrongParameter('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  }
  if (query.has('X-Amz-Security-Token')) throw new S3Error('InvalidToken', 'No session tokens are known');
  const payload = headers['x-amz-content-sha256'] ?? query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD';
  return {
    credential: parameter('Credential'),
    signedHeaders: parameter('SignedHeaders').split(';'),
    signature: parameter('Signature'),
    date: parameter('Date'),
    expiresSeconds: readExpires(parameter('Expires')),
    payload: String(payload),
  };
}

/**
 * @param {Claim} claim
 * @returns {[string, string, string, string, string]}
 */
function splitCredential(claim) {
  const parts = claim.credential.split('/');
  if (parts.length < 5) throw malformed('its credential', claim);
  const [day, region, service, end] = /** @type {[string, string, string, string]} */ (parts.slice(-4));
  return [parts.slice(0, -4).join('/'), day, region, service, end];
}

/** @param {string} text */
function readExpires(text) {
  if (!/^-?\d+$/.test(text)) throw wrongParameter(`X-Amz-Expires should be a number, not ${text}`);
  if (Number(text) < 0) throw wrongParameter(`X-Amz-Expires must be non-negative, not ${text}`);
  if (Number(text) > WEEK_SECONDS) {
    throw wrongParameter(`X-Amz-Expires must be at most a week (${WEEK_SECONDS} seconds), not ${text}`);
  }
  return Number(text);
}

/** @param {Claim} claim */
function checkTime(claim) {
  const { date, expiresSeconds } = claim;
  const [, year, month, day, hour, minute, second] = DATE.exec(date) ?? [];
  const signed = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signed)) throw malformed('its date', claim);
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
 * @param {import('./route.js').Target} request
 * @param {Claim} claim
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
 * @param {import('./route.js').Target} request
 * @param {Claim} claim
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
 * @param {string} what
 * @param {Pick<Claim, 'expiresSeconds'>} [claim]
 */
function malformed(what, claim) {
  if (claim !== undefined && claim.expiresSeconds !== null) return wrongParameter(`The query is malformed: ${what}`);
  return new S3Error('AuthorizationHeaderMalformed', `The authorization is malformed: ${what}`);
}

/** @param {string} message */
function wrongParameter(message) {
  return new S3Error('AuthorizationQueryParametersError', message);
}

/**
 * @param {Buffer} key
 * @param {string} text
 */
function hmac(key, text) {
  return createHmac('sha256', key).update(text).digest();
}

// Node gives header bytes as Latin-1, and it is the bytes that are signed. The SDK signs the text of metadata as UTF-8,
// but with a Buffer for a body Node sends it as Latin-1: outside ASCII that is refused here, as S3 refuses it.
/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256\s+Credential=(?<credential>[^,\s]+)\s*,\s*SignedHeaders=(?<signedHeaders>[^,\s]+)\s*,\s*Signature=(?<signature>[0-9a-f]{64})$/;
const DATE = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const SKEW_MS = 15 * 60 * 1000;
const WEEK_SECONDS = 7 * 24 * 60 * 60;
