import { randomUUID } from 'node:crypto';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { StoppedError, StorageError } from '../../errors.js';
import { printable } from '../../printable.js';
import { httpStatus, toStorageError } from '../../storage/storage-error.js';
import { isUploadMissing, missingUpload } from './missing-upload.js';
import { outputGone } from './output-gone.js';
import { compareProvenance, provenanceMetadata } from './provenance.js';
import { startResumableUpload } from './resumable-upload.js';
import { startUpload } from './upload.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Output } from '../open.js' */
/** @import { Provenance } from './provenance.js' */
/** @import { UploadProgress } from './upload-state.js' */

/**
 * An object that is published by compare-and-swap: only if what is there is still what was there when the job began.
 *
 * @param {S3Client} client
 * @param {object} object
 * @param {{ Bucket: string, Key: string, ExpectedBucketOwner?: string | undefined }} object.target
 * @param {string} object.uri
 * @param {string} object.contentType
 * @param {Provenance} object.provenance
 * @param {string | null} object.expectedETag What was there, or null for nothing.
 * @param {{ partSizeBytes: number, queueSize: number }} object.plan
 * @param {boolean | undefined} [object.resumable]
 * @param {{ progress: UploadProgress, rest: Buffer }} [object.suspended] What it goes on from.
 * @param {AbortSignal | undefined} object.signal
 * @param {(ETag: string | undefined) => void} object.onPublished Called with what is there now.
 * @param {() => void} object.onClosed Called when it was published, or nothing is left of it here.
 * @returns {Output}
 */
export function openS3Output(client, object) {
  const { target, uri, contentType: ContentType, expectedETag, plan, signal, onPublished, onClosed } = object;
  const { resumable = false, suspended } = object;
  // Not `suspended` itself is kept, for the bytes in it.
  const isLeftOpen = typeof suspended?.progress.uploadId === 'string';
  const name = printable(uri);
  const uploadName = suspended?.progress.upload ?? randomUUID();
  const Metadata = provenanceMetadata(object.provenance, uploadName);
  const condition = expectedETag === null ? { IfNoneMatch: '*' } : { IfMatch: expectedETag };
  const params = { ...target, ...condition, ContentType, Metadata };

  /**
   * What was published there from the same, by this upload or another one, since the job began.
   *
   * @param {AbortSignal} [abortSignal]
   */
  const findPublished = async abortSignal => {
    const options = abortSignal ? { abortSignal } : {};
    const there = await client.send(new HeadObjectCommand(target), options).catch(error => {
      if (httpStatus(error) === 404) return null;
      throw error;
    });
    const provenance = compareProvenance(there?.Metadata, Metadata);
    if (provenance === 'other' || (provenance === 'same' && there?.ETag === expectedETag)) return null;
    /** @type {'written' | 'adopted'} */
    const result = provenance === 'own' ? 'written' : 'adopted';
    return { ETag: there?.ETag, result };
  };

  const begun = { upload: uploadName, expectedETag, partSizeBytes: plan.partSizeBytes, uploadId: null, parts: [] };
  const resumableUpload = resumable
    ? startResumableUpload(client, params, plan, {
        name,
        begun: suspended?.progress ?? begun,
        rest: suspended?.rest ?? Buffer.alloc(0),
        isPublished: async abortSignal => (await findPublished(abortSignal)) !== null,
      })
    : null;
  const upload = resumableUpload ?? startUpload(client, params, plan, name);
  const stop = () => upload.fail(new StoppedError({ cause: signal?.reason }));
  if (signal?.aborted === false) signal.addEventListener('abort', stop, { once: true });
  const close = () => {
    signal?.removeEventListener('abort', stop);
    onClosed();
  };
  const abort = async () => {
    await upload.fail(new Error('the output was aborted'));
    await resumableUpload?.discard();
    close();
  };

  return {
    uri,
    writable: upload.writable,
    abort,
    async commit() {
      try {
        const { ETag } = await upload.finish();
        onPublished(ETag);
        close();
        return 'written';
      } catch (error) {
        // The first error says more than one of looking.
        const published = upload.wasPublishing() ? await findPublished().catch(() => null) : null;
        if (published === null && resumable) throw resumableError(error, uri);
        // Nothing is needed any more of what may be left of it.
        await abort();
        if (published === null) throw commitError(error, uri);
        onPublished(published.ETag);
        return published.result;
      }
    },
    async suspend() {
      if (resumableUpload === null) throw new Error('it was not opened as resumable');
      try {
        const left = await resumableUpload.suspend();
        close();
        return left;
      } catch (error) {
        throw toStorageError(error, `write ${name}`);
      }
    },
    async release() {
      // One that was begun since then is known to nobody.
      if (!isLeftOpen) return abort();
      await upload.fail(new Error('the output was released'));
      close();
    },
  };
}

/**
 * @param {unknown} error
 * @param {string} uri
 */
function commitError(error, uri) {
  const isMissingBucket = /** @type {Error} */ (error).name === 'NoSuchBucket';
  // 404: what `IfMatch` expected is gone, or the upload itself is.
  if (![404, 409, 412].includes(httpStatus(error)) || isMissingBucket) {
    return toStorageError(error, `write ${printable(uri)}`);
  }
  return new StorageError(
    'storage/conflict',
    `cannot write ${printable(uri)}: somebody else changed it since the job began; run the job again`,
    { cause: error },
  );
}

/**
 * What can never be completed has to be begun again.
 *
 * @param {unknown} error
 * @param {string} uri
 */
function resumableError(error, uri) {
  const { name, message } = /** @type {Error} */ (error);
  if (isUploadMissing(error)) return missingUpload(printable(uri), error);
  if (!NEVER_COMPLETED.has(name)) return commitError(error, uri);
  return outputGone(printable(uri), `S3 refuses to put it together (${printable(`${name} ${message}`)})`, error);
}

// Parts that are not those that were sent, or a whole that is not their sum.
const NEVER_COMPLETED = new Set(['BadDigest', 'EntityTooSmall', 'InvalidPart', 'InvalidPartOrder', 'InvalidRequest']);
