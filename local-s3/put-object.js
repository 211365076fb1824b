import { checksumHeader } from './checksum.js';
import { checkWrite, checkWriteHeaders } from './conditions.js';
import { readDescription } from './description.js';
import { receiveToFile } from './receive-body.js';
import { checkKey } from './versions.js';

/** @type {import('./operations.js').Operation} */
export async function putObject({ request, store }) {
  const { key, headers } = request;
  checkKey(key);
  checkWriteHeaders(headers);
  store.bucket(request.bucket);
  const description = readDescription(headers);
  const { segment, md5, checksum } = await receiveToFile(request, store.bodies, null);

  const bucket = store.bucket(request.bucket);
  /** @type {import('./state.js').Version} */
  const version = {
    ...description,
    versionId: store.nextVersionId(bucket),
    deleteMarker: false,
    etag: md5,
    size: segment.size,
    modified: Date.now(),
    sequencer: store.nextSequencer(),
    segments: [segment],
    checksum: checksum && { ...checksum, type: 'FULL_OBJECT' },
    uploadId: null,
  };
  try {
    checkWrite(headers, bucket.objects.get(key)?.[0]);
    store.commit({ type: 'put', bucket: bucket.name, key, version, uploadId: null });
  } catch (error) {
    store.bodies.drop([segment]);
    throw error;
  }
  return {
    status: 200,
    headers: {
      etag: `"${md5}"`,
      ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': 'FULL_OBJECT' }),
      ...(bucket.versioned && { 'x-amz-version-id': version.versionId }),
    },
    created: { by: 'Put', version, versioned: bucket.versioned },
  };
}
