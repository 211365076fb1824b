import { destinationStore } from '../checkpoint/store.js';
import { openDestination } from '../destination/open.js';
import { hasCode, UsageError } from '../errors.js';
import { processArchive } from '../job/archive.js';
import { manifestPath } from '../output-paths.js';
import { printable } from '../printable.js';
import { openObject } from '../source/open-source.js';
import { outputFolderOf } from '../source/output-folder.js';
import { clearAway } from './clear-away.js';
import { waitFor } from './wait-for.js';
import { Waits } from './waits.js';

/** @import { Config } from './config.js' */
/** @import { DatabaseAccess } from './database-access.js' */
/** @import { Passwords } from './passwords.js' */
/** @import { SluiceError } from '../errors.js' */
/** @import { ArrivedArchive } from './notification.js' */
/** @import { Progress } from '../job/progress.js' */
/** @import { Manifest } from '../ledger/manifest.js' */
/** @import { JobOutcome } from '../ledger/open-ledger.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source, SourceOptions } from '../source/open-source.js' */
/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * What an invocation has for each of its archives.
 *
 * @typedef {object} Invocation
 * @property {Readonly<Config>} config
 * @property {Recipe} recipe
 * @property {Buffer | null} hashKey
 * @property {Pick<Passwords, 'forArchive'>} passwords
 * @property {Pick<DatabaseAccess, 'open'>} databases
 * @property {() => S3Client | Promise<S3Client>} s3
 * @property {AbortSignal} signal Stops the job.
 * @property {AbortSignal} pause As in `Turn`.
 * @property {() => number} remainingMs As in `Turn`.
 * @property {((progress: Progress) => void) | undefined} [onProgress]
 */

/**
 * @typedef {{ outcome: 'ignored', reason: string } |
 *   { outcome: JobOutcome['result'], manifest: Manifest | null, warning: SluiceError | null }} Handled `warning`: why the
 *   archive could not be deleted or tagged.
 */

/**
 * Does the whole job for one archive: processes it, then deletes or tags it if the settings say so.
 *
 * @param {ArrivedArchive} archive
 * @param {Invocation} invocation
 * @returns {Promise<Handled>}
 * @throws {UsageError} `usage/destination-triggers-itself`; otherwise what `processArchive` and `clearAway` throw.
 */
export async function handleArchive(archive, invocation) {
  const { config, signal } = invocation;
  const reason = reasonToIgnore(archive.key, config.trigger);
  if (reason !== null) return { outcome: 'ignored', reason };
  refuseLoop(archive.bucket, config);
  const waits = new Waits(signal);
  try {
    return await processAndClearAway(archive, invocation, waits);
  } finally {
    waits.close();
  }
}

/**
 * @param {ArrivedArchive} archive
 * @param {Invocation} invocation
 * @param {Waits} waits
 * @returns {Promise<Handled>}
 */
async function processAndClearAway(archive, invocation, waits) {
  const { config, recipe, hashKey, passwords, databases, s3, signal, pause, remainingMs, onProgress } = invocation;
  const password = await passwords.forArchive(archive.key, signal);
  const database = await databases.open(recipe, signal);
  const watched = async () => waits.watch(await s3());
  const access = { s3: watched, signal, expectedBucketOwner: config.expectedBucketOwner ?? undefined };
  const memoryBytes = config.memoryBytes ?? undefined;
  const destination = await openDestination(config.destination, { ...access, memoryBytes });
  try {
    destination.prefetch(manifestPath(outputFolderOf(archive.key)));
    const source = await openArrived(archive, config.afterwards, access);
    if (source === null) {
      return { outcome: 'ignored', reason: 'it is gone, as archives are deleted once they were processed' };
    }
    try {
      const { sequencer } = archive;
      const turn = { pause, remainingMs, store: destinationStore(destination, source.outputFolder, memoryBytes) };
      const explain = (/** @type {unknown} */ error) => waits.explain(error);
      const secrets = { hashKey, password, database };
      const job = { source, destination, recipe, ...secrets, sequencer, signal, onProgress, turn, explain };
      const outcome = await processArchive(job);
      const warning = isNewerUpload(source, archive.time) ? null : await clearAway(job, outcome, config.afterwards);
      return { outcome: outcome.result, manifest: outcome.manifest, warning };
    } finally {
      await source.close();
    }
  } finally {
    await destination.close();
  }
}

/** @param {string} key @param {Config['trigger']} trigger */
function reasonToIgnore(key, { prefix, suffixes }) {
  if (key.endsWith('/')) return 'a folder';
  if (!suffixes.some(suffix => key.toLowerCase().endsWith(suffix.toLowerCase()))) {
    return `the key does not end with ${suffixes.map(suffix => `"${suffix}"`).join(' or ')}`;
  }
  // The bucket's trigger may be wider than the settings. Without this check, an archive among the outputs would count as
  // a new arrival.
  if (!key.startsWith(prefix)) return `the key does not begin with "${prefix}"`;
  return null;
}

/** @param {string} bucket @param {Readonly<Config>} config */
function refuseLoop(bucket, { output, trigger, destination }) {
  if (output.bucket !== bucket) return;
  // An output's key repeats the archive's key below the destination, so a destination *above* the trigger's prefix
  // overlaps it too.
  const folder = output.prefix === '' ? '' : `${output.prefix}/`;
  if (!folder.startsWith(trigger.prefix) && !trigger.prefix.startsWith(folder)) return;
  throw new UsageError(
    'usage/destination-triggers-itself',
    `outputs under ${printable(destination)} would invoke the function again (the trigger's prefix is ` +
      `"${printable(trigger.prefix)}"); use another bucket, or keep both prefixes apart`,
  );
}

/**
 * @param {ArrivedArchive} archive
 * @param {Config['afterwards']} afterwards
 * @param {SourceOptions} access
 * @returns {Promise<Source | null>} Null if archives are deleted afterwards and this one is gone: S3 may deliver its event
 *   more than once.
 */
async function openArrived({ bucket, key, versionId, etag }, afterwards, access) {
  try {
    const version = { versionId: versionId ?? undefined, etag: etag ?? undefined };
    return await waitFor(`s3://${printable(`${bucket}/${key}`)}`, access.signal, () =>
      openObject({ bucket, key }, { ...access, ...version }),
    );
  } catch (error) {
    if (afterwards === 'delete' && hasCode(error, 'storage/not-found')) return null;
    throw error;
  }
}

/**
 * Whether the object is a later upload of the same bytes, which has an event of its own. In a bucket without versions,
 * only the time tells them apart.
 *
 * @param {Source} source
 * @param {Date | null} time The event's.
 */
function isNewerUpload({ versionId, lastModified }, time) {
  return versionId === null && lastModified != null && time !== null && lastModified > time;
}
