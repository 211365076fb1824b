import { LimitError } from '../../errors.js';
import { printable } from '../../printable.js';
import { s3ClientFactory } from '../../storage/s3-client.js';
import { toStorageError } from '../../storage/storage-error.js';
import { contentTypeOf } from './content-type.js';
import { ExistingObjects } from './existing-objects.js';
import { MultipartUpload } from './multipart-upload.js';
import { openS3Output } from './output.js';
import { OwnObjects } from './own-objects.js';
import { planParts } from './part-plan.js';
import { patientClient } from './patient-client.js';
import { S3Prefix } from './prefix.js';
import { resumeUpload } from './upload-state.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Destination, DestinationOptions, Output, SuspendedOutput } from '../open.js' */

/**
 * A bucket, or a prefix in one, as the destination of one job.
 *
 * @param {string} uri
 * @param {DestinationOptions} options
 * @returns {Promise<Destination>}
 */
export async function openS3Destination(uri, options) {
  const { s3 = s3ClientFactory(), expectedBucketOwner, signal } = options;
  const prefix = new S3Prefix(uri, expectedBucketOwner);
  const client = patientClient(await s3(), signal);
  const existing = new ExistingObjects(client, { uri, prefix, signal });
  const own = new OwnObjects(client, { prefix, existing });
  const outputs = new S3Outputs(client, { prefix, existing, own, options });

  return {
    uri,
    locate: path => prefix.locate(path),
    fold: path => path,
    isConditional: true,

    async begin({ prefixes, provenance }) {
      own.provenance = provenance;
      await existing.note(prefixes);
    },
    read: (path, consume) => existing.read(path, consume),
    isOurs: path => own.isOurs(path),
    present: (paths, stop) => existing.present(paths, stop),

    create: (path, entry) => outputs.create(path, entry),
    resume: (path, suspended, entry) => outputs.resume(path, suspended, entry),
    discard: (path, suspended) => outputs.discard(path, suspended),

    removeOwn: path => own.removeOwn(path),
    removeOutdated: (path, hold) => own.removeOutdated(path, hold),
    close: () => outputs.close(),
  };
}

/** The objects that this job writes. */
class S3Outputs {
  /** @type {Set<Output>} */
  #open = new Set();
  #client;
  #prefix;
  #existing;
  #own;
  #options;

  /**
   * @param {S3Client} client
   * @param {{ prefix: S3Prefix, existing: ExistingObjects, own: OwnObjects, options: DestinationOptions }} parts
   */
  constructor(client, { prefix, existing, own, options }) {
    this.#client = client;
    this.#prefix = prefix;
    this.#existing = existing;
    this.#own = own;
    this.#options = options;
  }

  /**
   * @param {string} path
   * @param {{ declaredBytes: number, resumable?: boolean }} entry
   */
  async create(path, { declaredBytes, resumable = false }) {
    const expectedETag = this.#existing.expectedETag(path);
    if (expectedETag !== null) await this.#own.refuseForeign(path);
    refuseLongKey(this.#prefix.target(path).Key, this.#prefix.locate(path));
    const plan = planParts({ declaredBytes, memoryBytes: this.#options.memoryBytes, resumable });
    return this.#openOutput(path, { plan, expectedETag, isResumable: resumable });
  }

  /**
   * @param {string} path
   * @param {SuspendedOutput} suspended
   * @param {{ declaredBytes: number }} entry
   */
  async resume(path, suspended, { declaredBytes }) {
    const { rest } = suspended;
    const progress = resumeUpload(suspended, printable(this.#prefix.locate(path)));
    const { expectedETag, partSizeBytes: begunPartBytes } = progress;
    const { memoryBytes } = this.#options;
    const plan = planParts({ declaredBytes, memoryBytes, resumable: true, begunPartBytes });
    return this.#openOutput(path, { plan, expectedETag, isResumable: true, suspended: { progress, rest } });
  }

  /**
   * @param {string} path
   * @param {SuspendedOutput} suspended
   */
  async discard(path, { state }) {
    if (state.storage !== 's3' || state.uploadId === null) return;
    try {
      await new MultipartUpload(this.#client, this.#prefix.target(path), state.uploadId).abort();
    } catch (error) {
      throw toStorageError(error, `tidy up after ${printable(this.#prefix.locate(path))}`);
    }
  }

  async close() {
    await Promise.all(Array.from(this.#open, output => output.release()));
  }

  /**
   * @param {string} path
   * @param {Pick<Parameters<typeof openS3Output>[1], 'plan' | 'expectedETag' | 'isResumable' | 'suspended'>} how
   */
  #openOutput(path, how) {
    const { provenance } = this.#own;
    if (provenance === null) throw new Error('an output is opened before begin()');
    /** @type {Output} */
    const output = openS3Output(this.#client, {
      ...how,
      target: this.#prefix.target(path),
      uri: this.#prefix.locate(path),
      contentType: contentTypeOf(path),
      provenance,
      signal: this.#options.signal,
      onPublished: ETag => this.#existing.published(path, ETag),
      onClosed: () => this.#open.delete(output),
    });
    this.#open.add(output);
    return output;
  }
}

/**
 * @param {string} key
 * @param {string} address
 */
function refuseLongKey(key, address) {
  const bytes = Buffer.byteLength(key);
  if (bytes <= MAX_KEY_BYTES) return;
  throw new LimitError(
    'limit/name-length',
    `${printable(address)} is ${bytes} bytes long (limit: ${MAX_KEY_BYTES} for a key)`,
  );
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const MAX_KEY_BYTES = 1024;
