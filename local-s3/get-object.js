import { checksumHeader } from './checksum.js';
import { checkRead } from './conditions.js';
import { descriptionHeaders, overridingHeaders } from './description.js';
import { parseRange } from './range.js';
import { findVersion } from './versions.js';

/** @typedef {import('./operations.js').Operation} Operation */

/** @type {Operation} */
export async function getObject(context) {
  const { answer, version, start, end } = describeRead(context);
  return { ...answer, body: context.store.bodies.read(version.segments, start, end) };
}

/** @type {Operation} */
export async function headObject(context) {
  return describeRead(context).answer;
}

/** @param {import('./operations.js').Context} context */
function describeRead({ request, store }) {
  const { bucket, version } = findVersion(store, request);
  checkRead(request.headers, version);
  const range = parseRange(request.headers.range, version.size);
  const { start, end } = range ?? { start: 0, end: version.size };
  /** @type {Record<string, string | number>} */
  const headers = {
    ...descriptionHeaders(version),
    ...overridingHeaders(request.query),
    'accept-ranges': 'bytes',
    'content-length': end - start,
    etag: `"${version.etag}"`,
    'last-modified': new Date(version.modified).toUTCString(),
  };
  if (bucket.versioned) headers['x-amz-version-id'] = version.versionId;
  if (range !== null) {
    headers['content-range'] = `bytes ${start}-${end - 1}/${version.size}`;
  } else if (request.headers['x-amz-checksum-mode'] === 'ENABLED' && version.checksum !== null) {
    // Only for the whole object: a client compares it with the bytes that it receives.
    headers[checksumHeader(version.checksum.algorithm)] = version.checksum.value;
    headers['x-amz-checksum-type'] = version.checksum.type;
  }
  return { answer: { status: range === null ? 200 : 206, headers }, version, start, end };
}
