import { AbortMultipartUploadCommand, ListPartsCommand } from '@aws-sdk/client-s3';
import { outputGone } from './output-gone.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/** @param {unknown} error */
export function isUploadMissing(error) {
  return /** @type {Error} */ (error).name === 'NoSuchUpload';
}

/**
 * Asked where an upload's request got no answer: a refusal that comes before the body has gone may be lost with the
 * connection.
 *
 * @param {S3Client} client
 * @param {{ Bucket: string | undefined, Key: string | undefined, ExpectedBucketOwner?: string | undefined }} target
 * @param {string} UploadId
 * @param {AbortSignal} abortSignal Says that nobody waits for the answer any more.
 * @returns {Promise<boolean>} `false` too where that cannot be found out.
 */
export async function isUploadGone(client, target, UploadId, abortSignal) {
  try {
    await client.send(new ListPartsCommand({ ...target, UploadId, MaxParts: 1 }), { abortSignal });
    return false;
  } catch (error) {
    return isUploadMissing(error);
  }
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
