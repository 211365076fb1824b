import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { stoppedWaiting } from '../storage/stopped-waiting.js';
import { toStorageError } from '../storage/storage-error.js';
import { isGone } from './pinned-object.js';
import { refusedForGood } from './refusal.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Pin, Target } from './pinned-object.js' */

/**
 * Deletes one version of an object. Does nothing if that version is gone, or replaced by another.
 *
 * @param {S3Client} client
 * @param {Target & Pin} pinned
 * @param {string} name For messages; escaped.
 * @param {AbortSignal} [signal]
 * @throws {import('../errors.js').SluiceError} `storage/…`, `job/stopped`, or an error of `refusedForGood`.
 */
export async function removeObject(client, pinned, name, signal) {
  try {
    await client.send(new DeleteObjectCommand(pinned), signal ? { abortSignal: signal } : {});
  } catch (error) {
    if (signal?.aborted) throw stoppedWaiting(name, error);
    if (isGone(error)) return;
    const doing = `delete ${name}`;
    throw refusedForGood(error, doing) ?? toStorageError(error, doing);
  }
}
