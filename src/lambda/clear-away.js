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
 * Deletes or tags an archive that is done, together with the older versions that it supersedes. A superseded version is
 * deleted or tagged once the newer one is complete.
 *
 * | this version | the newer one | what happens |
 * |---|---|---|
 * | complete | | first the older versions that its manifest names, then this one, are deleted or tagged |
 * | partial, failed | | it stays, and the next version's manifest will name it |
 * | superseded | complete | it is deleted or tagged |
 * | superseded | unfinished, partial, failed | it stays, and the newer one's manifest names it |
 *
 * @param {Job} job
 * @param {Outcome} outcome
 * @param {Config['afterwards']} afterwards
 * @returns {Promise<SluiceError | null>} Why the storage refuses for good. The archive is done all the same, so another
 *   delivery is not worthwhile.
 * @throws {StorageError} If another delivery has to do it.
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
  const older = olderVersions(source, manifest);
  const refusals = [];
  for (const versionId of older) refusals.push(await clearVersion(source, afterwards, versionId));
  const refused = refusals.find(refusal => refusal !== null) ?? null;
  // Deleting this version would make the older one that stays the current one again.
  if (refused !== null && afterwards === 'delete') return refused;
  // Forgotten even if a tag was refused: the warning comes once, and not with each later version.
  if (older.length > 0) await forgetSuperseded(destination, source.outputFolder, manifest);
  return (await clearVersion(source, afterwards)) ?? refused;
}

/**
 * @param {Source} source
 * @param {Manifest} manifest
 * @returns {string[]} The older versions of this archive that a manifest names. An archive with another key may have the
 *   same output folder, but its versions are not this one's.
 */
function olderVersions({ uri, versionId }, manifest) {
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
    // A newer version has replaced the manifest and taken over the names.
    if (!isConflict(error)) throw error;
  }
}

/**
 * Leaves a superseded version to the job on the newer one, by naming it in the newer one's manifest: that job's next
 * write then conflicts, and is repeated with the name.
 *
 * @param {Job} job
 * @param {'delete' | 'tag'} afterwards
 */
async function clearSuperseded({ source, destination, recipe, sequencer = null }, afterwards) {
  const { outputFolder, versionId } = source;
  // In a bucket without versions, this one no longer exists; the object is a newer upload of the same bytes.
  if (versionId === null) return null;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
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
 * @returns {Promise<SluiceError | null>} Why the storage refuses for good.
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

/** Each failed attempt means that another job wrote the manifest in between. */
const MAX_ATTEMPTS = 10;
