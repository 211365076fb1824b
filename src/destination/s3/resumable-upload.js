import { PutObjectCommand } from '@aws-sdk/client-s3';
import { LimitError } from '../../errors.js';
import { toStorageError } from '../../storage/storage-error.js';
import { promptWritable } from '../../streams/prompt-writable.js';
import { MultipartUpload } from './multipart-upload.js';
import { PartFiller } from './part-filler.js';
import { capacityBytes } from './part-plan.js';
import { PartSender } from './part-sender.js';
import { sendAgainOnConflict } from './send-again.js';
import { checksumText, suspendUpload, wholeCrc32 } from './upload-state.js';

/** @import { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3' */
/** @import { Upload } from './output.js' */
/** @import { Part } from './part-filler.js' */
/** @import { UploadProgress } from './upload-state.js' */

/**
 * The upload of an output that one turn begins and another may resume: one multipart upload, kept open over all turns, or
 * one PutObject if all of it is less than a part. If a turn was killed, or is still running, the next one sends the same
 * bytes again under the same part numbers.
 *
 * @implements {Upload}
 */
export class ResumableUpload {
  mayBePublished = false;
  #client;
  #params;
  #plan;
  #name;
  #origin;
  #multipart;
  #sender;
  #filler;
  #failWriter;
  /** @type {Promise<{ ETag?: string | undefined }> | null} */
  #publishing = null;
  /** Whether nothing more may be done to the multipart upload. */
  #isClosed = false;

  /**
   * @param {S3Client} client
   * @param {Omit<PutObjectCommandInput, 'Body'>} params
   * @param {{ partSizeBytes: number, queueSize: number }} plan
   * @param {object} upload
   * @param {string} upload.name For messages.
   * @param {UploadProgress} upload.progress Where it begins, or resumes. It is not changed.
   * @param {Buffer} upload.rest Written in an earlier turn; less than a part.
   * @param {(abortSignal: AbortSignal) => Promise<boolean>} upload.isPublished Looks whether the output is at its target.
   *   Called if the multipart upload is gone, or a part got no answer.
   */
  constructor(client, params, plan, { name, progress, rest, isPublished }) {
    this.#client = client;
    this.#params = params;
    this.#plan = plan;
    this.#name = name;
    const { parts, uploadId, ...origin } = progress;
    this.#origin = origin;
    this.#multipart = new MultipartUpload(client, params, uploadId);
    this.#sender = new PartSender(this.#multipart, {
      parts,
      queueSize: plan.queueSize,
      name,
      isPublished,
      onSent: body => this.#filler.giveBack(body),
      onError: error => this.#fail(error),
    });
    this.#filler = new PartFiller(plan.partSizeBytes, part => this.#sender.send(part));
    // It fills no part, so there is nothing to wait for.
    void this.#filler.take(rest);
    const { writable, fail } = promptWritable(
      chunk => this.#take(chunk),
      error => this.#fail(error),
    );
    this.writable = writable;
    this.#failWriter = fail;
  }

  async complete() {
    await this.#allSent();
    this.#publishing ??= this.#publish();
    const answer = await this.#publishing;
    this.#close();
    return answer;
  }

  async suspend() {
    await this.#allSent();
    if (this.#publishing !== null) throw new Error('an output is suspended after it was to be published');
    this.#close();
    const { uploadId } = this.#multipart;
    const { parts } = this.#sender;
    return suspendUpload({ ...this.#origin, uploadId, parts }, this.#filler.takeRest());
  }

  /** @param {Error} error */
  async stop(error) {
    if (this.#isClosed) return;
    this.#fail(error);
    await this.#sender.drain();
  }

  async discard() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // What cannot be removed is left to the bucket's lifecycle rule. The error that led here says more.
    await this.#multipart.abort().catch(() => {});
  }

  /** @param {Buffer} chunk */
  async #take(chunk) {
    const maxBytes = capacityBytes(this.#plan);
    if (this.#fullPartsBytes() + this.#filler.restBytes + chunk.length > maxBytes) {
      throw new LimitError('limit/object-size', `the output outgrows its upload (limit: ${maxBytes} bytes)`);
    }
    await this.#filler.take(chunk);
  }

  async #publish() {
    const { parts } = this.#sender;
    const last = this.#filler.takeRest();
    const bytes = this.#fullPartsBytes() + last.body.length;
    const crc32 = wholeCrc32(parts, this.#plan.partSizeBytes, last);
    if (parts.length === 0) return this.#putWhole(last);
    if (last.body.length > 0) await this.#sender.send(last);
    await this.#allSent();
    this.mayBePublished = true;
    return this.#multipart.complete(parts, { bytes, crc32 });
  }

  /** @param {Part} part */
  async #putWhole({ body, crc32 }) {
    this.mayBePublished = true;
    const put = new PutObjectCommand({ ...this.#params, Body: body, ChecksumCRC32: checksumText(crc32) });
    const answer = await sendAgainOnConflict(this.#client, put);
    this.#filler.giveBack(body);
    return answer;
  }

  /** Resolves when S3 has all parts that were sent. */
  async #allSent() {
    if (!this.writable.writableFinished && !this.#sender.failure) {
      throw new Error('an output is committed or suspended before it has finished');
    }
    await this.#sender.drain();
    if (this.#sender.failure) throw this.#sender.failure;
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#sender.fail(/** @type {Error} */ (error));
    this.#failWriter(toStorageError(this.#sender.failure, `write ${this.#name}`));
  }

  #close() {
    this.#isClosed = true;
    this.#filler.close();
  }

  #fullPartsBytes() {
    return this.#sender.parts.length * this.#plan.partSizeBytes;
  }
}
