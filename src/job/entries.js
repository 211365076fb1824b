import { openCheckpoints } from '../checkpoint/checkpoints.js';
import { mayOutlastTurn, throwIfStopped } from '../checkpoint/turn.js';
import { hasCode, isFinal, reportError, StoppedError } from '../errors.js';
import { processEntry } from './entry.js';
import { followProgress } from './progress.js';

/** @import { Archive } from '../archive/open-archive.js' */
/** @import { Checkpoint } from '../checkpoint/checkpoint.js' */
/** @import { Checkpoints } from '../checkpoint/checkpoints.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */
/** @import { Ledger } from '../ledger/ledger.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */
/** @import { Job } from './archive.js' */
/** @import { EntryResult } from './entry.js' */

/**
 * Processes the pending entries, one after the other, in the order of their bytes: neighbours are read together. A suspended
 * entry is resumed from its checkpoint.
 *
 * @param {Job} job
 * @param {Archive} archive
 * @param {Outcomes} outcomes Each pending one is replaced by what became of its entry.
 * @param {Ledger} ledger
 * @throws {StorageError | StoppedError | ArchiveError} What stops the whole job; `archive/changed`. An entry's own final error
 *   is in its outcome.
 */
export async function processEntries(job, archive, outcomes, ledger) {
  const { signal, turn, onProgress } = job;
  const { entries } = archive;
  const report = followProgress(entries, outcomes, onProgress);
  const checkpoints = await openCheckpoints(turn?.store ?? NO_STORE, job);
  let describedSoFar = outcomes.values().reduce((total, { badRecords }) => total + badRecords.length, 0);
  for (const [number, index] of entries.inOrder().entries()) {
    if (!outcomes.isPending(index)) continue;
    throwIfStopped(job);
    const entry = entries.get(index);
    const pending = outcomes.get(index);

    /** @param {Checkpoint | null} checkpoint */
    const attempt = checkpoint => {
      const hasCheckpoint = checkpoint !== null;
      const isResumable = mayOutlastTurn({ bytes: entry.bytes, hasCheckpoint, isJobResumed: ledger.isResumed }, turn);
      return processEntry({
        job,
        archive,
        entry,
        claim: () => ledger.claim(),
        maxDescribed: Math.min(MAX_DESCRIBED_OF_ENTRY, MAX_DESCRIBED_OF_ARCHIVE - describedSoFar),
        pause: isResumable ? turn?.pause : undefined,
        checkpoint,
        onProgress: counts => report(number, counts, checkpoint?.outcome.bytesIn ?? 0),
      });
    };

    try {
      const { result, checkpoint, bytesBefore } = await resumeOrStart(attempt, pending, checkpoints);
      const { outcome } = result;
      switch (result.kind) {
        case 'published':
          outcomes.set(index, outcome);
          if (checkpoint !== null) await checkpoints.removeFinished(checkpoint, true);
          break;
        case 'suspended':
          await checkpoints.write(result.suspended, checkpoint);
          // An entry that was started again may not have come as far as before.
          if (outcome.bytesIn > bytesBefore) ledger.advance();
          outcomes.set(index, outcome);
          throw new StoppedError({ cause: turn?.pause.reason });
        case 'failed':
          // Its rejected records and their reasons may be published, however this ends.
          outcomes.set(index, { ...pending, rejected: outcome.rejected, reasons: outcome.reasons });
          if (signal?.aborted || stopsJob(result.error)) throw result.error;
          if (checkpoint !== null) await checkpoints.removeFinished(checkpoint, false);
          outcomes.set(index, { ...outcome, status: 'failed', error: reportError(result.error) });
      }
      describedSoFar += outcome.badRecords.length;
    } catch (error) {
      throw signal?.aborted ? new StoppedError({ cause: error }) : error;
    }
  }
  await checkpoints.discardUntaken();
}

/**
 * Resumes an entry from its checkpoint, or starts it if it has none, or if nothing is left of the suspended outputs.
 *
 * @param {(checkpoint: Checkpoint | null) => Promise<EntryResult>} attempt
 * @param {EntryOutcome} pending
 * @param {Checkpoints} checkpoints
 * @returns {Promise<{ result: EntryResult, checkpoint: Checkpoint | null, bytesBefore: number }>} `checkpoint`: the one that it
 *   was resumed from. `bytesBefore`: how far earlier turns had come.
 */
async function resumeOrStart(attempt, pending, checkpoints) {
  const checkpoint = checkpoints.take(pending);
  const bytesBefore = checkpoint?.outcome.bytesIn ?? 0;
  const result = await attempt(checkpoint);
  if (checkpoint === null || result.kind !== 'failed' || !hasCode(result.error, 'storage/output-gone')) {
    return { result, checkpoint, bytesBefore };
  }
  await checkpoints.discard(checkpoint);
  return { result: await attempt(null), checkpoint: null, bytesBefore };
}

/** @param {unknown} error */
function stopsJob(error) {
  return !isFinal(error) || hasCode(error, 'archive/changed');
}

/** For a job of a single turn. */
const NO_STORE = { read: async () => null, write: async () => {}, remove: async () => {} };
const MAX_DESCRIBED_OF_ENTRY = 100;
const MAX_DESCRIBED_OF_ARCHIVE = 1000;
