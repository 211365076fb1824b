import { httpStatus } from '../../storage/http-status.js';
import { isUploadMissing, missingUpload } from './multipart-upload.js';

/** @import { MultipartUpload } from './multipart-upload.js' */
/** @import { Part } from './part-filler.js' */
/** @import { UploadedPart } from './upload-state.js' */

/** Sends the parts of a multipart upload, several at a time. The first error stops them all. */
export class PartSender {
  /** @type {UploadedPart[]} In order, those under way included. */
  parts;
  /** @type {Error | null} */
  failure = null;
  #multipart;
  #queueSize;
  #name;
  #isPublished;
  #onSent;
  #onError;
  #requests = new AbortController();
  /** @type {Set<Promise<void>>} They never reject: what failed is in `failure`. */
  #underWay = new Set();
  /** Whether another job has published the output. What is left of it is thrown away. */
  #isPublishedElsewhere = false;

  /**
   * @param {MultipartUpload} multipart
   * @param {object} options
   * @param {UploadedPart[]} options.parts Sent in earlier turns.
   * @param {number} options.queueSize How many parts may be under way when the next one is filled.
   * @param {string} options.name For messages.
   * @param {(abortSignal: AbortSignal) => Promise<boolean>} options.isPublished Looks whether the output is at its target.
   * @param {(body: Buffer) => void} options.onSent Called with a part's body when it is not used any more.
   * @param {(error: unknown) => void} options.onError
   */
  constructor(multipart, { parts, queueSize, name, isPublished, onSent, onError }) {
    this.parts = [...parts];
    this.#multipart = multipart;
    this.#queueSize = queueSize;
    this.#name = name;
    this.#isPublished = isPublished;
    this.#onSent = onSent;
    this.#onError = onError;
  }

  /**
   * Begins to send a part. Resolves when the next one may be filled.
   *
   * @param {Part} part
   */
  async send(part) {
    while (this.#underWay.size >= Math.max(1, this.#queueSize)) await Promise.race(this.#underWay);
    if (this.failure) throw this.failure;
    const index = this.parts.push({ etag: '', crc32: part.crc32 }) - 1;
    if (this.#isPublishedElsewhere) return this.#onSent(part.body);
    const sending = this.#upload(index, part)
      .then(() => this.#onSent(part.body), this.#onError)
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
    if (this.#queueSize === 0) await sending;
  }

  /** Waits until no part is under way. */
  async drain() {
    await Promise.all(this.#underWay);
  }

  /** @param {Error} error */
  fail(error) {
    this.failure ??= error;
    this.#requests.abort(this.failure);
  }

  /**
   * @param {number} index
   * @param {Part} part
   */
  async #upload(index, part) {
    try {
      this.parts[index].etag = await this.#multipart.uploadPart(index + 1, part, this.#requests.signal);
    } catch (error) {
      if (this.failure) throw error;
      await this.#ignoreIfPublished(error);
    }
  }

  /**
   * A part that failed does not matter if another job, which resumed the same upload, has completed it.
   *
   * @param {unknown} error
   */
  async #ignoreIfPublished(error) {
    const isMissing = isUploadMissing(error);
    const isAnswered = httpStatus(error) !== 0;
    if (this.#multipart.uploadId === null || (isAnswered && !isMissing)) throw error;
    const isGone = isMissing || (await this.#multipart.isGone(this.#requests.signal));
    // Even if the upload is still there: another job may be completing it at this moment.
    this.#isPublishedElsewhere = await this.#isPublished(this.#requests.signal);
    if (!this.#isPublishedElsewhere) throw isGone ? missingUpload(this.#name, error) : error;
  }
}
