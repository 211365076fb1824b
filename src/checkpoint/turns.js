import { StalledError, StoppedError } from '../errors.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { CheckpointStore } from './checkpoints.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */

/**
 * What one process has of a job that may take several.
 *
 * @typedef {object} Turn
 * @property {AbortSignal} pause Says that it is time to write down where the job is, and to stop.
 * @property {() => number} remainingMs How long until then; 0 where it may come at any moment.
 * @property {CheckpointStore} store
 */

/**
 * Counts the turns that brought a job on and those that did not, and says which entries may need another turn.
 *
 * @typedef {object} Turns
 * @property {(outcomes: Outcomes) => void} begin
 * @property {(outcomes: Outcomes, isStopped: boolean) => TurnCounts} count For a manifest. `isStopped`: this turn ends
 *   before the job does.
 * @property {(error: unknown, outcomes: Outcomes) => unknown} explain The error to throw for a turn that was stopped by
 *   this one, once the turn is noted in the manifest.
 * @property {(entry: Entry) => boolean} mayNeedAnother
 * @property {(outcome: EntryOutcome) => void} follow To be told of the entry at work, often.
 * @property {() => void} moved Notes progress that the next turn will find: a checkpoint, an output removed.
 */

/**
 * How many turns have brought the job on, and how many in a row, up to the last one, have not.
 *
 * @typedef {{ turns: number, stalledTurns: number }} TurnCounts
 */

/** @typedef {{ readonly length: number, isPending(index: number): boolean }} Outcomes Those of the archive's entries. */

/**
 * A job is tried however many turns have brought it nowhere: what stopped them may be cured. Only turns that a manifest
 * notes are counted. A queue counts more: a message that was received while nobody could work on it, or looked at in the
 * console.
 *
 * @param {Turn | undefined} turn
 * @param {Partial<TurnCounts> | null} previous The unfinished manifest that this turn goes on from.
 * @returns {Turns}
 */
export function countTurns(turn, previous) {
  const turnsBefore = previous === null ? 0 : countOr(1, previous.turns);
  const stalledBefore = countOr(0, previous?.stalledTurns);

  let hasMoved = false;
  let pendingAtFirst = 0;
  const start = performance.now();
  let bytesBefore = 0;
  /** @type {EntryOutcome | null} */
  let current = null;
  /** @type {Turns['count']} */
  const count = (outcomes, isStopped) => {
    const pending = pendingOf(outcomes);
    const isFurther = hasMoved || pending < pendingAtFirst || (pending === 0 && !isStopped);
    return {
      turns: turnsBefore + Number(isFurther),
      stalledTurns: isFurther ? 0 : stalledBefore + Number(isStopped),
    };
  };
  return {
    begin(outcomes) {
      pendingAtFirst = pendingOf(outcomes);
    },
    count,
    explain(error, outcomes) {
      const { stalledTurns } = count(outcomes, true);
      if (stalledTurns >= MAX_STALLED_TURNS) return new StalledError(stalledTurns, error);
      if (stalledTurns > 0 || !(error instanceof StoppedError)) return error;
      return new StoppedError({ cause: error.cause, isSoon: true });
    },
    mayNeedAnother({ bytes }) {
      if (turn === undefined) return false;
      if (previous !== null) return true;
      const seconds = (performance.now() - start) / 1000;
      const rate = seconds > 1 ? (bytesBefore + (current?.bytesIn ?? 0)) / seconds : 0;
      return bytes > (Math.max(rate, LEAST_RATE) * turn.remainingMs()) / 1000 / MARGIN;
    },
    follow(outcome) {
      if (current !== outcome) bytesBefore += current?.bytesIn ?? 0;
      current = outcome;
    },
    moved() {
      hasMoved = true;
    },
  };
}

/**
 * @param {{ signal?: AbortSignal | undefined, turn?: Turn | undefined }} job
 * @throws {StoppedError} Where it is to stop, or to pause.
 */
export function assertGoingOn({ signal, turn }) {
  const stop = [signal, turn?.pause].find(each => each?.aborted);
  if (stop) throw new StoppedError({ cause: stop.reason });
}

/** @param {Outcomes} outcomes */
function pendingOf(outcomes) {
  let pending = 0;
  for (let index = 0; index < outcomes.length; index++) pending += Number(outcomes.isPending(index));
  return pending;
}

/**
 * @param {number} fallback
 * @param {unknown} count From a manifest, which may be old, damaged or somebody else's.
 */
function countOr(fallback, count) {
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : fallback;
}

/** From so many on the error is `job/no-progress`. A delivery takes 18 minutes to come again: this is three hours. */
export const MAX_STALLED_TURNS = 10;
/** Inflated bytes a second. The smallest function does some 13 million, with everything. */
const LEAST_RATE = 8e6;
/** An entry is sure to end in this turn if it did so at a fraction of the rate: a storage in trouble is slow. */
const MARGIN = 32;
