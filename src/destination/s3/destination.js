import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { LimitError, StoppedError, UsageError } from '../../errors.js';
import { printable } from '../../printable.js';
import { s3ClientFactory } from '../../storage/s3-client.js';
import { parseS3Uri } from '../../storage/s3-uri.js';
import { httpStatus, toStorageError } from '../../storage/storage-error.js';
import { contentTypeOf } from './content-type.js';
import { abortUpload } from './missing-upload.js';
import { openS3Output } from './output.js';
import { planParts } from './part-plan.js';
import { patientClient } from './patient-client.js';
import { isOfAnotherFolder, isOfSame } from './provenance.js';
import { listObjects, readObject } from './reading.js';
import { resumeUpload } from './upload-state.js';

/** @import { HeadObjectCommandOutput } from '@aws-sdk/client-s3' */
/** @import { Destination, DestinationOptions, Output } from '../open.js' */
/** @import { Provenance } from './provenance.js' */

/**
 * A bucket, or a prefix in one, as the destination of one job.
 *
 * @param {string} uri
 * @param {DestinationOptions} options
 * @returns {Promise<Destination>}
 */
export async function openS3Destination(uri, { s3 = s3ClientFactory(), memoryBytes, expectedBucketOwner, signal }) {
  const { bucket: Bucket, key } = parseS3Uri(uri);
  const prefix = asFolder(key);
  const client = patientClient(await s3(), signal);
  const bucket = { Bucket, ExpectedBucketOwner: expectedBucketOwner };
  /** @param {string} path */
  const targetOf = path => ({ ...bucket, Key: prefix + path });
  /** @param {string} path */
  const locate = path => `s3://${Bucket}/${prefix}${path}`;

  /** @type {Map<string, string | null>} By path, what was there: its ETag, or null for nothing; not all that is new. */
  const noted = new Map();
  /** @type {Set<Output>} */
  const open = new Set();
  /** @type {Provenance | undefined} */
  let provenance;
  /** @type {string[]} */
  let prefixes = [];

  /** @param {AbortSignal | undefined} stop */
  const listed = async function* (stop) {
    try {
      for (const folder of prefixes) {
        const Prefix = prefix + asFolder(folder);
        for await (const { Key = '', ETag = '' } of listObjects(client, { ...bucket, Prefix }, stop)) {
          yield { path: Key.slice(prefix.length), ETag };
        }
      }
    } catch (error) {
      if (stop?.aborted) throw new StoppedError({ cause: error });
      throw toStorageError(error, `use ${printable(uri)} as the destination`);
    }
  };

  /** @param {ReturnType<typeof targetOf>} target */
  const metadataOf = async target => (await client.send(new HeadObjectCommand(target))).Metadata;
  /**
   * @param {ReturnType<typeof targetOf>} target
   * @param {string} path
   * @param {string} outputFolder
   */
  const refuseForeign = async (target, path, outputFolder) => {
    const name = printable(locate(path));
    const there = await metadataOf(target).catch(error => {
      if (httpStatus(error) === 404) return undefined;
      throw toStorageError(error, `look at ${name}`);
    });
    if (!isOfAnotherFolder(there, outputFolder)) return;
    throw new UsageError(
      'usage/place-taken',
      `${name} came out of another archive, whose outputs go to "${there?.['sluice-place']}"; rename one of them`,
    );
  };

  /**
   * @param {string} path
   * @param {Pick<Parameters<typeof openS3Output>[1], 'plan' | 'expectedETag' | 'resumable' | 'suspended'>} how
   */
  const openOutput = (path, how) => {
    if (provenance === undefined) throw new Error('an output is opened before begin()');
    /** @type {Output} */
    const output = openS3Output(client, {
      ...how,
      target: targetOf(path),
      uri: locate(path),
      contentType: contentTypeOf(path),
      provenance,
      signal,
      onPublished: ETag => noted.has(path) && noted.set(path, ETag ?? null),
      onClosed: () => open.delete(output),
    });
    open.add(output);
    return output;
  };

  /**
   * @param {string} path
   * @param {(there: HeadObjectCommandOutput) => Promise<boolean>} mayDelete
   */
  const remove = async (path, mayDelete) => {
    const target = targetOf(path);
    try {
      const there = await client.send(new HeadObjectCommand(target));
      if (isOfAnotherFolder(there.Metadata, provenance?.outputFolder ?? '') || !(await mayDelete(there))) return false;
      await client.send(new DeleteObjectCommand({ ...target, IfMatch: there.ETag }));
      noted.delete(path);
      return true;
    } catch (error) {
      if ([404, 412].includes(httpStatus(error)) && !isBucketMissing(error)) return false;
      throw toStorageError(error, `delete ${printable(locate(path))}`);
    }
  };

  return {
    uri,
    locate,
    fold: path => path,
    isConditional: true,

    async begin(job) {
      provenance = job.provenance;
      prefixes = job.prefixes;
      for await (const { path, ETag } of listed(signal)) if (!noted.has(path)) noted.set(path, ETag);
    },

    async read(path, consume) {
      const object = await readObject(client, {
        target: targetOf(path),
        name: printable(locate(path)),
        consume,
        signal,
      });
      noted.set(path, object?.ETag ?? null);
      return object?.result ?? null;
    },

    async isOurs(path) {
      try {
        const there = await metadataOf(targetOf(path));
        return provenance !== undefined && isOfSame(there, provenance);
      } catch (error) {
        if (httpStatus(error) === 404 && !isBucketMissing(error)) return false;
        throw toStorageError(error, `look at ${printable(locate(path))}`);
      }
    },

    async create(path, { declaredBytes, resumable }) {
      const target = targetOf(path);
      if (provenance && noted.get(path)) await refuseForeign(target, path, provenance.outputFolder);
      refuseLongKey(target.Key, locate(path));
      const plan = planParts({ declaredBytes, memoryBytes, resumable });
      return openOutput(path, { plan, expectedETag: noted.get(path) ?? null, resumable });
    },

    async resume(path, suspended, { declaredBytes }) {
      const { rest } = suspended;
      const progress = resumeUpload(suspended, printable(locate(path)));
      const { expectedETag, partSizeBytes: begunPartBytes } = progress;
      const plan = planParts({ declaredBytes, memoryBytes, resumable: true, begunPartBytes });
      return openOutput(path, { plan, expectedETag, resumable: true, suspended: { progress, rest } });
    },

    async discard(path, { state }) {
      if (state.storage !== 's3' || state.uploadId === null) return;
      try {
        await abortUpload(client, targetOf(path), state.uploadId);
      } catch (error) {
        throw toStorageError(error, `tidy up after ${printable(locate(path))}`);
      }
    },

    async *present(paths, stop) {
      if (paths.length <= MAX_LOOKED_AT) return yield* paths;
      const wanted = new Set(paths);
      for await (const { path } of listed(stop)) if (wanted.has(path)) yield path;
    },

    // The ETag alone does not tell an output of this version from the same bytes of another one.
    removeOwn: path => remove(path, async ({ Metadata }) => provenance !== undefined && isOfSame(Metadata, provenance)),

    removeOutdated: (path, hold) =>
      remove(path, async ({ ETag }) => {
        await hold(ETag === noted.get(path));
        return true;
      }),

    async close() {
      await Promise.all(Array.from(open, output => output.release()));
    },
  };
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

/**
 * @param {string} path
 * @returns {string} Empty, or with one slash at its end.
 */
function asFolder(path) {
  return path.replace(/\/*$/, '/').replace(/^\/$/, '');
}

/** @param {unknown} error */
function isBucketMissing(error) {
  return /** @type {Error} */ (error).name === 'NoSuchBucket';
}

const MAX_KEY_BYTES = 1024;
/** As many as one request lists: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
const MAX_LOOKED_AT = 1000;
