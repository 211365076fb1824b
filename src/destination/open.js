import { isS3Uri } from '../storage/s3-uri.js';
import { openFolderDestination } from './folder/destination.js';

/** @import { Writable } from 'node:stream' */
/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { NameList } from '../memory/name-list.js' */
/** @import { Provenance } from './s3/provenance.js' */

/**
 * Where the outputs of one job go. Nothing appears under its final name before its `commit()`.
 *
 * @typedef {object} Destination
 * @property {string} uri As given.
 * @property {(path: string) => string} locate The full address of an output.
 * @property {(address: string) => string | null} pathOf The path of what has an address, if that lies at the destination, also by way of
 *   a link.
 * @property {(path: string) => string} fold Maps paths that cannot exist side by side to the same string. Some folders
 *   ignore case and Unicode form: `begin` finds out which; until then both are taken to be ignored.
 * @property {(outputFolder: string, names: Pick<NameList, 'length' | 'get'>) => Iterable<string> | AsyncIterable<string>} foldersOfOthers
 *   In a folder, where files have no marks: output folders of other archives, with a manifest, around an archive's own or where entries of
 *   these names lead to.
 * @property {boolean} isConditional Whether a commit fails if somebody else has changed the target since the job began.
 * @property {(job: { prefixes: string[], provenance: Provenance }) => Promise<void>} begin Checks that the destination can
 *   be used, and notes what is under the prefixes (folders, without wildcards) for compare-and-swap. What `read()` has seen
 *   before stays noted as it was then.
 * @property {<Result>(path: string, consume: (chunks: AsyncIterable<Buffer>) => Promise<Result>) => Promise<Result | null>}
 *   read Calls `consume` with an object's bytes and returns its result, or null if there is no such object. If the bytes
 *   break off, it calls `consume` again, from the beginning.
 * @property {(path: string) => void} prefetch Says that an object will be read soon: S3 is asked for it already, and answers while
 *   something else is waited for. What `read()` then sees is what was there at that time.
 * @property {(path: string) => Promise<boolean>} isOwn Whether what is there was made from this job's source version and
 *   recipe. In a folder, which does not record that, always true.
 * @property {(paths: string[], signal?: AbortSignal) => Iterable<string> | AsyncIterable<string>} present The paths, all under
 *   the prefixes, where something may be. S3 lists the prefixes for more than 1,000 paths; fewer are returned unchecked.
 * @property {(options: OutputOptions) => { memoryBytes: number, plannedBytes: number } | null} memoryFor The function's
 *   memory, and how much of it is planned for everything but the records of an entry with such an output; null if it is not
 *   known. Fails with `limit/memory` if the output cannot be uploaded in it.
 * @property {number} inFlightBytes How much memory the outputs may take that are on their way.
 * @property {(options: OutputOptions) => number} heldBytes The most memory that a streamed entry's outputs take.
 * @property {(path: string, bytes: Buffer) => Promise<HeldOutput>} hold An output whose bytes are all there already, in memory
 *   of the caller that stays unchanged until it is committed or dropped. Checks what can be found wrong with it before anything
 *   is written; opens nothing, so one that is never committed needs no end.
 * @property {(path: string, options: OutputOptions) => Promise<Output>} create Only what is opened as resumable can be
 *   suspended.
 * @property {(path: string, suspended: SuspendedOutput, options: OutputOptions) => Promise<Output>} resume
 *   Continues an output at exactly its next byte, also in another process, and more than once from the same state. If
 *   nothing is left to continue, this fails with `storage/output-gone`, or the output does later: its entry has to start
 *   again.
 * @property {(path: string, suspended: SuspendedOutput) => Promise<void>} discard Removes what a suspended output left
 *   behind, if it is still there.
 * @property {(path: string) => Promise<boolean>} removeOwn Deletes an output that this job's version and recipe have
 *   published, unless somebody has changed it since. In a folder, which records neither, it deletes whatever is there.
 *   Returns whether it deleted anything.
 * @property {(path: string, check: (isAsRead: boolean) => Promise<void>) => Promise<boolean>} removeAny Deletes what any version
 *   of this archive has published there, unless `check` fails: it looks, calls `check`, and deletes only what it saw. An object
 *   without this archive's mark stays. So does a file in a folder inside the output folder that has another archive's manifest. `isAsRead`: whether that is what this
 *   job last read or wrote there; in a folder always true. Returns whether it deleted anything.
 * @property {() => Promise<void>} close Releases every output that is still open.
 */

