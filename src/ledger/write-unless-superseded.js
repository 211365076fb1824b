import { outdatedPaths } from './outdated-paths.js';
import { readLedger } from './read-ledger.js';
import { removeOutputs } from './remove-outputs.js';
import { writeManifest } from './write-manifest.js';

/** @import { FrozenOutcomes } from './frozen-outcomes.js' */
/** @import { Manifest } from './manifest.js' */
/** @import { JobOutcome, LedgerJob } from './open-ledger.js' */
/** @import { Outcomes } from './outcomes.js' */

/**
 * Writes the manifest, unless a later version has written its own. Then only this job knows what it has published, so it
 * removes what that version lacks.
 *
 * @param {Pick<LedgerJob, 'source' | 'destination' | 'recipe' | 'sequencer' | 'force'>} job
 * @param {Omit<Manifest, 'entries'> & { entries: Outcomes | FrozenOutcomes }} manifest
 * @returns {Promise<JobOutcome>} With the manifest that is there now.
 */
export async function writeUnlessSuperseded(job, manifest) {
  const { source, destination } = job;
  try {
    return { result: 'processed', manifest: await writeManifest(destination, source.outputFolder, manifest) };
  } catch (error) {
    const { manifest: later, state } = await readLedger(job);
    if (state !== 'superseded') throw error;
    const outdated = await outdatedPaths(manifest, later?.entries ?? null, source.outputFolder, destination.fold);
    // Without the job's signal: a stopped job has to do this too, because its next delivery could not know of these outputs.
    await removeOutputs(destination.present(outdated), async path => void (await destination.removeOwn(path)));
    return { result: 'superseded', manifest: null };
  }
}
