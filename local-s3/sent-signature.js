import { S3Error } from './s3-error.js';

/**
 * The parts of a signature, as sent and not yet verified.
 *
 * @typedef {object} SentSignature
 * @property {string} credential
 * @property {string[]} signedHeaders
 * @property {string} signature
 * @property {string} date Such as `20250131T235959Z`.
 * @property {number | null} expiresSeconds null unless the request is presigned.
 * @property {string} payload
 */

/**
 * @param {import('./request.js').Target} request
 * @returns {SentSignature}
 */
export function readHeader({ headers }) {
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
 * Reads the signature in the query of a presigned request.
 *
 * @param {import('./request.js').Target} request
 * @returns {SentSignature}
 */
export function readQuery({ query, headers }) {
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
 * @param {SentSignature} sent
 * @returns {[string, string, string, string, string]} Access key id, day, region, service, and `aws4_request`.
 */
export function splitCredential(sent) {
  const parts = sent.credential.split('/');
  if (parts.length < 5) throw malformed('its credential', sent);
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

/**
 * @param {string} what
 * @param {Pick<SentSignature, 'expiresSeconds'>} [sent]
 */
export function malformed(what, sent) {
  if (sent !== undefined && sent.expiresSeconds !== null) return wrongParameter(`The query is malformed: ${what}`);
  return new S3Error('AuthorizationHeaderMalformed', `The authorization is malformed: ${what}`);
}

/** @param {string} message */
function wrongParameter(message) {
  return new S3Error('AuthorizationQueryParametersError', message);
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256\s+Credential=(?<credential>[^,\s]+)\s*,\s*SignedHeaders=(?<signedHeaders>[^,\s]+)\s*,\s*Signature=(?<signature>[0-9a-f]{64})$/;
const WEEK_SECONDS = 7 * 24 * 60 * 60;
