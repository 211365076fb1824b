import { randomUUID } from 'node:crypto';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { StoppedError, StorageError } from '../errors.js';
import { printable } from '../printable.js';
import { httpStatus, toStorageError } from '../storage-error.js';
import { compareProvenance, provenanceMetadata } from './provenance.js';
import { startUpload } from './upload.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Output } from './open-destination.js' */
/** @import { Provenance } from './provenance.js' */

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
 * @param {AbortSignal | undefined} object.signal
 * @param {(ETag: string | undefined) => void} object.onPublished Called with what is there now.
 * @param {() => void} object.onClosed Called when it was published, or nothing is left of it.
 * @returns {Output}
 */
export function openS3Output(client, object) {
  const { target, uri, contentType: ContentType, expectedETag, plan, signal, onPublished, onClosed } = object;
  const Metadata = provenanceMetadata(object.provenance, randomUUID());
  const condition = expectedETag === null ? { IfNoneMatch: '*' } : { IfMatch: expectedETag };
  const upload = startUpload(client, { ...target, ...condition, ContentType, Metadata }, plan, printable(uri));
  const stop = () => upload.fail(new StoppedError({ cause: signal?.reason }));
  if (signal?.aborted === false) signal.addEventListener('abort', stop, { once: true });
  const close = () => {
    signal?.removeEventListener('abort', stop);
    onClosed();
  };

  return {
    uri,
    writable: upload.writable,
    async commit() {
      try {
        const { ETag } = await upload.finish();
        onPublished(ETag);
        return 'written';
      } catch (error) {
        const there = upload.wasPublishing() ? await lookAt(client, target) : null;
        const provenance = compareProvenance(there?.Metadata, Metadata);
        if (there === null || provenance === 'other' || (provenance === 'same' && there.ETag === expectedETag)) {
          throw commitError(error, uri);
        }
        onPublished(there.ETag);
        return provenance === 'own' ? 'written' : 'adopted';
      } finally {
        close();
      }
    },
    async abort() {
      await upload.fail(new Error('the output was aborted'));
      close();
    },
  };
}

/**
 * After a refusal or a lost answer only the target itself can say what became of it.
 *
 * @param {S3Client} client
 * @param {{ Bucket: string, Key: string }} target
 */
async function lookAt(client, target) {
  try {
    return await client.send(new HeadObjectCommand(target));
  } catch {
    // The first error says more.
    return null;
  }
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
