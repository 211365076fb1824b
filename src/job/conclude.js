import { mayBeWrongPassword } from '../engine/decryption/wrong-password.js';
import { reportError, StoppedError } from '../errors.js';
import { stopsJob } from './stops-job.js';

/** @import { Checkpoint, Suspended } from '../checkpoint/checkpoint.js' */
/** @import { Checkpoints } from '../checkpoint/checkpoints.js' */
/** @import { Container } from '../container/open-container.js' */
/** @import { Ledger } from '../ledger/ledger.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */
/** @import { Job } from './archive.js' */
/** @import { EntryResult } from './entry.js' */

/** @typedef {{ job: Job, archive: Container, outcomes: Outcomes, ledger: Ledger, checkpoints: Checkpoints }} EntriesParts */

/**
 * What earlier turns have done of an entry. `bytesBefore`: how far they had come, by `bytesDone`.
 *
 * @typedef {{ resumedFrom: Checkpoint | null, bytesBefore: number }} EarlierTurns
 */

/**
 * Notes what became of an entry.
 *
 * @param {EntriesParts} parts
 * @param {number} index
 * @param {EntryResult} result
 * @param {EarlierTurns} [earlier]
 * @throws {unknown} What stops the job.
 */
export async function conclude(parts, index, result, { resumedFrom, bytesBefore } = NEW) {
  const { archive, outcomes, ledger, checkpoints } = parts;
  const { signal, turn } = parts.job;
  const { outcome } = result;
  switch (result.kind) {
    case 'published':
      outcomes.set(index, outcome);
      if (resumedFrom !== null) await checkpoints.removeFinished(resumedFrom, true);
      break;
    case 'suspended':
      await checkpoints.write(result.suspended, resumedFrom);
      if (bytesDone(result.suspended) > bytesBefore) ledger.advance();
      outcomes.set(index, outcome);
      throw new StoppedError({ cause: turn?.pause.reason });
    case 'failed':
      // Its rejected records and their reasons may be published, however this ends.
      outcomes.set(index, { ...outcomes.get(index), rejected: outcome.rejected, reasons: outcome.reasons });
      if (signal?.aborted || stopsJob(result.error)) throw result.error;
      if (mayBeWrongPassword(result.error, archive.entries.get(index))) {
        checkpoints.throwIfLocked(outcomes.get(index));
      }
      if (resumedFrom !== null) await checkpoints.removeFinished(resumedFrom, false);
      outcomes.set(index, { ...outcome, status: 'failed', error: reportError(result.error) });
  }
}

/**
 * How far a suspended entry has come. The records of a few bytes may be very long, so a turn may only edit what was inflated before.
 *
 * @param {Pick<Suspended, 'outcome' | 'engine'>} suspended
 * @returns {number} Its bytes that were inflated, and those that were edited.
 */
export function bytesDone({ outcome, engine }) {
  return outcome.bytesIn + (engine.blocks?.position ?? 0);
}

/** @type {EarlierTurns} */
const NEW = { resumedFrom: null, bytesBefore: 0 };
