import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { httpStatus } from '../storage/http-status.js';
import { stoppedWaiting } from '../storage/stopped-waiting.js';
import { toStorageError } from '../storage/storage-error.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Target } from './pinned-object.js' */

/**
 * Whether a version of an object is certainly not newer than a moment, which S3 gives in seconds.
 *
 * @param {S3Client} client
 * @param {Target & { VersionId: string }} version
 * @param {Date | null} moment When the version was written that it is compared with.
 * @param {string} name For messages; escaped.
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<boolean>} False if S3 does not tell: the version is gone, or a delete marker, or not to be read.
 * @throws {import('../errors.js').SluiceError} `storage/…`, `job/stopped`
 */
export async function isOlder(client, version, moment, name, signal) {
  try {
    const { LastModified } = await client.send(new HeadObjectCommand(version), signal ? { abortSignal: signal } : {});
    return moment !== null && LastModified !== undefined && LastModified <= moment;
  } catch (error) {
    if (signal?.aborted) throw stoppedWaiting(name, error);
    if (UNTOLD.includes(httpStatus(error))) return false;
    throw toStorageError(error, `look at ${name}`);
  }
}

/**
 * 405 is S3's answer for a delete marker, and 400 for what can be no version.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html
 */
const UNTOLD = [400, 403, 404, 405];
