import { isS3Uri } from '../storage/s3-uri.js';
import { openFileSource } from './file.js';

/** @import { Readable } from 'node:stream' */
/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * One pinned version of an archive. A read returns bytes of that version or fails.
 *
 * @typedef {object} Source
 * @property {string} uri As given.
 * @property {string} outputFolder The folder for its outputs under the destination: its key or file name without
 *   `.zip`, `.tar`, `.tar.gz`, `.tgz` or `.gz`.
 * @property {number} bytes
 * @property {string} etag For S3, without quotes; for a file, its size and its modification time in nanoseconds.
 * @property {string | null} versionId
 * @property {Date | null} [lastModified] For S3, in whole seconds.
 * @property {(start: number, end: number) => Readable} read The bytes `[start, end)`. Fails with a StorageError,
 *   ArchiveError `archive/changed` or StoppedError; may be destroyed at any time.
 * @property {() => Promise<void>} close Destroys the reads that are under way.
 * @property {(versionId: string) => Promise<boolean>} [isOlder] S3 only: whether another version of it is certainly not newer.
 * @property {(versionId?: string) => Promise<void>} [remove] S3 only: deletes this version, never a newer one, or the
 *   version with the given id.
 * @property {(tags: Record<string, string>, versionId?: string) => Promise<void>} [tag] S3 only: adds tags to this
 *   version, or to the one with the given id.
 */

/**
 * @typedef {object} SourceOptions
 * @property {() => S3Client | Promise<S3Client>} [s3] The client, requested only for an `s3://` address.
 * @property {string | undefined} [versionId] S3 only: the version to read; the current one by default.
 * @property {string | undefined} [etag] S3 only: the ETag that the current version must have (or `archive/changed`).
 * @property {string | undefined} [expectedBucketOwner] An account id, sent with every request.
 * @property {AbortSignal | undefined} [signal] Stops every read with a StoppedError.
 * @property {number} [stallTimeoutMs] How long to wait for a byte before sending another request.
 * @property {(ms: number, signal: AbortSignal) => Promise<void>} [sleep] Called between two attempts.
 */

/**
 * Opens an archive for reads of byte ranges.
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

/**
 * Opens an object that an event names. Its bucket and its key stay apart: joined to one text, they could be read as others.
 *
 * @param {{ bucket: string, key: string }} address
 * @param {SourceOptions} [options]
 * @returns {Promise<Source>}
 * @throws {import('../errors.js').SluiceError} As `openSource`.
 */
export async function openObject(address, options = {}) {
  const { openS3Object } = await import('./s3.js');
  return openS3Object(address, options);
}
