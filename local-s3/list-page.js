import { ACCOUNT } from './bucket-operations.js';
import { encodeKey } from './key-encoding.js';
import { pageSize } from './listing.js';
import { S3Error } from './s3-error.js';
import { element } from './xml.js';

/** @typedef {import('./state.js').Version} Version */

/** @param {Map<string, string>} query */
export function readPage(query) {
  const encoding = query.get('encoding-type');
  if (encoding !== undefined && encoding !== 'url') throw new S3Error('InvalidArgument', 'Invalid Encoding Method');
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    size: pageSize(query, 'max-keys'),
    encoding,
    encode: encoding === undefined ? (/** @type {string} */ key) => key : encodeKey,
  };
}

/**
 * @param {string} bucket
 * @param {ReturnType<typeof readPage>} page
 */
export function pageElements(bucket, { prefix, delimiter, size, encoding, encode }) {
  const elements = [element('Name', bucket), element('Prefix', encode(prefix)), element('MaxKeys', size)];
  if (delimiter !== '') elements.push(element('Delimiter', encode(delimiter)));
  if (encoding !== undefined) elements.push(element('EncodingType', encoding));
  return elements;
}

/**
 * @param {string} key
 * @param {Version} version
 */
export function versionElements(key, { deleteMarker, modified, etag, size, checksum }) {
  const elements = [element('Key', key), element('LastModified', new Date(modified).toISOString())];
  if (deleteMarker) return elements;
  elements.push(element('ETag', `"${etag}"`));
  if (checksum !== null) {
    elements.push(element('ChecksumAlgorithm', checksum.algorithm), element('ChecksumType', checksum.type));
  }
  return [...elements, element('Size', size), element('StorageClass', 'STANDARD')];
}

export const OWNER = element('Owner', [element('ID', ACCOUNT)]);
