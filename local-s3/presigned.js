import { notImplemented, S3Error } from './s3-error.js';

/** @typedef {import('./request.js').Target} Target */

/**
 * @param {Target} request
 * @returns {4 | 2 | null} The version of the signature in the query; null if there is none.
 */
export function presignedVersion({ query, headers }) {
  const version = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature') ? 4 : query.has('Signature') ? 2 : null;
  if (version !== null && headers.authorization !== undefined) {
    throw new S3Error(
      'InvalidArgument',
      'Only one auth mechanism allowed: in the query, or in the Authorization header',
    );
  }
  return version;
}

/**
 * Removes the signature from a presigned request's query, and moves query parameters that stand for headers to the
 * headers. A link cannot carry headers in another way.
 *
 * @param {Target} request
 * @returns {Target}
 */
export function unpackPresigned(request) {
  const version = presignedVersion(request);
  if (version === null) return request;
  const query = new Map();
  const headers = { ...request.headers };
  for (const [name, value] of request.query) {
    const header = name.toLowerCase();
    if (SIGNATURE_PARAMETERS[version].includes(header) || isIgnored(header)) continue;
    const isHeader = header.startsWith('x-amz-') || (version === 2 && SIGNED_IN_VERSION_2.includes(header));
    if (!isHeader) query.set(name, value);
    else if (headers[header] === undefined) headers[header] = value;
    else if (headers[header] !== value) throw notImplemented(`${header} in the query and, differently, in the headers`);
  }
  return { ...request, query, headers };
}

/**
 * S3 ignores a checksum in the query. (The SDK for JavaScript puts the checksum of an empty body there.)
 *
 * @param {string} header
 */
function isIgnored(header) {
  return header === 'x-amz-sdk-checksum-algorithm' || /^x-amz-checksum-(crc|sha)/.test(header);
}

/** Query parameters of a link signed with Version 2 that S3 reads as headers. */
export const SIGNED_IN_VERSION_2 = ['content-type', 'content-md5'];

const SIGNATURE_PARAMETERS = {
  4: [
    'x-amz-algorithm',
    'x-amz-credential',
    'x-amz-date',
    'x-amz-expires',
    'x-amz-signedheaders',
    'x-amz-signature',
    'x-amz-content-sha256',
  ],
  2: ['awsaccesskeyid', 'signature', 'expires'],
};
