import { Readable, Writable } from 'node:stream';
import { CompleteMultipartUploadCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { LimitError } from '../../errors.js';
import { toStorageError } from '../../storage/storage-error.js';
import { trackPartMemory } from './part-memory.js';
import { capacityBytes } from './part-plan.js';
import { sendAgainOnConflict } from './send-again.js';

/** @import { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3' */

/**
 * lib-storage's Upload, made to fail as a whole. Left alone it waits for its body: after a part has failed the other
 * uploaders, and whoever writes, wait for ever, and `abort()` aborts the multipart upload only once the body has
 * yielded. Here the first failure stops the requests, destroys the body and fails the writable.
 *
 * @param {S3Client} client
 * @param {Omit<PutObjectCommandInput, 'Body'>} params
 * @param {{ partSizeBytes: number, queueSize: number }} plan
 * @param {string} name For messages.
 * @returns {{
 *   writable: Writable,
 *   fail: (error: Error) => Promise<void>,
 *   finish: () => Promise<{ ETag?: string | undefined }>,
 *   wasPublishing: () => boolean
 * }} `fail` is done when nothing is left of the upload; `wasPublishing` says whether the request that makes the object
 *   visible was ever sent.
 */
export function startUpload(client, params, plan, name) {
  const stop = new AbortController();
  /** @type {Error | undefined} */
  let failure;
  let isPublishing = false;
  const memory = trackPartMemory(plan.partSizeBytes);
  const { body, writable, fail: failStreams } = handOver(capacityBytes(plan), memory.taken);

  /** @param {unknown} error */
  const fail = error => {
    failure ??= /** @type {Error} */ (error);
    stop.abort(failure);
    failStreams(toStorageError(failure, `write ${name}`));
  };

  // All that lib-storage asks of a client.
  const observed = {
    config: client.config,
    send: async (/** @type {any} */ command) => {
      isPublishing ||= command instanceof PutObjectCommand || command instanceof CompleteMultipartUploadCommand;
      // lib-storage leaves the owner out where it aborts.
      command.input.ExpectedBucketOwner ??= params.ExpectedBucketOwner;
      try {
        // Any other request decides whether something is left behind: its answer is waited for.
        if (command instanceof UploadPartCommand) {
          const { PartNumber = 0 } = command.input;
          const part = /** @type {Buffer} */ (command.input.Body);
          memory.joined(PartNumber, part);
          const answer = await client.send(command, { abortSignal: stop.signal });
          memory.sent(PartNumber, part);
          return answer;
        }
        const answer = await sendAgainOnConflict(client, command);
        if (command instanceof PutObjectCommand) memory.sentWhole();
        return answer;
      } catch (error) {
        fail(error);
        throw error;
      }
    },
  };

  const { partSizeBytes: partSize, queueSize } = plan;
  const upload = new Upload({
    client: /** @type {S3Client} */ (/** @type {unknown} */ (observed)),
    params: { ...params, Body: body },
    partSize,
    queueSize,
  });
  const done = upload.done();
  done.catch(fail);

  return {
    writable,
    wasPublishing: () => isPublishing,
    async fail(error) {
      fail(error);
      await done.catch(() => {});
    },
    async finish() {
      if (!writable.writableFinished) fail(new Error('an output is committed before it has finished'));
      body.push(null);
      try {
        return await done;
      } catch (error) {
        throw failure ?? error;
      }
    },
  };
}

/**
 * A writable whose chunks come out of a readable, one at a time and uncopied. Unlike a PassThrough's, its end does not
 * end the readable.
 *
 * @param {number} maxBytes
 * @param {(chunk: Buffer) => void} onChunk
 */
function handOver(maxBytes, onChunk) {
  /** @type {((error?: Error) => void) | null} */
  let written = null;
  let bytes = 0;
  /** @param {Error} [error] */
  const settle = error => {
    const settled = written;
    written = null;
    settled?.(error);
    return settled !== null;
  };

  const body = new Readable({ highWaterMark: 1, read: () => void settle() });
  const writable = new Writable({
    write(chunk, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        done(new LimitError('limit/object-size', `the output outgrows its upload (limit: ${maxBytes} bytes)`));
      } else {
        written = done;
        onChunk(chunk);
        body.push(chunk);
      }
    },
  });
  // Both fail in `finish` too; nobody has to listen.
  body.on('error', () => {});
  writable.on('error', () => {});

  /** @param {Error} error */
  const fail = error => {
    body.destroy(error);
    if (!settle(error)) writable.destroy(error);
  };
  return { body, writable, fail };
}