/**
 * One object or file that is being written. S3 and folders take the same steps:
 *
 *     create ─┐                                         ┌─ commit ──▶ published
 *             ├─▶ open ─── writable.end() ───▶ finished ─┤
 *     resume ─┘                                         └─ suspend ─▶ suspended ──▶ resume in a later turn, or discard
 *
 *     open, finished ─── abort ────▶ nothing is left
 *     open, finished ─── release ──▶ suspended as it was before, if it was resumed; otherwise nothing is left
 *
 * A commit that fails aborts the output. Only a resumable one stays as it is, to be released or aborted.
 *
 * @typedef {object} Output
 * @property {string} uri
 * @property {Writable} writable Ending it publishes nothing. It fails as soon as the upload does.
 * @property {() => Promise<'written' | 'adopted'>} commit `adopted`: another job has published the same source version and
 *   recipe there meanwhile. After `storage/conflict` and `storage/output-gone` it cannot succeed in a later turn either.
 * @property {() => Promise<SuspendedOutput>} suspend Stores all that was written, and publishes nothing.
 * @property {() => Promise<void>} release After the output has ended, this and `abort()` do nothing.
 * @property {() => Promise<void>} abort
 */

/**
 * A small output, all of whose bytes are in memory.
 *
 * @typedef {object} HeldOutput
 * @property {string} uri
 * @property {() => Promise<'written' | 'adopted'>} commit Publishes it whole or not at all, with the errors that an Output has
 *   when it is created and committed.
 */

/**
 * All that another process needs to resume an output.
 *
 * @typedef {object} SuspendedOutput
 * @property {Record<string, any>} state Goes into JSON: at most half a megabyte.
 * @property {Buffer} rest Bytes that are stored nowhere else: less than a part.
 */

/**
 * @typedef {object} OutputOptions
 * @property {number} declaredBytes Of the entry; 0 for an output that stays small.
 * @property {boolean} [resumable]
 * @property {boolean} [isSide] Whether it is written beside an entry's main output. It gets less memory: its parts are
 *   sent from buffers that are used again, one part fewer at a time.
 */

/**
 * @typedef {object} DestinationOptions
 * @property {() => S3Client | Promise<S3Client>} [s3] Makes the client. Called only for an `s3://` address.
 * @property {number | undefined} [memoryBytes] The function's memory, which limits the size and number of parts.
 * @property {string | undefined} [expectedBucketOwner] The account id that every request carries.
 * @property {boolean} [dryRun] Whether nothing is to be written: the job runs as it would, and its outputs are dropped.
 * @property {AbortSignal | undefined} [signal] Stops the outputs that are open at that moment. Later ones work, so that a
 *   manifest can record how far the job came.
 */

/**
 * @param {string} uri A folder, or `s3://bucket/prefix`.
 * @param {DestinationOptions} [options]
 * @returns {Promise<Destination>}
 * @throws {import('../errors.js').UsageError} `usage/bad-uri`
 */
export async function openDestination(uri, options = {}) {
  if (options.dryRun) return (await import('./dry-run.js')).openDryRun(uri, options);
  if (!isS3Uri(uri)) return openFolderDestination(uri, options);
  const { openS3Destination } = await import('./s3/destination.js');
  return openS3Destination(uri, options);
}
