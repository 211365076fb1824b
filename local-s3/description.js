import { S3Error } from './s3-error.js';
import { parseTagHeader } from './tags.js';

/** @typedef {import('./state.js').Description} Description */

/** The headers that are stored with an object. A read may override them in its answer. */
export const DESCRIBING_HEADERS = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-language',
  'cache-control',
  'expires',
];

/**
 * Reads the description of an object from the headers of a write.
 *
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @returns {Description}
 */
export function readDescription(headers) {
  /** @type {Description} */
  const description = { headers: {}, metadata: {}, tags: parseTagHeader(headers['x-amz-tagging']) };
  description.headers['content-type'] = 'binary/octet-stream';
  let metadataBytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    const text = String(value);
    if (name.startsWith(METADATA_PREFIX)) {
      description.metadata[name.slice(METADATA_PREFIX.length)] = text;
      metadataBytes += name.length - METADATA_PREFIX.length + text.length;
    } else if (DESCRIBING_HEADERS.includes(name)) {
      description.headers[name] = text;
    }
  }
  if (metadataBytes > MAX_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge', 'The metadata is larger than 2 KB', {
      details: { Size: metadataBytes, MaxSizeAllowed: MAX_METADATA_BYTES },
    });
  }
  removeFraming(description.headers);
  return description;
}

/**
 * @param {import('./state.js').Version} version
 * @returns {Record<string, string>} The headers that describe it in an answer.
 */
export function descriptionHeaders({ headers, metadata, tags }) {
  const written = { ...headers };
  for (const [name, value] of Object.entries(metadata)) written[METADATA_PREFIX + name] = value;
  if (tags.length > 0) written['x-amz-tagging-count'] = String(tags.length);
  return written;
}

/**
 * Reads the headers to send instead of the object's own (`response-content-type` …), as used in links for browsers.
 *
 * @param {Map<string, string>} query
 * @returns {Record<string, string>}
 */
export function overridingHeaders(query) {
  /** @type {Record<string, string>} */
  const headers = {};
  for (const name of DESCRIBING_HEADERS) {
    const value = query.get(`response-${name}`);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}

/**
 * Removes `aws-chunked`, which describes the transfer and not the object.
 *
 * @param {Record<string, string>} headers
 */
function removeFraming(headers) {
  const encodings = (headers['content-encoding'] ?? '').split(',').map(encoding => encoding.trim());
  const kept = encodings.filter(encoding => encoding !== '' && encoding !== 'aws-chunked');
  if (kept.length > 0) headers['content-encoding'] = kept.join(',');
  else delete headers['content-encoding'];
}

const METADATA_PREFIX = 'x-amz-meta-';
const MAX_METADATA_BYTES = 2048;
