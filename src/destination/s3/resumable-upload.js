import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { LimitError } from '../../errors.js';
import { httpStatus, toStorageError } from '../../storage/storage-error.js';
import { promptWritable } from '../../streams/prompt-writable.js';
import { abortUpload, isUploadGone, isUploadMissing, missingUpload } from './missing-upload.js';
import { PartFiller } from './part-filler.js';
import { capacityBytes } from './part-plan.js';
import { sendAgainOnConflict } from './send-again.js';
import { checksumText, suspendUpload, wholeCrc32 } from './upload-state.js';

/** @import { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3' */
/** @import { SuspendedOutput } from '../open.js' */
/** @import { Part } from './part-filler.js' */
/** @import { UploadProgress } from './upload-state.js' */

/**
 * An upload that one process begins and another goes on with: one multipart upload, kept open over all turns, or a simple
 * PutObject where all of it is less than a part. Each part carries its CRC-32, and the last request the whole's and its
 * size, so that S3 verifies what was put together over the turns. What a turn sends again, because the one before it was
 * killed or is still there, are the same bytes under the same part numbers.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 *
 * @param {S3Client} client
 * @param {Omit<PutObjectCommandInput, 'Body'>} params
 * @param {{ partSizeBytes: number, queueSize: number }} plan
 * @param {object} upload
 * @param {string} upload.name For messages.
 * @param {UploadProgress} upload.begun Nothing of it is changed.
 * @param {Buffer} upload.rest What was written before and fills no part.
 * @param {(abortSignal: AbortSignal) => Promise<boolean>} upload.isPublished Asked where the multipart upload is gone, or a
 *   part got no answer: whether the output is there. What is written from then on is thrown away.
 */
export function startResumableUpload(client, params, plan, { name, begun, rest, isPublished }) {
  const { IfMatch, IfNoneMatch, ContentType, Metadata, ...target } = params;
  const { partSizeBytes, queueSize } = plan;
  const stop = new AbortController();
  const progress = { ...begun, parts: [...begun.parts] };
  /** @type {Set<Promise<void>>} None is ever rejected: what goes wrong is in `failure`. */
  const inFlight = new Set();
  /** @type {Error | undefined} */
  let failure;
  let isPublishing = false;
  // From when on nothing more is to be done with the multipart upload.
  let isSettled = false;
  let isThrownAway = false;
  /** @type {Promise<string> | undefined} */
  let creating;
  /** @type {ReturnType<typeof publish> | undefined} */
  let publishing;

  /** @param {unknown} error */
  const failWith = error => {
    failure ??= /** @type {Error} */ (error);
    stop.abort(failure);
    failWriter(toStorageError(failure, `write ${name}`));
  };

  const create = async () => {
    if (progress.uploadId !== null) return progress.uploadId;
    const described = { ...target, ContentType, Metadata, ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(/** @type {any} */ (described)));
    progress.uploadId = UploadId ?? null;
    return UploadId ?? '';
  };

  /**
   * @param {number} index
   * @param {Part} part
   */
  const uploadPart = async (index, { body, crc32 }) => {
    creating ??= create();
    const UploadId = await creating;
    const ChecksumCRC32 = checksumText(crc32);
    const input = { ...target, UploadId, PartNumber: index + 1, Body: body, ChecksumCRC32 };
    const { ETag = '' } = await client.send(new UploadPartCommand(input), { abortSignal: stop.signal });
    progress.parts[index].etag = ETag.replaceAll('"', '');
  };

  /** @param {Part} part */
  const send = async part => {
    while (inFlight.size >= queueSize) await Promise.race(inFlight);
    if (failure) throw failure;
    const index = progress.parts.push({ etag: '', crc32: part.crc32 }) - 1;
    if (isThrownAway) return filler.giveBack(part.body);
    const sending = uploadPart(index, part)
      .catch(async error => {
        if (failure) throw error;
        const { uploadId } = progress;
        const isMissing = isUploadMissing(error);
        if (uploadId === null || (!isMissing && httpStatus(error) !== 0)) throw error;
        const isGone = isMissing || (await isUploadGone(client, target, uploadId, stop.signal));
        // Also where it is there still: another job may be completing it.
        isThrownAway = await isPublished(stop.signal);
        if (!isThrownAway) throw isGone ? missingUpload(name, error) : error;
      })
      .then(() => filler.giveBack(part.body), failWith)
      .finally(() => inFlight.delete(sending));
    inFlight.add(sending);
  };

  const settled = async () => {
    if (!writable.writableFinished && !failure) throw new Error('an output is settled before it has finished');
    await Promise.all(inFlight);
    if (failure) throw failure;
  };

  /** @returns {Promise<{ ETag?: string | undefined }>} */
  const publish = async () => {
    const last = filler.takeRest();
    const ChecksumCRC32 = checksumText(wholeCrc32(progress.parts, partSizeBytes, last));
    const bytes = progress.parts.length * partSizeBytes + last.body.length;
    if (progress.parts.length === 0) {
      isPublishing = true;
      const put = new PutObjectCommand({ ...params, Body: last.body, ChecksumCRC32 });
      const answer = await sendAgainOnConflict(client, put);
      filler.giveBack(last.body);
      return answer;
    }
    if (last.body.length > 0) await send(last);
    await settled();
    isPublishing = true;
    const { uploadId, parts } = progress;
    return client.send(
      new CompleteMultipartUploadCommand({
        ...target,
        ...(IfMatch === undefined ? { IfNoneMatch } : { IfMatch }),
        UploadId: uploadId ?? '',
        MultipartUpload: { Parts: parts.map(listedPart) },
        ChecksumType: 'FULL_OBJECT',
        ChecksumCRC32,
        MpuObjectSize: bytes,
      }),
    );
  };

  const filler = new PartFiller(partSizeBytes, send);
  // Less than a part: it is there at once.
  void filler.take(rest);
  const maxBytes = capacityBytes(plan);
  const { writable, fail: failWriter } = promptWritable(async chunk => {
    if (progress.parts.length * partSizeBytes + filler.restBytes + chunk.length > maxBytes) {
      throw new LimitError('limit/object-size', `the output outgrows its upload (limit: ${maxBytes} bytes)`);
    }
    await filler.take(chunk);
  }, failWith);

  return {
    writable,
    wasPublishing: () => isPublishing,
    /**
     * Stops what is under way; what was uploaded stays there.
     *
     * @param {Error} error
     */
    async fail(error) {
      if (isSettled) return;
      failWith(error);
      await Promise.all(inFlight);
    },
    async finish() {
      await settled();
      publishing ??= publish();
      const answer = await publishing;
      isSettled = true;
      filler.close();
      return answer;
    },
    /** @returns {Promise<SuspendedOutput>} */
    async suspend() {
      await settled();
      if (publishing) throw new Error('an output is suspended after it was to be published');
      isSettled = true;
      filler.close();
      return suspendUpload(progress, filler.takeRest());
    },
    /** Aborts the multipart upload, if there is one and it is not done with. */
    async discard() {
      if (isSettled) return;
      isSettled = true;
      if (progress.uploadId !== null) await abortUpload(client, target, progress.uploadId).catch(() => {});
    },
  };
}

/**
 * @param {{ etag: string, crc32: number }} part
 * @param {number} index
 */
function listedPart({ etag, crc32 }, index) {
  return { PartNumber: index + 1, ETag: `"${etag}"`, ChecksumCRC32: checksumText(crc32) };
}
