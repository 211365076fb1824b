import { guardName } from '../archive/entry-name.js';
import { openArchive } from '../archive/open-archive.js';
import { discardCheckpoint } from '../checkpoint/checkpoints.js';
import { assertGoingOn, countTurns } from '../checkpoint/turns.js';
import { requireEngine } from '../engine/engine.js';
import { ArchiveError, isFinal } from '../errors.js';
import { consultLedger, isDoneByNow, writeDown } from '../ledger/consult.js';
import { holdClaim, leftBehind, sequencerOf } from '../ledger/ledger.js';
import { makeManifest } from '../ledger/manifest.js';
import { Outcomes } from '../ledger/outcomes.js';
import { outdatedPaths } from '../ledger/outdated-paths.js';
import { mergeVersions, supersededBy } from '../ledger/superseded.js';
import { addressesOf, REJECTED_FOLDER, rejectedFolder } from '../output-paths.js';
import { printable } from '../printable.js';
import { isChanged, processEntries } from './entries.js';
import { judgeEntries } from './judge-entries.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { Outcome } from '../ledger/consult.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Progress } from './progress.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { Turn } from '../checkpoint/turns.js' */

/**
 * @typedef {object} Job
 * @property {Source} source
 * @property {Destination} destination
 * @property {Recipe} recipe
 * @property {boolean} [force] Also what was done before.
 * @property {string | null} [sequencer] The event's, which orders the versions of one key.
 * @property {AbortSignal | undefined} [signal] Stops the job as soon as may be.
 * @property {((progress: Progress) => void) | undefined} [onProgress]
 * @property {Turn | undefined} [turn] Where the job may take several turns, and go on in the middle of an entry.
 */

/**
 * The whole job: an archive's entries, one after the other, through the recipe to the destination; the manifest last.
 *
 * @param {Job} job
 * @returns {Promise<Outcome>} An entry's final error is in the manifest (`partial`), and so is the archive's (`failed`).
 * @throws {StorageError | StoppedError | StalledError} After as much as was done has been noted in an `unfinished`
 *   manifest. A `StalledError` has what stopped this turn as its cause.
 * @throws {ArchiveError | UsageError} `archive/changed`, `archive/unsafe-name`, `archive/reserved-name`,
 *   `usage/place-taken`, `usage/no-webassembly`: nothing is written.
 */
export async function processArchive(job) {
  const outcome = await processVersion(job);
  const { result, manifest } = outcome;
  const isLeft = result !== 'processed' || manifest?.status === 'failed';
  if (job.turn && isLeft) await discardCheckpoint(job.turn.store, job, result === 'superseded');
  return outcome;
}

/**
 * @param {Job} job
 * @returns {Promise<Outcome>}
 */
