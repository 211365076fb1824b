import { randomBytes } from 'node:crypto';
import { stat, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { objectCreated } from '../../local-s3/events.js';
import { openStore } from '../../local-s3/store.js';

/**
 * Puts an archive into a bucket of the embedded S3 server as a link to its file, so that no gigabytes are copied. Start
 * the server afterwards.
 *
 * @param {string} folder Of the server.
 * @param {{ path: string, bucket: string, key: string, region: string }} archive
 * @returns {Promise<import('../../local-s3/events.js').S3Event>} The event that S3 would send.
 */
export async function linkArchive(folder, { path, bucket, key, region }) {
  const { size } = await stat(path);
  const store = await openStore(folder);
  try {
    const now = Date.now();
    store.commit({ type: 'create-bucket', bucket, created: now });
    store.commit({ type: 'enable-versioning', bucket });
    const file = store.bodies.newFile();
    await symlink(resolve(path), store.bodies.path(file));
    /** @type {import('../../local-s3/state.js').Version} */
    const version = {
      headers: {},
      metadata: {},
      tags: [],
      versionId: store.nextVersionId(store.bucket(bucket)),
      deleteMarker: false,
      // As after a multipart upload: not a hash of the bytes.
      etag: `${randomBytes(16).toString('hex')}-1`,
      size,
      modified: now,
      sequencer: store.nextSequencer(),
      segments: [{ file, size }],
      checksum: null,
      uploadId: null,
    };
    store.commit({ type: 'put', bucket, key, version, uploadId: null });
    const from = { region, requestId: randomBytes(8).toString('hex').toUpperCase(), sourceAddress: '127.0.0.1' };
    return objectCreated({ by: 'CompleteMultipartUpload', bucket, key, version, versioned: true, ...from });
  } finally {
    await store.close();
  }
}
