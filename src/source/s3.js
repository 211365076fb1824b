import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { ArchiveError, StoppedError, UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { s3ClientFactory } from '../storage/s3-client.js';
import { parseS3Uri } from '../storage/s3-uri.js';
import { httpStatus, toStorageError } from '../storage/storage-error.js';
import { outputFolderOf } from './output-folder.js';
import { rangeReaders } from './range-readers.js';
import { refusedForGood } from './refusal.js';
import { resumedRange } from './resumed-range.js';
import { tagObject } from './tag-object.js';

/** @import { Readable } from 'node:stream' */
/** @import { GetObjectCommandOutput, HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3' */
/** @import { Source, SourceOptions } from './open-source.js' */

/**
 * One version of an object: what to ask for, and what it was when it was opened.
 *
 * @typedef {{ Bucket: string, Key: string, ExpectedBucketOwner?: string | undefined }} Target
 * @typedef {{ VersionId: string } | { IfMatch: string }} Pin A request with it is about this version or fails.
 */

/**
 * An object as a source. A version that is known pins every request by its id, else the ETag does.
 *
 * @param {string} uri
 * @param {SourceOptions} options
 * @returns {Promise<Source>}
 */
export async function openS3Source(uri, options) {
  const { s3 = s3ClientFactory(), versionId, etag, expectedBucketOwner, signal } = options;
  const { bucket, key } = parseS3Uri(uri);
  if (key === '') throw new UsageError('usage/bad-uri', `"${printable(uri)}" names no object; write s3://bucket/key`);
  const name = printable(uri);
  const client = await s3();
  const target = { Bucket: bucket, Key: key, ExpectedBucketOwner: expectedBucketOwner };

  const head = await headObject(client, { ...target, VersionId: versionId }, name, signal);
  const { ContentLength: bytes = 0 } = head;
  const current = unquoted(head.ETag);
  if (etag !== undefined && versionId === undefined && unquoted(etag) !== current) throw changed(name);
  // In a bucket whose versioning is suspended, "null" names whatever is there now.
  const version = head.VersionId === 'null' ? null : (head.VersionId ?? null);
  /** @type {Pin} */
  const pin = version === null ? { IfMatch: `"${current}"` } : { VersionId: version };

  /** @param {string | undefined} other */
  const nameOf = other => (other ? `version ${printable(other)} of ${name}` : name);

  const readers = rangeReaders(signal);
  /** @type {Parameters<typeof resumedRange>[0]['fetch']} */
  const fetch = (start, end, stop) =>
    fetchRange(client, { ...target, ...pin }, { start, end, bytes, etag: current, name, stop });
  return {
    uri,
    outputFolder: outputFolderOf(key),
    bytes,
    etag: current,
    versionId: version,
    lastModified: head.LastModified ?? null,
    read: (start, end) =>
      readers.read(stop => {
        const range = resumedRange({ ...options, start, end, name, fetch, signal: stop });
        return end - start <= WHOLE_BYTES ? gathered(range) : range;
      }),
    close: async () => readers.close(),
    remove: other => removeObject(client, { ...target, ...(other ? { VersionId: other } : pin) }, nameOf(other)),
    tag: (tags, other) =>
      tagObject(client, { target, versionId: other ?? version, etag: current, name: nameOf(other) }, tags),
  };
}

/**
 * @param {S3Client} client
 * @param {Target & { VersionId?: string | undefined }} target
 * @param {string} name
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<HeadObjectCommandOutput>}
 */
async function headObject(client, target, name, signal) {
  const options = signal ? { abortSignal: signal } : {};
  const head = () => client.send(new HeadObjectCommand(target), options);
  try {
    return await head().catch(async error => {
      if (signal?.aborted || httpStatus(error) < 400) throw error;
      // The answer to a HEAD has no body that could say why; a GET's has, unless the object can be read after all.
      await readFirstByte(client, target, options);
      return head();
    });
  } catch (error) {
    if (signal?.aborted) throw new StoppedError({ cause: error });
    throw toStorageError(error, `open ${name}`);
  }
}

/**
 * @param {S3Client} client
 * @param {Target & { VersionId?: string | undefined }} target
 * @param {{ abortSignal?: AbortSignal }} options
 */
async function readFirstByte(client, target, options) {
  try {
    const { Body } = await client.send(new GetObjectCommand({ ...target, Range: 'bytes=0-0' }), options);
    await Body?.transformToByteArray();
  } catch (error) {
    // There is no first byte in an empty object.
    if (httpStatus(error) !== 416) throw error;
  }
}

/**
 * @param {S3Client} client
 * @param {Target & Pin} pinned
 * @param {{ start: number, end: number, bytes: number, etag: string, name: string, stop: AbortSignal }} range `bytes`: the
 *   whole object's.
 * @returns {Promise<Readable>}
 */
async function fetchRange(client, pinned, { start, end, bytes, etag, name, stop }) {
  const Range = `bytes=${start}-${end - 1}`;
  /** @type {GetObjectCommandOutput} */
  let answer;
  try {
    answer = await client.send(new GetObjectCommand({ ...pinned, Range }), { abortSignal: stop });
  } catch (error) {
    throw GONE.has(httpStatus(error)) && !isBucketMissing(error)
      ? changed(name)
      : toStorageError(error, `read ${name}`);
  }
  if (unquoted(answer.ETag) !== etag) throw changed(name);
  if (answer.ContentRange !== `bytes ${start}-${end - 1}/${bytes}`) {
    throw new Error(
      `asked for ${Range} of ${bytes}, the storage answered with ${printable(answer.ContentRange ?? 'everything')}`,
    );
  }
  return /** @type {Readable} */ (answer.Body);
}

/**
 * @param {AsyncGenerator<Buffer, void>} chunks
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* gathered(chunks) {
  const parts = [];
  for await (const chunk of chunks) parts.push(chunk);
  if (parts.length > 0) yield Buffer.concat(parts);
}

/**
 * @param {S3Client} client
 * @param {Target & Pin} pinned
 * @param {string} name
 */
async function removeObject(client, pinned, name) {
  try {
    await client.send(new DeleteObjectCommand(pinned));
  } catch (error) {
    // Gone already, or another one by now: nothing of ours to delete.
    if (GONE.has(httpStatus(error)) && !isBucketMissing(error)) return;
    const doing = `delete ${name}`;
    throw refusedForGood(error, doing) ?? toStorageError(error, doing);
  }
}

/** @param {unknown} error */
function isBucketMissing(error) {
  return /** @type {Error} */ (error).name === 'NoSuchBucket';
}

/** @param {string} name */
function changed(name) {
  return new ArchiveError(
    'archive/changed',
    `${name} was replaced or deleted meanwhile; the newer upload does the work`,
  );
}

/** @param {string | undefined} etag */
function unquoted(etag = '') {
  return etag.replace(/^"|"$/g, '');
}

// Up to here a range is read into memory before it is handed out, so that its connection goes back to the pool whatever
// the consumer does.
const WHOLE_BYTES = 1024 * 1024;
// Not found, a delete marker, a precondition that failed, a range past the end.
const GONE = new Set([404, 405, 412, 416]);