async function processVersion(job) {
  const { source, destination, recipe, force = false, sequencer = null, turn } = job;
  const start = performance.now();
  guardOutputFolder(source.outputFolder, destination.fold);
  const ledger = await consultLedger(job);
  if ('result' in ledger) return ledger;
  requireEngine();
  const { previous, state } = ledger;
  const turns = countTurns(turn, state === 'unfinished' ? previous : null);
  await destination.begin({
    prefixes: [source.outputFolder, rejectedFolder(source.outputFolder)],
    provenance: { source: source.versionId ?? source.etag, recipe: recipe.sha256, outputFolder: source.outputFolder },
  });

  let outcomes = new Outcomes(addressesOf(destination, source.outputFolder));
  let superseded = leftBehind(previous, { source, sequencer });
  let isTidy = false;
  const outdatedNow = () => (isTidy ? [] : outdatedPaths(previous, outcomes, source.outputFolder, destination.fold));
  /** @param {{ outdated?: string[] | undefined, error?: unknown, stoppedBy?: unknown }} [what] */
  const settle = async ({ outdated = outdatedNow(), error, stoppedBy } = {}) => {
    const durationMs = performance.now() - start;
    const recipeSha256 = recipe.sha256;
    const manifest = makeManifest({
      source,
      sequencer: sequencerOf(previous, { source, sequencer }),
      superseded,
      recipeSha256,
      outcomes,
      outdated,
      ...turns.count(outcomes, stoppedBy !== undefined),
      durationMs,
      error,
      stoppedBy,
    });
    return writeDown(job, manifest);
  };
  /** @type {Promise<Outcome> | null} */
  let announcing = null;
  /** @param {string[]} [outdated] */
  const announce = async outdated => {
    announcing = settle({ outdated });
    const announced = await announcing;
    if (isOver(announced, force)) throw new Error('a later version is there, or all of this one');
    // Another job on this version may know more.
    superseded = mergeVersions(supersededBy(announced.manifest), superseded);
  };
  // An unfinished manifest is the right to publish. Whoever gets it through over the manifest that was there before it
  // noted what else is there has noted nothing of a later version, and so overwrites nothing of one.
  const claim = () => (announcing === null ? announce() : holdClaim(destination, source.outputFolder));
  try {
    const archive = await openArchive(source, recipe.limits, destination.fold, recipe.entryNames);
    const done = (state === 'unfinished' && !force && previous?.entries) || [];
    outcomes = judgeEntries(archive.entries, job, done);
    turns.begin(outcomes);
    await processEntries(job, archive, outcomes, claim, turns);
    if (!outcomes.values().some(({ status }) => status === 'failed')) {
      const outdated = outdatedNow();
      if (outdated.length > 0) {
        assertGoingOn(job);
        // A job that this one has overtaken may still be publishing an entry. Either that is there by now, and is removed, or
        // it comes later: then that job reads in this manifest what is not to stay, and takes it back.
        await announce(outdated);
      }
      for await (const path of destination.present(outdated, job.signal)) {
        assertGoingOn(job);
        if (await destination.removeOutdated(path, () => holdClaim(destination, source.outputFolder))) turns.moved();
      }
      isTidy = true;
    }
  } catch (error) {
    if (announcing !== null) {
      const announced = await /** @type {Promise<Outcome>} */ (announcing).catch(() => null);
      // It is not known what is there: a note could stand in the place of another version's manifest.
      if (announced === null) throw error;
      if (isOver(announced, force)) return announced.manifest ? { ...announced, result: 'already-done' } : announced;
    }
    if (isFinal(error) && !isChanged(error)) return settle({ error });
    // How far it came is worth noting, for whoever goes on or tidies up; why it stopped is what has to be told.
    const isNoted = isChanged(error)
      ? outcomes.values().some(({ output, rejected }) => output ?? rejected)
      : outcomes.length > 0;
    const noted = isNoted && !(await isDoneByNow(job)) ? await settle({ stoppedBy: error }).catch(() => null) : null;
    if (noted?.result === 'superseded') return noted;
    throw noted?.manifest?.status === 'unfinished' && !isChanged(error) ? turns.explain(error, outcomes) : error;
  }
  return settle();
}

/**
 * Whether there is nothing left to do for a job that has written that it is at work: what is there now is the end of
 * another one on the same, or a later version's.
 *
 * @param {Outcome} announced
 * @param {boolean} force
 */
function isOver({ manifest }, force) {
  return manifest === null || (!force && manifest.status !== 'unfinished');
}

/**
 * An archive's own key decides where its outputs go, so it is held to what an entry's name is.
 *
 * @param {string} outputFolder
 * @param {Destination['fold']} fold
 */
function guardOutputFolder(outputFolder, fold) {
  guardName(outputFolder, 'archive');
  if (fold(outputFolder).split('/')[0] === fold(REJECTED_FOLDER)) {
    throw new ArchiveError(
      'archive/reserved-name',
      `the archive's outputs would go to "${printable(outputFolder)}", among the rejected records; rename it`,
    );
  }
}
