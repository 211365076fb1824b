import { checksumElements, checksumHeader, compositeChecksum } from './checksum.js';
import { combineCrcs } from './combine-crcs.js';
import { checkWrite, checkWriteHeaders } from './conditions.js';
import { chooseParts, readPartList } from './part-list.js';
import { receiveText } from './receive-body.js';
import { notImplemented, S3Error } from './s3-error.js';
import { element, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./state.js').Upload} Upload */
/** @typedef {import('./state.js').Part} Part */
/** @typedef {import('./state.js').Version} Version */

/**
 * Completes an upload. No byte is copied: the object refers to the files of its parts.
 *
 * @type {import('./operations.js').Operation}
 */
export async function completeMultipartUpload({ request, store }) {
  checkWriteHeaders(request.headers);
  const listed = readPartList(await receiveText(withoutObjectChecksum(request)));
  const bucket = store.bucket(request.bucket);
  const uploadId = request.query.get('uploadId') ?? '';
  const versions = bucket.objects.get(request.key) ?? [];

  const upload = bucket.uploads.get(uploadId);
  if (upload?.key !== request.key) {
    // Like S3, repeat the answer: the first one may have been lost.
    const completed = versions.find(version => version.uploadId === uploadId);
    if (completed !== undefined) return answer(request, bucket, completed);
    throw new S3Error('NoSuchUpload', undefined, { details: { UploadId: uploadId } });
  }

  const parts = chooseParts(upload, listed);
  const { key, initiated, id, parts: _, ...description } = upload;
  /** @type {Version} */
  const version = {
    ...description,
    versionId: store.nextVersionId(bucket),
    deleteMarker: false,
    etag: compositeChecksum(
      'MD5',
      parts.map(part => Buffer.from(part.etag, 'hex')),
      'hex',
    ),
    size: parts.reduce((sum, part) => sum + part.file.size, 0),
    modified: Date.now(),
    sequencer: store.nextSequencer(),
    segments: parts.map(part => part.file),
    checksum: objectChecksum(upload, parts),
    uploadId,
  };
  checkExpectations(request.headers, version);
  checkWrite(request.headers, versions[0]);
  store.commit({ type: 'put', bucket: bucket.name, key, version, uploadId });
  return {
    ...answer(request, bucket, version),
    created: { by: 'CompleteMultipartUpload', version, versioned: bucket.versioned },
  };
}

/**
 * In this request, a checksum header is that of the object, not of the XML document.
 *
 * @param {import('./request.js').Request} request
 * @returns {import('./request.js').Request}
 */
function withoutObjectChecksum(request) {
  const others = Object.entries(request.headers).filter(([name]) => !name.startsWith('x-amz-checksum-'));
  return { ...request, headers: Object.fromEntries(others) };
}

/**
 * @param {Upload} upload
 * @param {Part[]} parts
 * @returns {Version['checksum']}
 */
function objectChecksum({ checksum }, parts) {
  if (checksum === null) return null;
  const digests = parts.map(part => Buffer.from(part.checksum ?? '', 'base64'));
  if (checksum.type === 'COMPOSITE') {
    return { ...checksum, value: compositeChecksum(checksum.algorithm, digests, 'base64') };
  }
  const algorithm = /** @type {import('./crc.js').CrcAlgorithm} */ (checksum.algorithm);
  const [first = /** @type {Buffer} */ (Buffer.alloc(0)), ...others] = digests;
  const whole = others.reduce(
    (value, digest, index) => combineCrcs(algorithm, value, digest, Number(parts[index + 1]?.file.size)),
    first,
  );
  return { ...checksum, value: whole.toString('base64') };
}

/**
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {Version} version
 */
function checkExpectations(headers, version) {
  const size = headers['x-amz-mp-object-size'];
  if (size !== undefined && Number(size) !== version.size) {
    throw new S3Error('InvalidRequest', `The x-amz-mp-object-size header says ${size}, the parts have ${version.size}`);
  }
  const type = headers['x-amz-checksum-type'];
  if (type !== undefined && type !== version.checksum?.type) {
    throw new S3Error('InvalidRequest', 'The checksum type is not the one that the upload was created with');
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith('x-amz-checksum-') || name === 'x-amz-checksum-type') continue;
    if (version.checksum === null || name !== checksumHeader(version.checksum.algorithm)) {
      throw notImplemented(`${name} for an upload that was created without it`);
    }
    if (value !== version.checksum.value) throw new S3Error('BadDigest');
  }
}

/**
 * @param {import('./request.js').Request} request
 * @param {import('./state.js').Bucket} bucket
 * @param {Version} version
 * @returns {import('./operations.js').Answer}
 */
function answer(request, bucket, version) {
  const elements = [
    element('Location', `http://${request.headers.host}${request.rawPath}`),
    element('Bucket', bucket.name),
    element('Key', request.key),
    element('ETag', `"${version.etag}"`),
    ...checksumElements(version.checksum),
  ];
  return {
    status: 200,
    headers: bucket.versioned ? { 'x-amz-version-id': version.versionId } : {},
    xml: XML_DECLARATION + element('CompleteMultipartUploadResult', elements, S3_NAMESPACE),
  };
}
