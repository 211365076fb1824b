import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Upload } from '@aws-sdk/lib-storage';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * @param {S3Client} client
 * @param {object} what
 * @param {string} what.path
 * @param {string} what.bucket
 * @param {string} what.key
 * @param {AbortSignal} what.signal
 * @param {(bytes: number, total: number) => void} what.onProgress
 * @returns {Promise<number>} Its size in bytes.
 */
export async function uploadArchive(client, { path, bucket, key, signal, onProgress }) {
  const { size } = await stat(path);
  const body = createReadStream(path);
  const upload = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: body, ContentType: 'application/zip' },
    partSize: Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS)),
    queueSize: 2,
  });
  upload.on('httpUploadProgress', ({ loaded = 0 }) => onProgress(loaded, size));
  const abort = () => {
    body.destroy();
    upload.abort();
  };
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    await upload.done();
    return size;
  } finally {
    signal.removeEventListener('abort', abort);
    body.destroy();
  }
}

const MIN_PART_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 10_000;
