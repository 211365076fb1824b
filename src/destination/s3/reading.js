import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { LimitError, StoppedError } from '../../errors.js';
import { httpStatus, toStorageError } from '../../storage/storage-error.js';

/** @import { Readable } from 'node:stream' */
/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * What is there under a prefix, page by page.
 *
 * @param {S3Client} client
 * @param {{ Bucket: string, Prefix: string, ExpectedBucketOwner?: string | undefined }} query
 * @param {AbortSignal | undefined} signal
 */
export async function* listObjects(client, query, signal) {
  const options = signal ? { abortSignal: signal } : {};
  /** @type {string | undefined} */
  let ContinuationToken;
  do {
    const page = await client.send(new ListObjectsV2Command({ ...query, ContinuationToken }), options);
    yield* page.Contents ?? [];
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken);
}

/**
 * What is made of an object's bytes. Where they break off, it is begun again.
 *
 * @template Result
 * @param {S3Client} client
 * @param {object} object
 * @param {{ Bucket: string, Key: string, ExpectedBucketOwner?: string | undefined }} object.target
 * @param {string} object.name For messages.
 * @param {(chunks: AsyncIterable<Buffer>) => Promise<Result>} object.consume
 * @param {AbortSignal | undefined} object.signal
 * @returns {Promise<{ result: Result, ETag: string | undefined } | null>}
 */
export async function readObject(client, { target, name, consume, signal }) {
  // What is read after the job was stopped serves to write down how far it came.
  const options = signal?.aborted === false ? { abortSignal: signal } : {};
  for (let attempt = 1; ; attempt += 1) {
    /** @type {Readable | undefined} */
    let body;
    try {
      const { Body, ETag } = await client.send(new GetObjectCommand(target), options);
      body = /** @type {Readable} */ (Body);
      return { result: await consume(body), ETag };
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'NoSuchKey') return null;
      if (options.abortSignal?.aborted) throw new StoppedError({ cause: error });
      // The SDK has tried again where there was no answer; a body that breaks is up to us.
      const isBroken = httpStatus(error) === 0 && !(error instanceof LimitError);
      if (!isBroken || attempt === MAX_READS) throw toStorageError(error, `read ${name}`);
    } finally {
      body?.destroy();
    }
  }
}

const MAX_READS = 3;
