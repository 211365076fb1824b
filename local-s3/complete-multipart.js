import { CHECKSUM_ALGORITHMS, checksumElements, checksumHeader, compositeChecksum } from './checksum.js';
import { checkWrite, checkWriteHeaders } from './conditions.js';
import { combineCrcs } from './crc.js';
import { receiveText } from './receive-body.js';
import { notImplemented, S3Error } from './s3-error.js';
import { allowChildren, childText, element, parseXml, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./state.js').Upload} Upload */
/** @typedef {import('./state.js').Part} Part */
/** @typedef {import('./state.js').Version} Version */
/** @typedef {{ number: number, etag: string, checksum: string | null }} ListedPart */

/**
 * Publishes an upload. No byte is copied: the object is the list of its parts' files.
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
    // S3 gives the same answer again when the first one was lost and the client repeats the request.
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
  checkPromises(request.headers, version);
  checkWrite(request.headers, versions[0]);
  store.commit({ type: 'put', bucket: bucket.name, key, version, uploadId });
  return {
    ...answer(request, bucket, version),
    created: { by: 'CompleteMultipartUpload', version, versioned: bucket.versioned },
  };
}

/**
 * Here a checksum header is the object's, not the document's.
 *
 * @param {import('./route.js').Request} request
 * @returns {import('./route.js').Request}
 */
function withoutObjectChecksum(request) {
  const others = Object.entries(request.headers).filter(([name]) => !name.startsWith('x-amz-checksum-'));
  return { ...request, headers: Object.fromEntries(others) };
}

/**
 * @param {string} text
 * @returns {ListedPart[]}
 */
function readPartList(text) {
  const document = parseXml(text, 'CompleteMultipartUpload');
  if (document.children.length === 0) throw new S3Error('MalformedXML');
  allowChildren(document, ['Part']);
  return document.children.map(node => {
    allowChildren(node, ['PartNumber', 'ETag', ...CHECKSUM_ALGORITHMS.map(name => `Checksum${name}`)]);
    const number = Number(childText(node, 'PartNumber') ?? Number.NaN);
    const etag = childText(node, 'ETag')?.replace(/^"(.*)"$/, '$1');
    if (!Number.isInteger(number) || etag === undefined) throw new S3Error('MalformedXML');
    const checksum = node.children.find(child => child.name.startsWith('Checksum'))?.text ?? null;
    return { number, etag, checksum };
  });
}

/**
 * @param {Upload} upload
 * @param {ListedPart[]} listed
 * @returns {Part[]}
 */
function chooseParts(upload, listed) {
  const ascending = listed.every(({ number }, index) => index === 0 || Number(listed[index - 1]?.number) < number);
  if (!ascending) throw new S3Error('InvalidPartOrder');
  return listed.map(({ number, etag, checksum }, index) => {
    const part = upload.parts.get(number);
    const details = { PartNumber: number, ETag: etag };
    if (part === undefined || part.etag !== etag) throw new S3Error('InvalidPart', undefined, { details });
    if (checksum === null && upload.checksum?.type === 'COMPOSITE') {
      const missing = `must include the checksum for each part. It was missing for part ${number} in the request.`;
      const algorithm = upload.checksum.algorithm.toLowerCase();
      throw new S3Error(
        'InvalidRequest',
        `The upload was created using a ${algorithm} checksum. The complete request ${missing}`,
      );
    }
    // Also where the upload was begun without checksums: then no part has any that could be listed.
    if (checksum !== null && checksum !== part.checksum) {
      throw new S3Error('InvalidPart', undefined, { details });
    }
    if (index < listed.length - 1 && part.file.size < MIN_PART_BYTES) {
      throw new S3Error('EntityTooSmall', undefined, {
        details: { ...details, ProposedSize: part.file.size, MinSizeAllowed: MIN_PART_BYTES },
      });
    }
    return part;
  });
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
function checkPromises(headers, version) {
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
 * @param {import('./route.js').Request} request
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

const MIN_PART_BYTES = 5 * 1024 * 1024;
