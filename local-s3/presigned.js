import { notImplemented, S3Error } from './s3-error.js';

/** @typedef {import('./route.js').Target} Target */

/**
 * Whether a request is authorized by its query: by Signature Version 4, by Version 2, or not at all.
 *
 * @param {Target} request
 * @returns {4 | 2 | null}
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
 * Takes the signature out of a presigned request's query and makes headers of what stands there for headers: a link has
 * nowhere else to put them.
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
 * S3 does not hold a body against a checksum in the query. (The SDK for JavaScript puts that of an empty body there.)
 *
 * @param {string} header
 */
function isIgnored(header) {
  return header === 'x-amz-sdk-checksum-algorithm' || /^x-amz-checksum-(crc|sha)/.test(header);
}

/** What a link signed with Version 2 has in its query and S3 reads as a header. */
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
