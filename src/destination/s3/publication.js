import { commitError } from './commit-error.js';
import { contentTypeOf } from './content-type.js';
import { findPublished } from './find-published.js';
import { provenanceMetadata } from './provenance.js';

/** @import { PutObjectCommandInput } from '@aws-sdk/client-s3' */
/** @import { S3Prefix } from './prefix.js' */
/** @import { Provenance } from './provenance.js' */

/**
 * Publishes one object by compare-and-swap: only if what is there is what was there when the job began. The answer to the
 * request that does it may get lost; then a look decides.
 */
export class Publication {
  /** For the request that creates the object. @type {Omit<PutObjectCommandInput, 'Body'>} */
  params;
  client;
  #prefix;
  #path;
  #expected;
  #onPublished;

  /**
   * @param {S3Prefix} prefix
   * @param {string} path
   * @param {object} options
   * @param {Provenance} options.provenance
   * @param {string | null} options.expectedETag What was there when the job began; null for nothing.
   * @param {string} options.uploadUuid
   * @param {(ETag: string | undefined) => void} options.onPublished Called with the ETag that is there now.
   */
  constructor(prefix, path, { provenance, expectedETag, uploadUuid, onPublished }) {
    const metadata = provenanceMetadata(provenance, uploadUuid);
    const condition = expectedETag === null ? { IfNoneMatch: '*' } : { IfMatch: expectedETag };
    this.params = { ...prefix.target(path), ...condition, ContentType: contentTypeOf(path), Metadata: metadata };
    this.client = prefix.client;
    this.#prefix = prefix;
    this.#path = path;
    this.#expected = { metadata, expectedETag };
    this.#onPublished = onPublished;
  }

  /** Of the object, for messages. Hardly any output is ever named. */
  get name() {
    return this.#prefix.nameOf(this.#path);
  }

  /**
   * @param {object} request
   * @param {() => Promise<{ ETag?: string | undefined }>} request.send Makes the object visible.
   * @param {() => boolean} request.mayBePublished Whether it was sent.
   * @param {boolean} request.isResumable
   * @param {() => Promise<void>} [request.tidy] Removes what is left of the upload if the object is there all the same.
   * @returns {Promise<'written' | 'adopted'>}
   */
  async publish({ send, mayBePublished, isResumable, tidy }) {
    try {
      const { ETag } = await send();
      this.#onPublished(ETag);
      return 'written';
    } catch (error) {
      // If this look fails too, the first error says more.
      const published = mayBePublished() ? await this.find().catch(() => null) : null;
      if (published === null) throw commitError(error, this.name, isResumable);
      await tidy?.();
      this.#onPublished(published.ETag);
      return published.result;
    }
  }

  /** @param {AbortSignal} [abortSignal] */
  find(abortSignal) {
    return findPublished(this.#prefix, this.#path, this.#expected, abortSignal);
  }
}
