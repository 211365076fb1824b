import { checksumAlgorithm, checksumElements } from './checksum.js';
import { checkWrite, checkWriteHeaders } from './conditions.js';
import { checkCopySize, findCopySource } from './copy-source.js';
import { readDescription } from './description.js';
import { digestBody } from './digest-body.js';
import { S3Error } from './s3-error.js';
import { checkKey } from './versions.js';
import { element, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./state.js').Version} Version */
/** @typedef {import('node:http').IncomingHttpHeaders} Headers */

/**
 * Copies an object. No byte is copied: the copy has links to the same files.
 *
 * @type {import('./operations.js').Operation}
 */
export async function copyObject({ request, store }) {
  const { key, headers } = request;
  checkKey(key);
  checkWriteHeaders(headers);
  store.bucket(request.bucket);
  const source = findCopySource({ request, store });
  const description = describeCopy(headers, source.version);
  if (source.isSameObject && !replaces(headers, 'metadata')) throw new S3Error('InvalidRequest', ILLEGAL_COPY);
  checkCopySize(source.version.size);
  // The source may be overwritten or deleted in the meantime.
  const release = store.bodies.hold(source.version.segments);
  /** @type {import('./state.js').Segment[]} */
  let segments = [];
  try {
    const { etag, checksum } = await digestsOfCopy(headers, source.version, store.bodies);
    segments = await store.bodies.link(source.version.segments);

    const bucket = store.bucket(request.bucket);
    /** @type {Version} */
    const version = {
      ...description,
      versionId: store.nextVersionId(bucket),
      deleteMarker: false,
      etag,
      size: source.version.size,
      modified: Date.now(),
      sequencer: store.nextSequencer(),
      segments,
      checksum,
      uploadId: null,
    };
    checkWrite(headers, bucket.objects.get(key)?.[0]);
    store.commit({ type: 'put', bucket: bucket.name, key, version, uploadId: null });
    return {
      status: 200,
      headers: { ...source.headers, ...(bucket.versioned && { 'x-amz-version-id': version.versionId }) },
      xml: XML_DECLARATION + element('CopyObjectResult', copyElements(version), S3_NAMESPACE),
      created: { by: 'Copy', version, versioned: bucket.versioned },
    };
  } catch (error) {
    store.bodies.drop(segments);
    throw error;
  } finally {
    release();
  }
}

/**
 * @param {Headers} headers
 * @param {Version} source
 * @returns {import('./state.js').Description}
 */
function describeCopy(headers, source) {
  const asked = readDescription(headers);
  const { headers: kept, metadata } = replaces(headers, 'metadata') ? asked : source;
  const { tags } = replaces(headers, 'tagging') ? asked : source;
  return { headers: kept, metadata, tags };
}

/**
 * @param {Headers} headers
 * @param {'metadata' | 'tagging'} what
 */
function replaces(headers, what) {
  const directive = headers[`x-amz-${what}-directive`] ?? 'COPY';
  if (directive === 'COPY' || directive === 'REPLACE') return directive === 'REPLACE';
  throw new S3Error('InvalidArgument', `Unknown ${what} directive.`, {
    details: { ArgumentName: `x-amz-${what}-directive`, ArgumentValue: String(directive) },
  });
}

/**
 * A copy is never a multipart object, even if its source is one. The body is read only if the source's ETag or checksum
 * cannot be reused.
 *
 * @param {Headers} headers
 * @param {Version} source
 * @param {import('./body-files.js').BodyFiles} bodies
 * @returns {Promise<Pick<Version, 'etag' | 'checksum'>>}
 */
async function digestsOfCopy(headers, { etag, checksum, segments, size }, bodies) {
  const asked = headers['x-amz-checksum-algorithm'];
  const algorithm = asked === undefined ? (checksum?.algorithm ?? null) : checksumAlgorithm(String(asked));
  const isSameChecksum = algorithm === (checksum?.algorithm ?? null) && checksum?.type !== 'COMPOSITE';
  if (isSameChecksum && !etag.includes('-')) return { etag, checksum };
  const digests = await digestBody(bodies.read(segments, 0, size), algorithm);
  return {
    etag: digests.md5,
    checksum: isSameChecksum ? checksum : digests.checksum && { ...digests.checksum, type: 'FULL_OBJECT' },
  };
}

/** @param {Version} version */
function copyElements({ modified, etag, checksum }) {
  return [
    element('LastModified', new Date(modified).toISOString()),
    element('ETag', `"${etag}"`),
    ...checksumElements(checksum),
  ];
}

const ILLEGAL_COPY =
  "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.";
