import { GetObjectCommand } from '@aws-sdk/client-s3';
import { LimitError } from '../../errors.js';
import { httpStatus } from '../../storage/http-status.js';
import { stoppedWaiting } from '../../storage/stopped-waiting.js';
import { toStorageError } from '../../storage/storage-error.js';

/** @import { Readable } from 'node:stream' */
/** @import { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3' */
/** @import { Target } from './prefix.js' */

/** @typedef {Promise<GetObjectCommandOutput>} Answer */

/**
 * @param {S3Client} client
 * @param {Target} target
 * @param {AbortSignal | undefined} abortSignal
 * @returns {Answer} Its body has to be read, or destroyed.
 */
export function requestObject(client, target, abortSignal) {
  return client.send(new GetObjectCommand(target), abortSignal ? { abortSignal } : {});
}

/**
 * Calls `consume` with an object's bytes. If they break off, it reads the object again from its beginning.
 *
 * @template Result
 * @param {S3Client} client
 * @param {{ target: Target, name: string, consume: (chunks: AsyncIterable<Buffer>) => Promise<Result>, early: Answer | undefined }}
 *   object `name` is for messages; `early`: the answer to a request that was sent before.
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<{ result: Result, ETag: string | undefined, metadata: Record<string, string> } | null>} Null if there is no such object.
 */
export async function readObject(client, { target, name, consume, early }, signal) {
  // After the signal, a stopped job still reads what it needs to record how far it came.
  const stop = signal?.aborted === false ? signal : undefined;
  let answer = early;
  for (let attempt = 1; ; attempt += 1) {
    /** @type {Readable | undefined} */
    let body;
    try {
      const { Body, ETag, Metadata = {} } = await (answer ?? requestObject(client, target, stop));
      body = /** @type {Readable} */ (Body);
      return { result: await consume(body), ETag, metadata: Metadata };
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'NoSuchKey') return null;
      if (stop?.aborted) throw stoppedWaiting(name, error);
      // The SDK retries a request without an answer; a body that breaks off is up to us.
      const isBroken = httpStatus(error) === 0 && !(error instanceof LimitError);
      if (!isBroken || attempt === MAX_READS) throw toStorageError(error, `read ${name}`);
    } finally {
      answer = undefined;
      body?.destroy();
    }
  }
}

const MAX_READS = 3;
