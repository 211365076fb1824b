import { hasCode, StorageError } from '../errors.js';
import { manifestPath } from '../output-paths.js';
import { printable } from '../printable.js';
import { readLedger } from './read-ledger.js';
import { mergeVersions, supersededBy, withSuperseded } from './superseded.js';
import { rewriteManifest } from './write-manifest.js';

/** @import { Manifest } from './manifest.js' */
/** @import { LedgerJob } from './open-ledger.js' */

/**
 * Names a superseded job's version in the manifest of the later one, which clears it away once it is complete. The later
 * version's job learns of it when its next write of the manifest fails, and repeats that write with the name.
 *
 * @param {LedgerJob} job
 * @param {string} versionId The job's version.
 * @returns {Promise<'named' | 'complete'>} `complete`: the later version is, so this job has to clear its own away.
 * @throws {StorageError} `storage/conflict`
 */
export async function handOver(job, versionId) {
  const { source, destination } = job;
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const { manifest: later, state } = await readLedger(job);
    if (later === null || state !== 'superseded') break;
    if (later.status === 'complete') return 'complete';
    const named = supersededBy(later);
    if (named.includes(versionId)) return 'named';
    const versions = mergeVersions(named, [versionId]);
    await rewriteManifest(destination, source.outputFolder, withSuperseded(later, versions)).catch(ignoreConflict);
  }
  throw new StorageError(
    'storage/conflict',
    `${printable(destination.locate(manifestPath(source.outputFolder)))} was changed by other jobs again and again; run it again`,
  );
}

/**
 * Removes the superseded versions, which are cleared away, from a complete manifest.
 *
 * @param {LedgerJob} job
 * @param {Manifest} manifest
 */
export async function forgetSuperseded({ source, destination }, manifest) {
  // On a conflict, a later version's manifest is there, which has taken the names over.
  await rewriteManifest(destination, source.outputFolder, withSuperseded(manifest, [])).catch(ignoreConflict);
}

/** @param {unknown} error */
function ignoreConflict(error) {
  if (!hasCode(error, 'storage/conflict')) throw error;
}

// Each time, another job has written the manifest in between.
const MAX_TRIES = 10;
