import { isS3Uri } from '../storage/s3-uri.js';
import { openFolderDestination } from './folder/destination.js';

/** @import { Writable } from 'node:stream' */
/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Provenance } from './s3/provenance.js' */

/**
 * Where the outputs of one job go. Nothing appears under its final name before its `commit()`.
 *
 * @typedef {object} Destination
 * @property {string} uri As given.
 * @property {(path: string) => string} locate The full address of an output.
 * @property {(path: string) => string} fold What is the same for two paths that cannot both be there. In some folders, case
 *   and Unicode form do not count; which ones, `begin` finds out, and before it both are taken not to count.
 * @property {boolean} isConditional Whether a commit fails where somebody else has changed the target since the job began.
 * @property {(job: { prefixes: string[], provenance: Provenance }) => Promise<void>} begin Notes what is there under the
 *   prefixes (folders, without wildcards), for compare-and-swap, and finds out whether the destination can be used at
 *   all. What `read()` saw before stays noted as it was then.
 * @property {<Result>(path: string, consume: (chunks: AsyncIterable<Buffer>) => Promise<Result>) => Promise<Result | null>}
 *   read What is made of an object's bytes, or null where there is none. Where they break off, it is begun again.
 * @property {(path: string) => Promise<boolean>} isOurs Whether what is there was made from this job's source version and
 *   recipe; in a folder, where nothing says so, always.
 * @property {(path: string, entry: { declaredBytes: number, resumable?: boolean }) => Promise<Output>} create
 * @property {(path: string, suspended: SuspendedOutput, entry: { declaredBytes: number }) => Promise<Output>} resume Goes
 *   on with an output at exactly the next byte, also in another process, and more than once from the same state. Where
 *   nothing is left that could be gone on with, it fails with `storage/output-gone`, or the output does later: then the
 *   entry has to start again.
 * @property {(path: string, suspended: SuspendedOutput) => Promise<void>} discard Removes what a suspended output left
 *   behind, if it is there.
 * @property {(paths: string[], stop?: AbortSignal) => Iterable<string> | AsyncIterable<string>} present Those of the paths,
 *   all of them under the prefixes, at which something may be. Where they are very many, what is not there is left out.
 * @property {(path: string) => Promise<boolean>} removeOwn Deletes an output that this job's version and recipe have
 *   published, unless somebody has changed it since. In a folder, which records neither, it deletes whatever is there.
 *   Returns whether it deleted anything.
 * @property {(path: string, hold: (isAsRead: boolean) => Promise<void>) => Promise<boolean>} removeOutdated Deletes whatever
 *   is there. It looks first, then calls `hold`, and deletes only what it saw, if `hold` does not fail. `isAsRead`: whether
 *   that is what this job last read or wrote there; in a folder, always. Returns whether it deleted anything.
 * @property {() => Promise<void>} close Releases every output that is still open.
 */

/**
 * @typedef {object} Output
 * @property {string} uri
 * @property {Writable} writable Ending it publishes nothing. It fails as soon as the upload does.
 * @property {() => Promise<'written' | 'adopted'>} commit After the writable has finished. `adopted`: somebody else has
 *   published the same source version and recipe there meanwhile.
 *   A resumable output that failed here is still open; `storage/conflict` and `storage/output-gone` mean for good.
 * @property {() => Promise<void>} abort Leaves nothing behind; after a commit, or again, it does nothing.
 * @property {() => Promise<void>} release Aborts it, but for a resumed output: that is left so that it can be resumed
 *   again from the same state.
 * @property {() => Promise<SuspendedOutput>} suspend After the writable has finished, instead of `commit()`: all that was
 *   written is safe, and nothing is published. Only a resumable output's.
 */

/**
 * All that another process needs to go on with an output.
 *
 * @typedef {object} SuspendedOutput
 * @property {Record<string, any>} state To be kept as JSON: at most half a megabyte.
 * @property {Buffer} rest Bytes that are kept nowhere else: less than a part.
 */

/**
 * @typedef {object} DestinationOptions
 * @property {() => S3Client | Promise<S3Client>} [s3] The client, asked for only when an `s3://` is named.
 * @property {number | undefined} [memoryBytes] The function's memory, which decides how uploads are cut.
 * @property {string | undefined} [expectedBucketOwner] An account id that every request carries.
 * @property {AbortSignal | undefined} [signal] Stops the outputs that are open at that moment. Later ones work, so that a
 *   manifest can say how far the job came.
 */

/**
 * Opens the place where a job's outputs go.
 *
 * @param {string} uri A folder, or `s3://bucket/prefix`.
 * @param {DestinationOptions} [options]
 * @returns {Promise<Destination>}
 * @throws {import('../errors.js').UsageError} `usage/bad-uri`
 */
export async function openDestination(uri, options = {}) {
  if (!isS3Uri(uri)) return openFolderDestination(uri, options);
  const { openS3Destination } = await import('./s3/destination.js');
  return openS3Destination(uri, options);
}
