import { randomBytes } from 'node:crypto';
import { checksumAlgorithm, checksumElements, checksumHeader } from './checksum.js';
import { checkCopySize, findCopySource } from './copy-source.js';
import { isCrc } from './crc.js';
import { readDescription } from './description.js';
import { copyToFile } from './digest-body.js';
import { parseCopyRange } from './range.js';
import { receiveToFile } from './receive-body.js';
import { S3Error } from './s3-error.js';
import { checkKey } from './versions.js';
import { element, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./operations.js').Operation} Operation */
/** @typedef {import('./checksum.js').ChecksumAlgorithm} ChecksumAlgorithm */
/** @typedef {import('./receive-body.js').ReceivedBody} ReceivedBody */

/** @type {Operation} */
export async function createMultipartUpload({ request, store }) {
  const { key, headers } = request;
  checkKey(key);
  const bucket = store.bucket(request.bucket);
  const checksum = readChecksumChoice(headers);
  const upload = { id: randomBytes(24).toString('base64url'), key, initiated: Date.now(), checksum };
  store.commit({ type: 'create-upload', bucket: bucket.name, upload: { ...upload, ...readDescription(headers) } });
  return {
    status: 200,
    headers: {
      ...(checksum && { 'x-amz-checksum-algorithm': checksum.algorithm, 'x-amz-checksum-type': checksum.type }),
    },
    xml:
      XML_DECLARATION +
      element(
        'InitiateMultipartUploadResult',
        [element('Bucket', bucket.name), element('Key', key), element('UploadId', upload.id)],
        S3_NAMESPACE,
      ),
  };
}

/** @type {Operation} */
export async function uploadPart({ request, store }) {
  const { part, checksum } = await putPart({ request, store }, ({ algorithm, type }) =>
    // S3 computes a missing checksum of a part itself, but only if the upload has one of type FULL_OBJECT.
    receiveToFile(request, store.bodies, type === 'FULL_OBJECT' ? algorithm : null),
  );
  const checksumHeaders = checksum && { [checksumHeader(checksum.algorithm)]: checksum.value };
  return { status: 200, headers: { etag: `"${part.etag}"`, ...checksumHeaders } };
}

/** @type {Operation} */
export async function uploadPartCopy({ request, store }) {
  findUpload(store, request);
  const { version, headers } = findCopySource({ request, store });
  const { start, end } = parseCopyRange(request.headers['x-amz-copy-source-range'], version.size);
  checkCopySize(end - start);
  const { part, checksum } = await putPart({ request, store }, ({ algorithm }) =>
    copyToFile(store.bodies.read(version.segments, start, end), store.bodies, algorithm),
  );
  const elements = [
    element('LastModified', new Date(part.modified).toISOString()),
    element('ETag', `"${part.etag}"`),
    ...checksumElements(checksum),
  ];
  return { status: 200, headers, xml: XML_DECLARATION + element('CopyPartResult', elements, S3_NAMESPACE) };
}

/**
 * @param {import('./operations.js').Context} context
 * @param {(choice: { algorithm: ChecksumAlgorithm | null, type: string | null }) => Promise<ReceivedBody>} receive Writes
 *   the part's file; `algorithm` and `type` are those of the upload.
 */
async function putPart({ request, store }, receive) {
  const partNumber = Number(request.query.get('partNumber'));
  if (!(Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= MAX_PARTS)) {
    throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${MAX_PARTS}, inclusive`);
  }
  const choice = findUpload(store, request).checksum;
  const expected = choice?.algorithm ?? null;
  const { segment, md5, checksum } = await receive({ algorithm: expected, type: choice?.type ?? null });
  try {
    if (expected !== null && checksum?.algorithm !== expected) {
      const types = `expected checksum Type: ${expected.toLowerCase()}, actual checksum Type: ${checksum?.algorithm.toLowerCase() ?? null}`;
      throw new S3Error('InvalidRequest', `Checksum Type mismatch occurred, ${types}`);
    }
    const { id } = findUpload(store, request);
    const part = { file: segment, etag: md5, modified: Date.now(), checksum: expected && (checksum?.value ?? null) };
    store.commit({ type: 'put-part', bucket: request.bucket, uploadId: id, partNumber, part });
    return { part, checksum };
  } catch (error) {
    store.bodies.drop([segment]);
    throw error;
  }
}

/** @type {Operation} */
export async function abortMultipartUpload({ request, store }) {
  const { id } = findUpload(store, request);
  store.commit({ type: 'abort-upload', bucket: request.bucket, uploadId: id });
  return { status: 204 };
}

/**
 * @param {import('./store.js').Store} store
 * @param {import('./request.js').Request} request
 * @returns {import('./state.js').Upload}
 */
export function findUpload(store, request) {
  const uploadId = request.query.get('uploadId') ?? '';
  const upload = store.bucket(request.bucket).uploads.get(uploadId);
  if (upload?.key !== request.key) throw new S3Error('NoSuchUpload', undefined, { details: { UploadId: uploadId } });
  return upload;
}

/**
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @returns {import('./state.js').UploadFacts['checksum']}
 */
function readChecksumChoice(headers) {
  const name = headers['x-amz-checksum-algorithm'];
  if (name === undefined && headers['x-amz-checksum-type'] !== undefined) {
    const message = 'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.';
    throw new S3Error('InvalidRequest', message);
  }
  if (name === undefined) return null;
  const algorithm = checksumAlgorithm(String(name));
  const type = headers['x-amz-checksum-type'] ?? (algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE');
  if (type === 'COMPOSITE' && algorithm !== 'CRC64NVME') return { algorithm, type };
  if (type === 'FULL_OBJECT' && isCrc(algorithm)) return { algorithm, type };
  throw new S3Error('InvalidRequest', `The ${type} checksum type cannot be used with the ${algorithm} algorithm`);
}

const MAX_PARTS = 10_000;
