import { createHash } from 'node:crypto';
import { S3Error } from './s3-error.js';
import { sameText } from './same-text.js';

/**
 * How chunks are signed. Each signature covers the one before it:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
 *
 * @typedef {object} ChunkSigning
 * @property {string} seed The signature of the request itself.
 * @property {import('./signature.js').Authorization['signChunk']} sign
 */

/** Verifies the chain of signatures, chunk by chunk. */
export class ChunkSignatures {
  /** @param {ChunkSigning} signing */
  constructor(signing) {
    this.signing = signing;
    this.previous = signing.seed;
    this.announced = '';
    this.hash = createHash('sha256');
  }

  /** @param {string} signature */
  startChunk(signature) {
    this.announced = signature;
    this.hash = createHash('sha256');
  }

  /** @param {Buffer} data */
  update(data) {
    this.hash.update(data);
  }

  endChunk() {
    const digests = [EMPTY_SHA256, this.hash.digest('hex')];
    this.#advance(this.signing.sign('AWS4-HMAC-SHA256-PAYLOAD', this.previous, ...digests), this.announced);
  }

  /**
   * @param {string} line
   * @param {string} signature
   */
  endTrailer(line, signature) {
    const digest = createHash('sha256').update(`${line}\n`, 'latin1').digest('hex');
    this.#advance(this.signing.sign('AWS4-HMAC-SHA256-TRAILER', this.previous, digest), signature);
  }

  /**
   * @param {string} expected
   * @param {string} actual
   */
  #advance(expected, actual) {
    if (!sameText(expected, actual)) throw new S3Error('SignatureDoesNotMatch');
    this.previous = expected;
  }
}

const EMPTY_SHA256 = createHash('sha256').digest('hex');
