import { isS3Uri } from '../storage/s3-uri.js';
import { openFileSource } from './file.js';

/** @import { Readable } from 'node:stream' */
/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * One pinned version of an archive. What is read is that version, or an error.
 *
 * @typedef {object} Source
 * @property {string} uri As given.
 * @property {string} outputFolder Where its outputs go under the destination: its key, or its file's name, without `.zip`.
 * @property {number} bytes
 * @property {string} etag On S3 without quotes; of a file, its size and its modification time in nanoseconds.
 * @property {string | null} versionId
 * @property {Date | null} [lastModified] S3 only, in whole seconds.
 * @property {(start: number, end: number) => Readable} read The bytes `[start, end)`. Fails with a StorageError,
 *   ArchiveError `archive/changed` or StoppedError; it may be destroyed at any time.
 * @property {() => Promise<void>} close Destroys what is still being read.
 * @property {(versionId?: string) => Promise<void>} [remove] S3 only: deletes this version and never a newer one, or the
 *   version of the same archive that is named.
 * @property {(tags: Record<string, string>, versionId?: string) => Promise<void>} [tag] S3 only: adds tags to this version,
 *   or to the one that is named.
 */

/**
 * @typedef {object} SourceOptions
 * @property {() => S3Client | Promise<S3Client>} [s3] The client, asked for only when an `s3://` is named.
 * @property {string | undefined} [versionId] The version to read (S3), else the current one.
 * @property {string | undefined} [etag] What the current version has to be (S3), else `archive/changed`.
 * @property {string | undefined} [expectedBucketOwner] An account id that every request carries.
 * @property {AbortSignal | undefined} [signal] Stops every read with a StoppedError.
 * @property {number} [stallTimeoutMs] How long to wait for the next byte before asking again.
 * @property {(ms: number, signal: AbortSignal) => Promise<void>} [sleep] Between two tries.
 */

/**
 * Opens an archive for reading by ranges.
 *
 * @param {string} uri A path or `s3://bucket/key`.
 * @param {SourceOptions} [options]
 * @returns {Promise<Source>}
 * @throws {import('../errors.js').SluiceError} `storage/…`, `archive/changed`, `usage/bad-uri`, `usage/not-a-file`
 */
export async function openSource(uri, options = {}) {
  if (!isS3Uri(uri)) return openFileSource(uri, options);
  const { openS3Source } = await import('./s3.js');
  return openS3Source(uri, options);
}
