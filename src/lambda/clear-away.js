import { isFinal, StorageError } from '../errors.js';
import { readLedger, rewriteManifest } from '../ledger/ledger.js';
import { mergeVersions, supersededBy, withSuperseded } from '../ledger/superseded.js';
import { manifestPath } from '../output-paths.js';
import { printable } from '../printable.js';

/** @import { Config } from './config.js' */
/** @import { SluiceError } from '../errors.js' */
/** @import { Manifest } from '../ledger/manifest.js' */
/** @import { Job } from '../job/archive.js' */
/** @import { Outcome } from '../ledger/consult.js' */
/** @import { Source } from '../source/open-source.js' */

/**
 * Deletes or tags an archive that is done, and with it the older versions that are superseded by it. A version that is
 * itself superseded goes as soon as the newer one is complete.
 *
 * | this version | the newer one | what happens |
 * |---|---|---|
 * | complete | | the older versions that its manifest names go, then this one |
 * | partial, failed | | it stays, and the next version's manifest will name it |
 * | superseded | complete | it goes |
 * | superseded | unfinished, partial, failed | it stays, and the newer one's manifest names it |
 *
 * @param {Job} job
 * @param {Outcome} outcome
 * @param {Config['afterwards']} afterwards
 * @returns {Promise<SluiceError | null>} Why the storage refuses it for good. The archive is done all the same, so this is
 *   not worth another delivery.
 * @throws {StorageError} Where another delivery has to do it.
 */
export async function clearAway(job, { result, manifest }, afterwards) {
  if (afterwards === 'keep') return null;
  if (result === 'superseded') return clearSuperseded(job, afterwards);
  return manifest?.status === 'complete' ? clearComplete(job, manifest, afterwards) : null;
}

/**
 * @param {Job} job
 * @param {Manifest} manifest
 * @param {'delete' | 'tag'} afterwards
 */
async function clearComplete({ source, destination }, manifest, afterwards) {
  const older = supersededOf(source, manifest);
  const refusals = [];
  for (const versionId of older) refusals.push(await clearVersion(source, afterwards, versionId));
  const refused = refusals.find(refusal => refusal !== null) ?? null;
  // If this version were deleted, an older one that could not be would be the current one again.
  if (refused !== null && afterwards === 'delete') return refused;
  // What cannot be tagged is told of once, and not with each later version.
  if (older.length > 0) await forgetSuperseded(destination, source.outputFolder, manifest);
  return (await clearVersion(source, afterwards)) ?? refused;
}

/**
 * The older versions that a manifest names. The same outputs may have come out of an archive with another key, whose
 * versions are not this one's.
 *
 * @param {Source} source
 * @param {Manifest} manifest
 */
function supersededOf({ uri, versionId }, manifest) {
  if (manifest.archive.uri !== uri) return [];
  return supersededBy(manifest).filter(version => version !== versionId);
}

/**
 * @param {Job['destination']} destination
 * @param {string} outputFolder
 * @param {Manifest} manifest
 */
async function forgetSuperseded(destination, outputFolder, manifest) {
  try {
    await rewriteManifest(destination, outputFolder, withSuperseded(manifest, []));
  } catch (error) {
    // The manifest is a newer version's by now, which has taken the names over.
    if (!isConflict(error)) throw error;
  }
}

/**
 * The job on the newer version learns of this one from the manifest: its own next write fails on the one that names
 * it, and is then made with the name.
 *
 * @param {Job} job
 * @param {'delete' | 'tag'} afterwards
 */
async function clearSuperseded({ source, destination, recipe, sequencer = null }, afterwards) {
  const { outputFolder, versionId } = source;
  // Without versions this one does not exist any more, and what is there is a newer upload of the same bytes.
  if (versionId === null) return null;
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const { previous: newer, state } = await readLedger(destination, {
      source,
      recipeSha256: recipe.sha256,
      sequencer,
    });
    if (newer === null || state !== 'superseded') break;
    if (newer.status === 'complete') return clearVersion(source, afterwards);
    const named = supersededBy(newer);
    if (named.includes(versionId)) return null;
    try {
      await rewriteManifest(destination, outputFolder, withSuperseded(newer, mergeVersions(named, [versionId])));
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  throw new StorageError(
    'storage/conflict',
    `${printable(destination.locate(manifestPath(outputFolder)))} was changed by other jobs again and again; run it again`,
  );
}

/** @param {unknown} error */
function isConflict(error) {
  return error instanceof StorageError && error.code === 'storage/conflict';
}

/**
 * @param {Source} source
 * @param {'delete' | 'tag'} afterwards
 * @param {string} [versionId] An older one of the archive, instead of the source's own.
 */
async function clearVersion(source, afterwards, versionId) {
  try {
    if (afterwards === 'delete') await source.remove?.(versionId);
    else await source.tag?.({ sluice: 'processed' }, versionId);
    return null;
  } catch (error) {
    if (isFinal(error)) return error;
    throw error;
  }
}

// Each time, another job has written the manifest in between.
const MAX_TRIES = 10;
