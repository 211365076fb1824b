import { isFinal, StoppedError, UsageError } from '../errors.js';
import { handleArchive } from './handle-archive.js';

/** @import { Arrival } from './events.js' */
/** @import { Handled, Invocation } from './handle-archive.js' */

/**
 * What became of an archive in one delivery. `failed` is final, `retry` asks for another delivery; `isSoon`: within
 * seconds, because the job only ran out of time.
 *
 * @typedef {Handled | { outcome: 'failed', error: unknown } | { outcome: 'retry', error: unknown, isSoon: boolean }} AttemptResult
 */

/**
 * Handles one archive. Never throws: an error is a result too.
 *
 * @param {Arrival} arrived
 * @param {Invocation} invocation
 * @returns {Promise<AttemptResult>}
 */
export async function attemptArchive(arrived, invocation) {
  try {
    if (arrived.kind === 'unreadable') throw arrived.error;
    // The archives before it used up the time.
    if (invocation.pause.aborted) throw new StoppedError({ isSoon: true });
    return await handleArchive(arrived, invocation);
  } catch (error) {
    return resultOfError(error);
  }
}

/** @param {unknown} error @returns {AttemptResult} */
export function resultOfError(error) {
  if (isFinal(error) && !isCurable(error)) return { outcome: 'failed', error };
  return { outcome: 'retry', error, isSoon: error instanceof StoppedError && error.isSoon };
}

/**
 * Wrong settings fail every delivery, but somebody can correct them before the platform gives up. If nobody does, the
 * event waits in the dead-letter queue, and the archive is not lost.
 *
 * @param {unknown} error
 */
function isCurable(error) {
  return error instanceof UsageError;
}
