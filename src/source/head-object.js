import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { httpStatus } from '../storage/http-status.js';
import { stoppedWaiting } from '../storage/stopped-waiting.js';
import { toStorageError } from '../storage/storage-error.js';

/** @import { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3' */
/** @import { Target } from './pinned-object.js' */

/**
 * @param {S3Client} client
 * @param {Target & { VersionId?: string | undefined }} target
 * @param {string} name For messages; escaped.
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<HeadObjectCommandOutput>}
 * @throws {import('../errors.js').StorageError | StoppedError} `storage/…`
 */
export async function headObject(client, target, name, signal) {
  const options = signal ? { abortSignal: signal } : {};
  const head = () => client.send(new HeadObjectCommand(target), options);
  try {
    return await head().catch(async error => {
      if (signal?.aborted || httpStatus(error) < 400) throw error;
      // The reason for an error is in the response body, which a HEAD lacks. A GET either fails with the reason or
      // shows that the object can be read after all.
      await readFirstByte(client, target, options);
      return head();
    });
  } catch (error) {
    if (signal?.aborted) throw stoppedWaiting(name, error);
    throw toStorageError(error, `open ${name}`);
  }
}

/**
 * @param {S3Client} client
 * @param {Target & { VersionId?: string | undefined }} target
 * @param {{ abortSignal?: AbortSignal }} options
 */
async function readFirstByte(client, target, options) {
  try {
    const { Body } = await client.send(new GetObjectCommand({ ...target, Range: 'bytes=0-0' }), options);
    await Body?.transformToByteArray();
  } catch (error) {
    // An empty object has no first byte.
    if (httpStatus(error) !== 416) throw error;
  }
}
