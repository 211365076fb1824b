import { randomUUID } from 'node:crypto';
import { sideQueue } from '../../memory/memory-plan.js';
import { toStorageError } from '../../storage/storage-error.js';
import { openOutput } from '../output.js';
import { LibStorageUpload } from './lib-storage-upload.js';
import { Publication } from './publication.js';
import { ResumableUpload } from './resumable-upload.js';

/** @import { Writable } from 'node:stream' */
/** @import { Output, SuspendedOutput } from '../open.js' */
/** @import { Draft } from '../output.js' */
/** @import { S3Prefix } from './prefix.js' */
/** @import { Provenance } from './provenance.js' */
/** @import { UploadProgress } from './upload-state.js' */

/**
 * How an object's bytes get into S3.
 *
 * @typedef {object} Upload
 * @property {Writable} writable It fails as soon as the upload does.
 * @property {boolean} mayBePublished Whether the request that makes the object visible was sent.
 * @property {() => Promise<{ ETag?: string | undefined }>} complete Publishes the object.
 * @property {() => Promise<SuspendedOutput>} suspend
 * @property {(error: Error) => Promise<void>} stop Fails the writable, and waits until no request is under way.
 * @property {() => Promise<void>} discard After `stop()`, removes what was uploaded.
 */

/**
 * @typedef {object} S3OutputOptions
 * @property {Provenance} provenance
 * @property {string | null} expectedETag What was there when the job began; null for nothing.
 * @property {{ partSizeBytes: number, queueSize: number }} plan
 * @property {boolean} isResumable
 * @property {boolean} isSide These two choose the upload: our own, or lib-storage's for an entry's main output that is
 *   never suspended.
 * @property {{ progress: UploadProgress, rest: Buffer }} [suspended] What it resumes.
 * @property {AbortSignal | undefined} signal
 * @property {(ETag: string | undefined) => void} onPublished Called with the ETag that is there now.
 * @property {() => void} onClosed
 */

/**
 * An object that is published by compare-and-swap: only if what is there is what was there when the job began.
 *
 * @param {S3Prefix} prefix
 * @param {string} path
 * @param {S3OutputOptions} options
 * @returns {Output}
 */
export function openS3Output(prefix, path, options) {
  const { isResumable, signal, onClosed } = options;
  return openOutput(new S3Draft(prefix, path, options), { uri: prefix.locate(path), isResumable, signal, onClosed });
}

/** @implements {Draft} */
class S3Draft {
  #publication;
  #isResumable;
  #isInCheckpoint;
  /** @type {Upload} */
  #upload;

  /**
   * @param {S3Prefix} prefix
   * @param {string} path
   * @param {S3OutputOptions} options
   */
  constructor(prefix, path, { provenance, expectedETag, plan, isResumable, isSide, suspended, onPublished }) {
    const uploadUuid = suspended?.progress.uploadUuid ?? randomUUID();
    this.#publication = new Publication(prefix, path, { provenance, expectedETag, uploadUuid, onPublished });
    const { client, params, name } = this.#publication;
    this.#isResumable = isResumable;
    // A flag, and not `suspended` itself, which holds bytes.
    this.#isInCheckpoint = typeof suspended?.progress.uploadId === 'string';
    const start = { uploadUuid, expectedETag, partSizeBytes: plan.partSizeBytes, uploadId: null, parts: [] };
    const queueSize = isSide ? sideQueue(plan.queueSize) : plan.queueSize;
    const isOurs = isResumable || isSide;
    this.#upload = isOurs
      ? new ResumableUpload(
          client,
          params,
          { ...plan, queueSize },
          {
            name,
            progress: suspended?.progress ?? start,
            rest: suspended?.rest ?? Buffer.alloc(0),
            isPublished: async abortSignal => (await this.#publication.find(abortSignal)) !== null,
          },
        )
      : new LibStorageUpload(client, params, plan, name);
    this.writable = this.#upload.writable;
  }

  async commit() {
    return this.#publication.publish({
      send: () => this.#upload.complete(),
      mayBePublished: () => this.#upload.mayBePublished,
      isResumable: this.#isResumable,
      tidy: () => this.abort(),
    });
  }

  async suspend() {
    try {
      return await this.#upload.suspend();
    } catch (error) {
      throw toStorageError(error, `write ${this.#publication.name}`);
    }
  }

  async release() {
    if (!this.#isInCheckpoint) return this.abort();
    await this.#upload.stop(new Error('the output was released'));
  }

  async abort() {
    await this.#upload.stop(new Error('the output was aborted'));
    await this.#upload.discard();
  }

  /** @param {Error} error */
  stop(error) {
    this.#upload.stop(error);
  }
}
