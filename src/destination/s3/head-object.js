import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { httpStatus } from '../../storage/storage-error.js';

/** @import { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3' */
/** @import { Target } from './prefix.js' */

/**
 * @param {S3Client} client
 * @param {Target} target
 * @param {AbortSignal} [abortSignal]
 * @returns {Promise<HeadObjectCommandOutput | null>} Null if there is no such object.
 * @throws What the SDK throws.
 */
export async function headObject(client, target, abortSignal) {
  try {
    return await client.send(new HeadObjectCommand(target), abortSignal ? { abortSignal } : {});
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** @param {unknown} error */
export function isMissing(error) {
  return httpStatus(error) === 404 && /** @type {Error} */ (error).name !== 'NoSuchBucket';
}
