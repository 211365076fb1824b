import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { outputGone } from '../output-gone.js';
import { checksumText } from './upload-state.js';

/** @import { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3' */
/** @import { Part } from './part-filler.js' */
/** @import { UploadedPart } from './upload-state.js' */

/**
 * S3's multipart upload, which may outlive a process. Each part carries its CRC-32, and the last request carries that of
 * the whole and its size, so that S3 verifies what it puts together.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export class MultipartUpload {
  /** @type {string | null} Null until S3 has created it. */
  uploadId;
  #client;
  #target;
  #condition;
  #description;
  /** @type {Promise<string> | null} */
  #creating = null;

  /**
   * @param {S3Client} client
   * @param {Omit<PutObjectCommandInput, 'Body'>} params
   * @param {string | null} uploadId Null for one that its first part creates.
   */
  constructor(client, params, uploadId) {
    const { IfMatch, IfNoneMatch, ContentType, Metadata, ...target } = params;
    this.uploadId = uploadId;
    this.#client = client;
    this.#target = target;
    this.#condition = IfMatch === undefined ? { IfNoneMatch } : { IfMatch };
    this.#description = { ContentType, Metadata };
  }

  /**
   * @param {number} PartNumber From 1.
   * @param {Part} part
   * @param {AbortSignal} abortSignal
   * @returns {Promise<string>} The ETag without its quotes.
   */
  async uploadPart(PartNumber, { body, crc32 }, abortSignal) {
    this.#creating ??= this.#create();
    const UploadId = await this.#creating;
    const input = { ...this.#target, UploadId, PartNumber, Body: body, ChecksumCRC32: checksumText(crc32) };
    const { ETag = '' } = await this.#client.send(new UploadPartCommand(input), { abortSignal });
    return ETag.replaceAll('"', '');
  }

  /**
   * Publishes the object.
   *
   * @param {UploadedPart[]} parts
   * @param {{ bytes: number, crc32: number }} whole
   */
  complete(parts, { bytes, crc32 }) {
    return this.#client.send(
      new CompleteMultipartUploadCommand({
        ...this.#target,
        ...this.#condition,
        UploadId: this.uploadId ?? '',
        MultipartUpload: { Parts: parts.map(listedPart) },
        ChecksumType: 'FULL_OBJECT',
        ChecksumCRC32: checksumText(crc32),
        MpuObjectSize: bytes,
      }),
    );
  }

  /**
   * For a request that got no answer: if S3 refuses a part before its body was sent, the refusal may be lost with the
   * connection.
   *
   * @param {AbortSignal} abortSignal
   * @returns {Promise<boolean>} Also false if that cannot be found out.
   */
  async isGone(abortSignal) {
    const query = { ...this.#target, UploadId: this.uploadId ?? '', MaxParts: 1 };
    try {
      await this.#client.send(new ListPartsCommand(query), { abortSignal });
      return false;
    } catch (error) {
      return isUploadMissing(error);
    }
  }

  /** Removes the uploaded parts, if there are any. */
  async abort() {
    if (this.uploadId === null) return;
    try {
      await this.#client.send(new AbortMultipartUploadCommand({ ...this.#target, UploadId: this.uploadId }));
    } catch (error) {
      if (!isUploadMissing(error)) throw error;
    }
  }

  /** @returns {Promise<string>} */
  async #create() {
    if (this.uploadId !== null) return this.uploadId;
    const checksum = { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' };
    const input = /** @type {any} */ ({ ...this.#target, ...this.#description, ...checksum });
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(input));
    this.uploadId = UploadId ?? null;
    return UploadId ?? '';
  }
}

/** @param {unknown} error */
export function isUploadMissing(error) {
  return /** @type {Error} */ (error).name === 'NoSuchUpload';
}

/**
 * @param {string} name Escaped, for the message.
 * @param {unknown} cause
 */
export function missingUpload(name, cause) {
  return outputGone(name, 'its multipart upload was completed or aborted (perhaps by a rule of the bucket)', cause);
}

/**
 * @param {UploadedPart} part
 * @param {number} index
 */
function listedPart({ etag, crc32 }, index) {
  return { PartNumber: index + 1, ETag: `"${etag}"`, ChecksumCRC32: checksumText(crc32) };
}
