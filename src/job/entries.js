import { toArchiveError } from '../archive/open-archive.js';
import { openCheckpoints } from '../checkpoint/checkpoints.js';
import { mayOutlastTurn, throwIfStopped } from '../checkpoint/turn.js';
import { hasCode, isFinal, StoppedError } from '../errors.js';
import { pendingOutcome, reportError } from '../ledger/manifest.js';
import { processEntry } from './entry.js';
import { followProgress } from './progress.js';

/** @import { Archive } from '../archive/open-archive.js' */
/** @import { Checkpoint } from '../checkpoint/checkpoint.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */
/** @import { Job } from './archive.js' */
/** @import { Ledger } from '../ledger/ledger.js' */

/**
 * Processes the entries that are pending, one after the other, where they stand in the archive. One that a checkpoint
 * tells of goes on from there.
 *
 * @param {Job} job
 * @param {Archive} archive
 * @param {Outcomes} outcomes Those that are pending are replaced by what becomes of them.
 * @param {Ledger} ledger
 * @throws {StorageError | StoppedError | ArchiveError} What the whole job stops for; `archive/changed`. An entry's own
 *   final error is in its outcome.
 */
export async function processEntries(job, archive, outcomes, ledger) {
  const { source, destination, recipe, signal, turn, onProgress = () => {} } = job;
  const { entries } = archive;
  const tell = followProgress(entries, outcomes, onProgress);
  const checkpoints = turn ? await openCheckpoints(turn.store, job) : null;
  let described = outcomes.values().reduce((total, { badRecords }) => total + badRecords.length, 0);
  // Where they stand next to each other they are read together.
  for (const [number, index] of entries.inOrder().entries()) {
    if (!outcomes.isPending(index)) continue;
    const entry = entries.get(index);
    throwIfStopped(job);
    const rule = recipe.ruleFor(entry.name);

    /**
     * @param {EntryOutcome} outcome
     * @param {Checkpoint | null} checkpoint
     */
    const attempt = (outcome, checkpoint) =>
      processEntry({
        archive,
        entry,
        rule,
        limits: recipe.limits,
        destination,
        outputFolder: source.outputFolder,
        outcome,
        claim: () => ledger.claim(),
        maxDescribed: Math.min(MAX_DESCRIBED_OF_ENTRY, MAX_DESCRIBED_OF_ARCHIVE - described),
        signal,
        pause: mayOutlastTurn({ bytes: entry.bytes, isSuspended: checkpoint !== null, wasLeft: ledger.isResumed }, turn)
          ? turn?.pause
          : undefined,
        checkpoint,
        onProgress: () => tell(number, outcome, checkpoint?.outcome),
      });

    let outcome = pendingOutcome(entry, rule.action);
    let checkpoint = checkpoints?.take(outcome) ?? null;
    const bytesBefore = checkpoint?.outcome.bytesIn ?? 0;
    try {
      let suspended;
      try {
        suspended = await attempt(outcome, checkpoint);
      } catch (error) {
        if (checkpoint === null || !isLost(error)) throw error;
        await checkpoints?.discard(checkpoint);
        checkpoint = null;
        outcome = pendingOutcome(entry, rule.action);
        suspended = await attempt(outcome, null);
      }
      if (suspended !== null) {
        await checkpoints?.write({ ...suspended, outcome }, checkpoint);
        // An entry that had to start again may not have come as far as it was.
        if (outcome.bytesIn > bytesBefore) ledger.advance();
        outcomes.set(index, outcome);
        throw new StoppedError({ cause: turn?.pause.reason });
      }
      outcome.status = 'written';
      outcomes.set(index, outcome);
      if (checkpoint !== null) await checkpoints?.remove(checkpoint, true);
    } catch (caught) {
      // Its bad records may be published already.
      outcomes.set(index, { ...outcomes.get(index), rejected: outcome.rejected });
      if (signal?.aborted) throw new StoppedError({ cause: caught });
      const error = toArchiveError(caught);
      if (hasCode(error, 'archive/changed') || !isFinal(error)) throw error;
      if (checkpoint !== null) await checkpoints?.remove(checkpoint, false);
      outcome.status = 'failed';
      outcome.error = reportError(error);
      outcomes.set(index, outcome);
    }
    described += outcome.badRecords.length;
  }
  await checkpoints?.finish();
}

/**
 * Whether a checkpoint's entry cannot be gone on with, and has to start again.
 *
 * @param {unknown} error
 */
function isLost(error) {
  return hasCode(error, 'storage/output-gone');
}

const MAX_DESCRIBED_OF_ENTRY = 100;
const MAX_DESCRIBED_OF_ARCHIVE = 1000;
