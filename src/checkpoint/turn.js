import { StoppedError } from '../errors.js';

/** @import { CheckpointStore } from './checkpoints.js' */

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
 * Whether an entry's outputs have to be resumable, because the entry may not be finished in this turn.
 *
 * @param {object} entry
 * @param {number} entry.bytes Its declared size.
 * @param {boolean} entry.isSuspended Whether a checkpoint of it is there.
 * @param {boolean} entry.wasLeft Whether an earlier turn ended without it.
 * @param {Turn | undefined} turn
 */
export function mayOutlastTurn({ bytes, isSuspended, wasLeft }, turn) {
  if (turn === undefined) return false;
  // An earlier turn may have started on it and failed to finish it: without this, each turn could start it again.
  if (isSuspended || wasLeft) return true;
  return bytes > (SURE_BYTES_PER_SECOND * turn.remainingMs()) / 1000;
}

/** Inflated. The smallest function, 128 MiB, does fifty times as much; a storage in trouble may slow it down as far as this. */
const SURE_BYTES_PER_SECOND = 250_000;
