import { isFinal } from '../errors.js';
import { forgetSuperseded, handOver } from '../ledger/hand-over.js';
import { supersededBy } from '../ledger/superseded.js';

/** @import { Config } from './config.js' */
/** @import { SluiceError } from '../errors.js' */
/** @import { Manifest } from '../ledger/manifest.js' */
/** @import { Job } from '../job/archive.js' */
/** @import { JobOutcome } from '../ledger/open-ledger.js' */
/** @import { Source } from '../source/open-source.js' */

/**
 * Deletes or tags an archive that is done, together with the older versions that it supersedes. A superseded version is
 * deleted or tagged once the newer one is complete.
 *
 * | this version | the newer one | what happens |
 * |---|---|---|
 * | complete | | first the older versions that its manifest names (if S3 says that they are older), then this one, are deleted or tagged |
 * | partial, failed | | it stays, and the next version's manifest will name it |
 * | superseded | complete | it is deleted or tagged |
 * | superseded | unfinished, partial, failed | it stays, and the newer one's manifest names it |
 *
 * @param {Job} job
 * @param {JobOutcome} outcome
 * @param {Config['afterwards']} afterwards
 * @returns {Promise<SluiceError | null>} Why the storage refuses for good. The archive is done all the same, so another
 *   delivery is not worthwhile.
 * @throws {import('../errors.js').StorageError} If another delivery has to do it.
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
async function clearComplete(job, manifest, afterwards) {
  const { source } = job;
  const named = namedVersions(source, manifest);
  const refusals = [];
  for (const versionId of named) {
    // The manifest is no proof that a version is older: somebody else may have written it.
    if (await source.isOlder?.(versionId)) refusals.push(await clearVersion(source, afterwards, versionId));
  }
  const refused = refusals.find(refusal => refusal !== null) ?? null;
  // If this version were deleted, the older one that could not be would become the current one.
  if (refused !== null && afterwards === 'delete') return refused;
  // Forgotten even if a tag was refused: the warning comes once, and not with each later version.
  if (named.length > 0) await forgetSuperseded(job, manifest);
  return (await clearVersion(source, afterwards)) ?? refused;
}

/**
 * The other versions of this archive that a manifest names. An archive with another key may have the same output folder, but its
 * versions are not this one's.
 *
 * @param {Source} source
 * @param {Manifest} manifest
 * @returns {string[]}
 */
function namedVersions(source, manifest) {
  if (manifest.archive.uri !== source.uri) return [];
  return supersededBy(manifest).filter(version => version !== source.versionId);
}

/**
 * @param {Job} job
 * @param {'delete' | 'tag'} afterwards
 */
async function clearSuperseded(job, afterwards) {
  const { source } = job;
  // In a bucket without versions, this one no longer exists; the object is a newer upload of the same bytes.
  if (source.versionId === null) return null;
  const newer = await handOver(job, source.versionId);
  return newer === 'complete' ? clearVersion(source, afterwards) : null;
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
