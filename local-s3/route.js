import { DESCRIBING_HEADERS } from './description.js';
import { notImplemented } from './s3-error.js';

/** @typedef {import('./request.js').Target} Target */

/**
 * Finds the operation, and refuses query parameters and headers that this server would have to ignore.
 *
 * @param {Target} target
 * @returns {string} The operation's name, as in S3's documentation.
 */
export function findOperation({ method, bucket, key, query, headers }) {
  const level = bucket === '' ? 'service' : key === '' ? 'bucket' : 'object';
  const route = ROUTES.find(
    candidate =>
      candidate.method === method &&
      candidate.level === level &&
      candidate.needs.every(name => query.has(name)) &&
      candidate.needsHeaders.every(name => name in headers),
  );
  if (route === undefined) throw notImplemented(`${method} on the ${level} with ?${[...query.keys()].join('&')}`);
  for (const name of query.keys()) {
    const known = route.needs.includes(name) || route.takes.includes(name);
    if (!known && name !== 'x-id') throw notImplemented(`the query parameter ${name}`);
  }
  for (const name of Object.keys(headers)) {
    if (matters(name) && !COMMON_HEADERS.includes(name) && !route.headers.some(pattern => matches(name, pattern))) {
      throw notImplemented(`the header ${name} on ${route.operation}`);
    }
  }
  return route.operation;
}

/** @param {string} name */
function matters(name) {
  return name.startsWith('x-amz-') || name.startsWith('if-') || name === 'range';
}

/**
 * @param {string} name
 * @param {string} pattern A name, or the beginning of one with a star.
 */
function matches(name, pattern) {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/**
 * @param {string} operation
 * @param {string} method
 * @param {'service' | 'bucket' | 'object'} level
 * @param {{ needs?: string[], needsHeaders?: string[], takes?: string[], headers?: string[] }} [options] Query parameters
 *   and headers that select this operation (`needs`, `needsHeaders`); others that it supports (`takes`, `headers`).
 */
function route(operation, method, level, { needs = [], needsHeaders = [], takes = [], headers = [] } = {}) {
  return { operation, method, level, needs, needsHeaders, takes, headers: [...needsHeaders, ...headers] };
}

const COMMON_HEADERS = [
  'x-amz-date',
  'x-amz-content-sha256',
  'x-amz-user-agent',
  'x-amz-security-token',
  'x-amz-expected-bucket-owner',
];
const BODY = [
  'x-amz-sdk-checksum-algorithm',
  'x-amz-trailer',
  'x-amz-decoded-content-length',
  'x-amz-checksum-crc*',
  'x-amz-checksum-sha*',
];
const WRITE = ['x-amz-meta-*', 'x-amz-tagging'];
const COPY = ['x-amz-copy-source-if-*', 'x-amz-source-expected-bucket-owner'];
const READ = ['range', 'if-match', 'if-none-match', 'x-amz-checksum-mode'];
const RESPONSE = DESCRIBING_HEADERS.map(name => `response-${name}`);
const PAGE = ['prefix', 'delimiter', 'max-keys', 'encoding-type'];

// The first match applies, so routes with more conditions come first.
const ROUTES = [
  route('ListBuckets', 'GET', 'service'),

  route('PutBucketVersioning', 'PUT', 'bucket', { needs: ['versioning'], headers: BODY }),
  route('CreateBucket', 'PUT', 'bucket'),
  route('HeadBucket', 'HEAD', 'bucket'),
  route('GetBucketVersioning', 'GET', 'bucket', { needs: ['versioning'] }),
  route('ListObjectVersions', 'GET', 'bucket', {
    needs: ['versions'],
    takes: [...PAGE, 'key-marker', 'version-id-marker'],
  }),
  route('ListMultipartUploads', 'GET', 'bucket', {
    needs: ['uploads'],
    takes: ['prefix', 'max-uploads', 'key-marker', 'upload-id-marker', 'encoding-type'],
  }),
  route('ListObjectsV2', 'GET', 'bucket', {
    needs: ['list-type'],
    takes: [...PAGE, 'continuation-token', 'start-after', 'fetch-owner'],
  }),
  route('DeleteObjects', 'POST', 'bucket', { needs: ['delete'], headers: BODY }),

  route('CreateMultipartUpload', 'POST', 'object', {
    needs: ['uploads'],
    headers: [...WRITE, 'x-amz-checksum-algorithm', 'x-amz-checksum-type'],
  }),
  route('UploadPartCopy', 'PUT', 'object', {
    needs: ['partNumber', 'uploadId'],
    needsHeaders: ['x-amz-copy-source'],
    headers: [...COPY, 'x-amz-copy-source-range'],
  }),
  route('UploadPart', 'PUT', 'object', { needs: ['partNumber', 'uploadId'], headers: BODY }),
  route('CompleteMultipartUpload', 'POST', 'object', {
    needs: ['uploadId'],
    headers: [...BODY, 'if-match', 'if-none-match', 'x-amz-checksum-type', 'x-amz-mp-object-size'],
  }),
  route('AbortMultipartUpload', 'DELETE', 'object', { needs: ['uploadId'] }),
  route('ListParts', 'GET', 'object', { needs: ['uploadId'], takes: ['max-parts', 'part-number-marker'] }),

  route('PutObjectTagging', 'PUT', 'object', { needs: ['tagging'], takes: ['versionId'], headers: BODY }),
  route('GetObjectTagging', 'GET', 'object', { needs: ['tagging'], takes: ['versionId'] }),
  route('CopyObject', 'PUT', 'object', {
    needsHeaders: ['x-amz-copy-source'],
    headers: [
      ...COPY,
      ...WRITE,
      'x-amz-metadata-directive',
      'x-amz-tagging-directive',
      'x-amz-checksum-algorithm',
      'if-match',
      'if-none-match',
    ],
  }),
  route('PutObject', 'PUT', 'object', { headers: [...BODY, ...WRITE, 'if-match', 'if-none-match'] }),
  route('GetObject', 'GET', 'object', { takes: ['versionId', ...RESPONSE], headers: READ }),
  route('HeadObject', 'HEAD', 'object', { takes: ['versionId', ...RESPONSE], headers: READ }),
  route('DeleteObject', 'DELETE', 'object', { takes: ['versionId'], headers: ['if-match'] }),
];
