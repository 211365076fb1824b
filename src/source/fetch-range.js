import { GetObjectCommand } from '@aws-sdk/client-s3';
import { printable } from '../printable.js';
import { toStorageError } from '../storage/storage-error.js';
import { changed, isGone, unquoted } from './pinned-object.js';

/** @import { Readable } from 'node:stream' */
/** @import { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3' */
/** @import { Pin, Target } from './pinned-object.js' */

/**
 * Requests the bytes `[start, end)` of a pinned object. An answer with another range or version is an error.
 *
 * @param {S3Client} client
 * @param {Target & Pin} pinned
 * @param {{ bytes: number, etag: string, name: string }} object Size and ETag when it was opened; escaped name.
 * @param {{ start: number, end: number, signal: AbortSignal }} range
 * @returns {Promise<Readable>}
 * @throws {import('../errors.js').SluiceError | Error} `archive/changed`, `storage/…`
 */
export async function fetchRange(client, pinned, { bytes, etag, name }, { start, end, signal }) {
  const Range = `bytes=${start}-${end - 1}`;
  /** @type {GetObjectCommandOutput} */
  let answer;
  try {
    answer = await client.send(new GetObjectCommand({ ...pinned, Range }), { abortSignal: signal });
  } catch (error) {
    throw isGone(error) ? changed(name) : toStorageError(error, `read ${name}`);
  }
  if (unquoted(answer.ETag) !== etag) throw changed(name);
  if (answer.ContentRange !== `bytes ${start}-${end - 1}/${bytes}`) {
    throw new Error(
      `asked for ${Range} of ${bytes}, the storage answered with ${printable(answer.ContentRange ?? 'everything')}`,
    );
  }
  return /** @type {Readable} */ (answer.Body);
}
