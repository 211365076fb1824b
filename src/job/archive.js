import { guardName } from '../archive/entry-name.js';
import { openArchive } from '../archive/open-archive.js';
import { discardCheckpoint } from '../checkpoint/discard-checkpoint.js';
import { requireEngine } from '../engine/engine.js';
import { ArchiveError } from '../errors.js';
import { openLedger } from '../ledger/open-ledger.js';
import { RESERVED_FOLDERS } from '../output-paths.js';
import { printable } from '../printable.js';
import { requireHashKey } from '../recipe/hash-key.js';
import { processEntries } from './entries.js';
import { judgeEntries } from './judge-entries.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { JobOutcome, LedgerJob } from '../ledger/open-ledger.js' */
/** @import { Progress } from './progress.js' */

/**
 * @typedef {LedgerJob & { hashKey?: Buffer | null, onProgress?: ((progress: Progress) => void) | undefined }} Job `hashKey`:
 *   the secret for a recipe that hashes fields.
 */

/**
 * The whole job: an archive's entries, one after the other, through the recipe to the destination; the manifest last.
 *
 * @param {Job} job
 * @returns {Promise<JobOutcome>} An entry's final error is in the manifest (`partial`), and so is the archive's (`failed`).
 * @throws {StorageError | StoppedError | StalledError} After an `unfinished` manifest has recorded what is done. The cause of
 *   a `StalledError` is what stopped this turn.
 * @throws {ArchiveError | RecipeError | UsageError} `archive/changed`, `archive/unsafe-name`, `archive/reserved-name`,
 *   `recipe/missing-secret`, `usage/place-taken`, `usage/no-webassembly`: nothing is written.
 */
export async function processArchive(job) {
  const { source, destination, recipe, hashKey, turn } = job;
  requireHashKey(recipe, hashKey);
  guardOutputFolder(source.outputFolder, destination.fold);
  const outcome = await processVersion(job);
  const { result, manifest } = outcome;
  // A job that has processed its entries has removed its checkpoint itself.
  const mayHaveLeftOne = result !== 'processed' || manifest.status === 'failed';
  if (turn && mayHaveLeftOne) await discardCheckpoint(turn.store, job, result === 'superseded');
  return outcome;
}

/**
 * @param {Job} job
 * @returns {Promise<JobOutcome>}
 */
async function processVersion(job) {
  const { source, destination, recipe } = job;
  const opened = await openLedger(job);
  if (opened.kind === 'nothing-to-do') return opened.outcome;
  const { ledger } = opened;
  requireEngine();
  try {
    const archive = await openArchive(source, recipe.limits, destination.fold, recipe.entryNames);
    const outcomes = judgeEntries(archive.entries, job, ledger.earlierOutcomes);
    ledger.begin(outcomes);
    await processEntries(job, archive, outcomes, ledger);
    await ledger.removeOutdated();
  } catch (error) {
    return await ledger.closeAfter(error);
  }
  return await ledger.close();
}

/**
 * An archive's own key decides where its outputs go, so the rules for entry names apply to it too.
 *
 * @param {string} outputFolder
 * @param {Destination['fold']} fold
 */
function guardOutputFolder(outputFolder, fold) {
  guardName(outputFolder, 'archive');
  const [first] = fold(outputFolder).split('/');
  const reserved = RESERVED_FOLDERS.find(name => fold(name) === first);
  if (reserved === undefined) return;
  throw new ArchiveError(
    'archive/reserved-name',
    `the archive's outputs would go to "${printable(outputFolder)}", but "${reserved}" is reserved; rename the archive`,
  );
}
