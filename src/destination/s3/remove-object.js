import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { httpStatus } from '../../storage/storage-error.js';
import { headObject, isMissing } from './head-object.js';

/** @import { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3' */
/** @import { Target } from './prefix.js' */

/**
 * Deletes an object, unless somebody changes it while `mayRemove` decides.
 *
 * @param {S3Client} client
 * @param {Target} target
 * @param {(there: HeadObjectCommandOutput) => Promise<boolean>} mayRemove
 * @returns {Promise<boolean>} Whether it was deleted.
 * @throws What the SDK or `mayRemove` throws.
 */
export async function removeObject(client, target, mayRemove) {
  const there = await headObject(client, target);
  if (there === null || !(await mayRemove(there))) return false;
  try {
    await client.send(new DeleteObjectCommand({ ...target, IfMatch: there.ETag }));
    return true;
  } catch (error) {
    if (isMissing(error) || httpStatus(error) === 412) return false;
    throw error;
  }
}
