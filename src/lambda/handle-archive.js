import { destinationStore } from '../checkpoint/store.js';
import { openDestination } from '../destination/open.js';
import { StorageError, UsageError } from '../errors.js';
import { processArchive } from '../job/archive.js';
import { printable } from '../printable.js';
import { openSource } from '../source/open-source.js';
import { clearAway } from './clear-away.js';

/** @import { Config } from './config.js' */
/** @import { SluiceError } from '../errors.js' */
/** @import { ArrivedArchive } from './events.js' */
/** @import { Progress } from '../job/progress.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source, SourceOptions } from '../source/open-source.js' */
/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * Does the whole job for one archive that an event told of, from the open source to what becomes of it afterwards.
 *
 * @param {ArrivedArchive} archive
 * @param {{ config: Readonly<Config>, recipe: Recipe, s3: () => S3Client | Promise<S3Client>, signal: AbortSignal,
 *   pause: AbortSignal, remainingMs: () => number, onProgress?: ((progress: Progress) => void) | undefined }} job `pause`
 *   and `remainingMs` are a `Turn`'s.
 * @returns {Promise<{ outcome: 'ignored', reason: string } |
 *   { outcome: Outcome['result'], manifest: Manifest | null, warning?: SluiceError | null }>} `warning`: why the archive
 *   could not be deleted or tagged.
 * @throws {UsageError} `usage/destination-triggers-itself`; otherwise what `processArchive` and `clearAway` throw.
 */
export async function handleArchive(archive, { config, recipe, s3, signal, pause, remainingMs, onProgress }) {
  const reason = reasonToIgnore(archive.key, config.trigger);
  if (reason !== null) return { outcome: 'ignored', reason };
  refuseLoop(archive.bucket, config);

  const access = { s3, signal, expectedBucketOwner: config.expectedBucketOwner ?? undefined };
  const source = await openArrived(archive, config.afterwards, access);
  if (source === null)
    return { outcome: 'ignored', reason: 'it is gone, as archives are deleted once they were processed' };
  try {
    const memoryBytes = config.memoryBytes ?? undefined;
    const destination = await openDestination(config.destination, { ...access, memoryBytes });
    try {
      const { sequencer } = archive;
      const turn = { pause, remainingMs, store: destinationStore(destination, source.outputFolder) };
      const job = { source, destination, recipe, sequencer, signal, onProgress, turn };
      const outcome = await processArchive(job);
      const warning = isNewer(source, archive.time) ? null : await clearAway(job, outcome, config.afterwards);
      return { outcome: outcome.result, manifest: outcome.manifest, warning };
    } finally {
      await destination.close();
    }
  } finally {
    await source.close();
  }
}

/** @typedef {Awaited<ReturnType<typeof processArchive>>} Outcome */
/** @typedef {NonNullable<Outcome['manifest']>} Manifest */

/**
 * @param {string} key
 * @param {Config['trigger']} trigger
 */
function reasonToIgnore(key, { prefix, suffix }) {
  if (key.endsWith('/')) return 'a folder';
  if (!key.toLowerCase().endsWith(suffix.toLowerCase())) return `the key does not end with "${suffix}"`;
  // The trigger may have been set up wider than the settings say. To go by the settings keeps the outputs, which may
  // hold archives too, from being taken for new arrivals.
  if (!key.startsWith(prefix)) return `the key does not begin with "${prefix}"`;
  return null;
}

/**
 * @param {string} bucket
 * @param {Readonly<Config>} config
 */
function refuseLoop(bucket, { output, trigger, destination }) {
  if (output.bucket !== bucket) return;
  // Outputs repeat the archive's own place beneath the destination, so a destination *above* the trigger's prefix
  // reaches into it as well.
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
 * @returns {Promise<Source | null>} `null` for an archive that is gone because archives are deleted: S3 may deliver an
 *   event again after that.
 */
async function openArrived({ bucket, key, versionId, etag }, afterwards, access) {
  try {
    const version = { versionId: versionId ?? undefined, etag: etag ?? undefined };
    return await openSource(`s3://${bucket}/${key}`, { ...access, ...version });
  } catch (error) {
    if (afterwards === 'delete' && error instanceof StorageError && error.code === 'storage/not-found') return null;
    throw error;
  }
}

/**
 * Whether what is there came after the event, though it has the same bytes: without versions, nothing else tells them
 * apart. It has an event of its own.
 *
 * @param {Source} source
 * @param {Date | null} time
 */
function isNewer({ versionId, lastModified }, time) {
  return versionId === null && lastModified != null && time !== null && lastModified > time;
}
