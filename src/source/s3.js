import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { s3ClientFactory } from '../storage/s3-client.js';
import { parseS3Uri, s3UriOf } from '../storage/s3-uri.js';
import { fetchRange } from './fetch-range.js';
import { headObject } from './head-object.js';
import { isOlder } from './is-older.js';
import { outputFolderOf } from './output-folder.js';
import { changed, unquoted } from './pinned-object.js';
import { rangeReaders } from './range-readers.js';
import { removeObject } from './remove-object.js';
import { resumedRange } from './resumed-range.js';
import { tagObject } from './tag-object.js';

/** @import { FetchRange } from './range-body.js' */
/** @import { Pin } from './pinned-object.js' */
/** @import { Source, SourceOptions } from './open-source.js' */

/**
 * @param {string} uri
 * @param {SourceOptions} options
 * @returns {Promise<Source>}
 */
export async function openS3Source(uri, options) {
  return openS3Object(parseS3Uri(uri), options);
}

/**
 * Opens an object as a source. Every request is pinned by the version id, or by the ETag if there are no versions.
 *
 * @param {{ bucket: string, key: string }} address
 * @param {SourceOptions} options
 * @returns {Promise<Source>}
 */
export async function openS3Object({ bucket, key }, options) {
  const { s3 = s3ClientFactory(), expectedBucketOwner, signal } = options;
  const uri = s3UriOf({ bucket, key });
  if (key === '') throw new UsageError('usage/bad-uri', `"${printable(uri)}" names no object; write s3://bucket/key`);
  const name = printable(uri);
  const client = await s3();
  const target = { Bucket: bucket, Key: key, ExpectedBucketOwner: expectedBucketOwner };

  const head = await headObject(client, { ...target, VersionId: options.versionId }, name, signal);
  const { ContentLength: bytes = 0 } = head;
  const etag = unquoted(head.ETag);
  if (options.etag !== undefined && options.versionId === undefined && unquoted(options.etag) !== etag) {
    throw changed(name);
  }
  // In a bucket with suspended versioning, "null" names the current object, whichever it is.
  const versionId = head.VersionId === 'null' ? null : (head.VersionId ?? null);
  /** @type {Pin} */
  const pin = versionId === null ? { IfMatch: `"${etag}"` } : { VersionId: versionId };

  const readers = rangeReaders(signal);
  /** @type {FetchRange} */
  const fetch = (start, end, stop) =>
    fetchRange(client, { ...target, ...pin }, { bytes, etag, name }, { start, end, signal: stop });
  /** @param {string | undefined} other */
  const nameOf = other => (other ? `version ${printable(other)} of ${name}` : name);
  const lastModified = head.LastModified ?? null;
  return {
    uri,
    outputFolder: outputFolderOf(key),
    bytes,
    etag,
    versionId,
    lastModified,
    read: (start, end) =>
      readers.read(stop => {
        const range = resumedRange({ ...options, start, end, name, fetch, signal: stop });
        return end - start <= GATHERED_BYTES ? gathered(range) : range;
      }),
    close: async () => readers.close(),
    isOlder: other => isOlder(client, { ...target, VersionId: other }, lastModified, nameOf(other), signal),
    remove: other =>
      removeObject(client, { ...target, ...(other ? { VersionId: other } : pin) }, nameOf(other), signal),
    tag: (tags, other) =>
      tagObject(client, { target, versionId: other ?? versionId, etag, name: nameOf(other) }, tags, signal),
  };
}

/**
 * @param {AsyncGenerator<Buffer, void>} chunks
 * @returns {AsyncGenerator<Buffer, void>} All of them in one chunk.
 */
async function* gathered(chunks) {
  const parts = [];
  for await (const chunk of chunks) parts.push(chunk);
  if (parts.length > 0) yield Buffer.concat(parts);
}

// A range up to this size is read into memory first, so that its connection returns to the pool however slow the
// consumer is.
const GATHERED_BYTES = 1024 * 1024;
