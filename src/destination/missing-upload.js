import { AbortMultipartUploadCommand } from '@aws-sdk/client-s3';
import { outputGone } from './output-gone.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/** @param {unknown} error */
export function isUploadMissing(error) {
  return /** @type {Error} */ (error).name === 'NoSuchUpload';
}

/**
 * @param {string} name Escaped, for the message.
 * @param {unknown} cause
 */
export function missingUpload(name, cause) {
  return outputGone(name, 'its multipart upload was completed or aborted (perhaps by a rule of the bucket)', cause);
}

/**
 * @param {S3Client} client
 * @param {{ Bucket: string | undefined, Key: string | undefined, ExpectedBucketOwner?: string | undefined }} target
 * @param {string} UploadId Of an upload that may be gone.
 */
export async function abortUpload(client, target, UploadId) {
  try {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId }));
  } catch (error) {
    if (!isUploadMissing(error)) throw error;
  }
}
