import { checkDelete } from './conditions.js';
import { receiveText } from './receive-body.js';
import { notImplemented, S3Error } from './s3-error.js';
import { checkKey } from './versions.js';
import { allowChildren, childText, element, parseXml, S3_NAMESPACE, XML_DECLARATION } from './xml.js';

/** @typedef {import('./operations.js').Operation} Operation */
/** @typedef {{ key: string, versionId: string | null, ifMatch: string | null }} Deletion */

/** @type {Operation} */
export async function deleteObject({ request, store }) {
  const { deleteMarker, versionId } = remove(store, request.bucket, {
    key: request.key,
    versionId: request.query.get('versionId') ?? null,
    ifMatch: request.headers['if-match'] ?? null,
  });
  return {
    status: 204,
    headers: {
      ...(deleteMarker && { 'x-amz-delete-marker': 'true' }),
      ...(versionId !== null && { 'x-amz-version-id': versionId }),
    },
  };
}

/** @type {Operation} */
export async function deleteObjects({ request, store }) {
  const hasDigest = Object.keys(request.headers).some(name => /^(content-md5|x-amz-checksum-.*)$/.test(name));
  if (!hasDigest) throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5');
  const document = parseXml(await receiveText(request), 'Delete');
  allowChildren(document, ['Object', 'Quiet']);
  const deletions = document.children.filter(node => node.name === 'Object').map(readDeletion);
  if (deletions.length === 0 || deletions.length > MAX_DELETIONS) throw new S3Error('MalformedXML');
  store.bucket(request.bucket);
  const quiet = childText(document, 'Quiet') === 'true';
  const results = deletions.flatMap(deletion => removeListed(store, request.bucket, deletion, quiet));
  return { status: 200, xml: XML_DECLARATION + element('DeleteResult', results, S3_NAMESPACE) };
}

/**
 * @param {import('./xml.js').XmlNode} node
 * @returns {Deletion}
 */
function readDeletion(node) {
  allowChildren(node, ['Key', 'VersionId', 'ETag']);
  const key = childText(node, 'Key');
  if (key === null || key === '') throw new S3Error('MalformedXML');
  return { key, versionId: childText(node, 'VersionId'), ifMatch: childText(node, 'ETag') };
}

/**
 * @param {import('./store.js').Store} store
 * @param {string} bucketName
 * @param {Deletion} deletion
 * @param {boolean} quiet
 * @returns {string[]}
 */
function removeListed(store, bucketName, deletion, quiet) {
  const named = [element('Key', deletion.key)];
  if (deletion.versionId !== null) named.push(element('VersionId', deletion.versionId));
  try {
    const { deleteMarker, versionId } = remove(store, bucketName, deletion);
    if (quiet) return [];
    if (deleteMarker) named.push(element('DeleteMarker', true));
    if (deleteMarker && versionId !== null) named.push(element('DeleteMarkerVersionId', versionId));
    return [element('Deleted', named)];
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    return [element('Error', [...named, element('Code', error.code), element('Message', error.message)])];
  }
}

/**
 * Permanently removes a version if one is given. Otherwise, adds a delete marker in a versioned bucket, or removes the
 * object in an unversioned one. Deleting an object that does not exist succeeds.
 *
 * @param {import('./store.js').Store} store
 * @param {string} bucketName
 * @param {Deletion} deletion
 * @returns {{ deleteMarker: boolean, versionId: string | null }} Describes the new marker or the removed version.
 */
function remove(store, bucketName, { key, versionId, ifMatch }) {
  checkKey(key);
  const bucket = store.bucket(bucketName);
  const versions = bucket.objects.get(key) ?? [];
  if (ifMatch !== null && versionId !== null) throw notImplemented('a conditional delete of a named version');
  checkDelete(ifMatch, versions[0]);
  if (versionId === null && bucket.versioned) {
    const marker = deleteMarkerVersion(store, bucket);
    store.commit({ type: 'put', bucket: bucketName, key, version: marker, uploadId: null });
    return { deleteMarker: true, versionId: marker.versionId };
  }
  const removed = versions.find(version => version.versionId === (versionId ?? 'null'));
  if (removed !== undefined) {
    store.commit({ type: 'remove', bucket: bucketName, key, versionId: removed.versionId });
  }
  return { deleteMarker: removed?.deleteMarker ?? false, versionId: bucket.versioned ? versionId : null };
}

/**
 * @param {import('./store.js').Store} store
 * @param {import('./state.js').Bucket} bucket
 * @returns {import('./state.js').Version}
 */
function deleteMarkerVersion(store, bucket) {
  return {
    versionId: store.nextVersionId(bucket),
    deleteMarker: true,
    etag: '',
    size: 0,
    modified: Date.now(),
    sequencer: store.nextSequencer(),
    segments: [],
    checksum: null,
    uploadId: null,
    headers: {},
    metadata: {},
    tags: [],
  };
}

const MAX_DELETIONS = 1000;
