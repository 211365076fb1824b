import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { StoppedError } from '../errors.js';
import { toStorageError } from '../storage/storage-error.js';
import { isGone, unquoted } from './pinned-object.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Target } from './pinned-object.js' */

/**
 * Whether a version of an object is the current one, so that each other one is older.
 *
 * @param {S3Client} client
 * @param {Target} target
 * @param {{ versionId: string | null, etag: string }} version
 * @param {string} name For messages; escaped.
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<boolean>}
 * @throws {import('../errors.js').SluiceError} `storage/…`, `job/stopped`
 */
export async function isCurrent(client, target, { versionId, etag }, name, signal) {
  try {
    const head = await client.send(new HeadObjectCommand(target), signal ? { abortSignal: signal } : {});
    return versionIdOf(head) === versionId && unquoted(head.ETag) === etag;
  } catch (error) {
    if (signal?.aborted) throw new StoppedError({ cause: error });
    // There is nothing, or a delete marker.
    if (isGone(error)) return false;
    throw toStorageError(error, `look at ${name}`);
  }
}

/**
 * @param {{ VersionId?: string | undefined }} head
 * @returns {string | null} Null without versions. In a bucket with suspended versioning, "null" names the current object, whichever
 *   it is.
 */
export function versionIdOf({ VersionId }) {
  return VersionId === 'null' ? null : (VersionId ?? null);
}
