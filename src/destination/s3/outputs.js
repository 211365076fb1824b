import { randomUUID } from 'node:crypto';
import { LimitError } from '../../errors.js';
import { entryOutputsBytes, MIN_PART_BYTES, plannedBytes } from '../../memory/memory-plan.js';
import { keepHeapSmall, letHeapGrow } from '../../memory/small-heap.js';
import { toStorageError } from '../../storage/storage-error.js';
import { outputGone } from '../output-gone.js';
import { MultipartUpload } from './multipart-upload.js';
import { openS3Output } from './output.js';
import { planParts } from './part-plan.js';
import { Publication } from './publication.js';
import { preparePut } from './put-object.js';
import { PutQueue } from './put-queue.js';
import { resumeUpload } from './upload-state.js';

/** @import { Destination, DestinationOptions, Output, OutputOptions } from '../open.js' */
/** @import { ExistingObjects } from './existing-objects.js' */
/** @import { OwnObjects } from './own-objects.js' */
/** @import { S3Prefix } from './prefix.js' */

/** The objects that this job writes. */
export class S3Outputs {
  /** @type {Set<Output>} */
  #open = new Set();
  #puts = new PutQueue();
  #prefix;
  #existing;
  #own;
  #options;

  /**
   * @param {S3Prefix} prefix
   * @param {{ existing: ExistingObjects, own: OwnObjects, options: DestinationOptions }} job
   */
  constructor(prefix, { existing, own, options }) {
    this.#prefix = prefix;
    this.#existing = existing;
    this.#own = own;
    this.#options = options;
  }

  /**
   * What can be found wrong with a new output before anything is written.
   *
   * @param {string} path
   * @param {OutputOptions} options
   */
  check = async (path, { declaredBytes, resumable = false }) => {
    const expectedETag = this.#existing.expectedETag(path);
    if (expectedETag !== null && !this.#existing.isOwnForSure(path)) await this.#own.refuseForeign(path);
    refuseLongKey(this.#prefix, path);
    const plan = planParts({ declaredBytes, memoryBytes: this.#options.memoryBytes, resumable });
    return { plan, expectedETag };
  };

  /** @type {Destination['create']} */
  create = async (path, options) => {
    const { resumable = false, isSide = false } = options;
    return this.#openOutput(path, { ...(await this.check(path, options)), isResumable: resumable, isSide });
  };

  /** @type {Destination['resume']} */
  resume = async (path, suspended, { declaredBytes, isSide = false }) => {
    const { rest } = suspended;
    const progress = resumeUpload(suspended, this.#prefix.nameOf(path));
    const { expectedETag, partSizeBytes: resumedPartBytes } = progress;
    // The checkpoint is no proof that another archive's object may be replaced.
    const isThere = expectedETag !== null && expectedETag === this.#existing.expectedETag(path);
    if (isThere && !this.#existing.isOwnForSure(path)) await this.#own.refuseForeign(path);
    if (resumedPartBytes < MIN_PART_BYTES) {
      throw outputGone(this.#prefix.nameOf(path), `nothing is sent in parts of ${resumedPartBytes} bytes`);
    }
    const { memoryBytes } = this.#options;
    const plan = planParts({ declaredBytes, memoryBytes, resumable: true, resumedPartBytes });
    return this.#openOutput(path, { plan, expectedETag, isResumable: true, isSide, suspended: { progress, rest } });
  };

  /** @type {Destination['memoryFor']} */
  memoryFor = ({ declaredBytes, resumable }) => {
    const { memoryBytes } = this.#options;
    if (memoryBytes === undefined) return null;
    const plan = planParts({ declaredBytes, memoryBytes, resumable });
    return { memoryBytes, plannedBytes: plannedBytes(plan, resumable) };
  };

  /** @type {Destination['heldBytes']} */
  heldBytes = ({ declaredBytes }) => {
    try {
      return entryOutputsBytes(planParts({ declaredBytes, memoryBytes: this.#options.memoryBytes }), declaredBytes);
    } catch {
      // Its output will be refused.
      return 0;
    }
  };

  /** @type {Destination['hold']} */
  hold = async (path, bytes) => {
    letHeapGrow();
    const { expectedETag } = await this.check(path, { declaredBytes: bytes.length });
    const publication = new Publication(this.#prefix, path, {
      ...this.#publishing(path),
      expectedETag,
      uploadUuid: randomUUID(),
    });
    const put = preparePut(publication, bytes, this.#options.signal);
    return { uri: this.#prefix.locate(path), commit: () => this.#puts.run(put) };
  };

  /** @type {Destination['discard']} */
  discard = async (path, { state }) => {
    if (state.storage !== 's3' || state.uploadId === null) return;
    try {
      await new MultipartUpload(this.#prefix.client, this.#prefix.target(path), state.uploadId).abort();
    } catch (error) {
      throw toStorageError(error, `tidy up after ${this.#prefix.nameOf(path)}`);
    }
  };

  /** @type {Destination['close']} */
  close = async () => {
    await Promise.all(Array.from(this.#open, output => output.release()));
  };

  /**
   * @param {string} path
   * @param {Pick<Parameters<typeof openS3Output>[2], 'plan' | 'expectedETag' | 'isResumable' | 'isSide' | 'suspended'>} how
   */
  #openOutput(path, how) {
    keepHeapSmall();
    /** @type {Output} */
    const output = openS3Output(this.#prefix, path, {
      ...how,
      ...this.#publishing(path),
      signal: this.#options.signal,
      onClosed: () => this.#open.delete(output),
    });
    this.#open.add(output);
    return output;
  }

  /** @param {string} path */
  #publishing(path) {
    const { provenance } = this.#own;
    if (provenance === null) throw new Error('an output is opened before begin()');
    return {
      provenance,
      onPublished: (/** @type {string | undefined} */ ETag) => this.#existing.notePublished(path, ETag),
    };
  }
}

/**
 * @param {S3Prefix} prefix
 * @param {string} path
 */
function refuseLongKey(prefix, path) {
  const bytes = Buffer.byteLength(prefix.target(path).Key);
  if (bytes <= MAX_KEY_BYTES) return;
  const name = prefix.nameOf(path);
  throw new LimitError('limit/name-length', `${name} is ${bytes} bytes long (limit: ${MAX_KEY_BYTES} for a key)`);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const MAX_KEY_BYTES = 1024;
