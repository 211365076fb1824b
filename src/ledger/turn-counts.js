import { StalledError, StoppedError } from '../errors.js';

/**
 * Counts, in the manifest, the turns that advanced a job and those that did not.
 *
 * @typedef {object} TurnCounter
 * @property {(outcomes: PendingList) => void} begin
 * @property {() => void} advance Notes progress that the next turn will find: a checkpoint, a removed output.
 * @property {(outcomes: PendingList, isStopped: boolean) => TurnCounts} count For a manifest. `isStopped`: whether this turn
 *   ends before the job does.
 * @property {(error: unknown, outcomes: PendingList) => unknown} errorToThrow For a recorded turn that the error has ended:
 *   the error itself, a StalledError, or a StoppedError to resume soon.
 */

/**
 * How many turns have advanced the job, and how many in a row, up to the last one, have not.
 *
 * @typedef {{ turns: number, stalledTurns: number }} TurnCounts
 */

/** @typedef {{ readonly length: number, isPending(index: number): boolean }} PendingList */

/**
 * A job is tried again after any number of turns without progress, because what stopped them may be cured. Only turns that
 * a manifest records are counted. A queue's own count is higher: it includes deliveries that no function took, and messages
 * that somebody looked at in the console.
 *
 * @param {Partial<TurnCounts> | null} previous The unfinished manifest that this turn resumes.
 * @returns {TurnCounter}
 */
export function createTurnCounter(previous) {
  const turnsBefore = previous === null ? 0 : countOr(1, previous.turns);
  const stalledBefore = countOr(0, previous?.stalledTurns);
  let hasAdvanced = false;
  let pendingAtFirst = 0;

  /** @type {TurnCounter['count']} */
  const count = (outcomes, isStopped) => {
    const pending = pendingOf(outcomes);
    const isFurther = hasAdvanced || pending < pendingAtFirst || (pending === 0 && !isStopped);
    return {
      turns: turnsBefore + Number(isFurther),
      stalledTurns: isFurther ? 0 : stalledBefore + Number(isStopped),
    };
  };
  return {
    begin(outcomes) {
      pendingAtFirst = pendingOf(outcomes);
    },
    advance() {
      hasAdvanced = true;
    },
    count,
    errorToThrow(error, outcomes) {
      const { stalledTurns } = count(outcomes, true);
      if (stalledTurns >= MAX_STALLED_TURNS) return new StalledError(stalledTurns, error);
      if (stalledTurns > 0 || !(error instanceof StoppedError)) return error;
      return new StoppedError({ cause: error.cause, isSoon: true, why: error.why });
    },
  };
}

/** @param {PendingList} outcomes */
function pendingOf(outcomes) {
  let pending = 0;
  for (let index = 0; index < outcomes.length; index++) pending += Number(outcomes.isPending(index));
  return pending;
}

/**
 * @param {number} fallback
 * @param {unknown} count From a manifest, which may be old, damaged or foreign.
 */
function countOr(fallback, count) {
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : fallback;
}

/** From here on the error is `job/no-progress`. A delivery takes 18 minutes to come again, so this is three hours. */
export const MAX_STALLED_TURNS = 10;
