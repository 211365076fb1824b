import { StoppedError } from '../errors.js';

/** @import { CheckpointStore } from './store.js' */

/**
 * One process's share of a job that may take several.
 *
 * @typedef {object} Turn
 * @property {AbortSignal} pause Asks the job to write a checkpoint, and to stop.
 * @property {() => number} remainingMs Until then; 0 if it may come at any moment.
 * @property {CheckpointStore} store
 */

/**
 * @param {{ signal?: AbortSignal | undefined, turn?: Turn | undefined }} job
 * @throws {StoppedError} If it is to stop or to pause.
 */
export function throwIfStopped({ signal, turn }) {
  const stop = [signal, turn?.pause].find(each => each?.aborted);
  if (stop) throw new StoppedError({ cause: stop.reason });
}

/**
 * @param {{ signal?: AbortSignal | undefined, turn?: Turn | undefined }} job
 * @returns {AbortSignal} Aborted when it is to stop or to pause.
 */
export function stopOf({ signal, turn }) {
  return AbortSignal.any([signal, turn?.pause].filter(each => each !== undefined));
}

/**
 * Whether an entry's outputs have to be resumable, because the entry may not be finished in this turn.
 *
 * @param {object} entry
 * @param {number} entry.bytes Its declared size; infinite if its outputs may have any.
 * @param {boolean} entry.hasCheckpoint
 * @param {boolean} entry.isJobResumed Whether an earlier turn of the job ended before this entry was done.
 * @param {Turn | undefined} turn
 */
export function mayOutlastTurn({ bytes, hasCheckpoint, isJobResumed }, turn) {
  if (turn === undefined) return false;
  // An earlier turn may have run out of time in this entry. Without this, each turn could start it again.
  if (hasCheckpoint || isJobResumed) return true;
  return bytes > (SURE_BYTES_PER_SECOND * turn.remainingMs()) / 1000;
}

/**
 * Whether a table's rows have to be kept from turn to turn from the beginning. Straight into the table is faster, so that comes
 * first where time is known; `TimeWatch` sees in the middle that it does not suffice.
 *
 * @param {boolean} isJobResumed Whether an earlier turn of the job ended before the table was loaded: perhaps in it.
 * @param {Turn | undefined} turn
 */
export function mustStage(isJobResumed, turn) {
  return turn !== undefined && (isJobResumed || turn.remainingMs() === 0);
}

/** Inflated. The smallest function, with 128 MiB, is fifty times as fast; a slow storage may bring it down to this. */
const SURE_BYTES_PER_SECOND = 250_000;
