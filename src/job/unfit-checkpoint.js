import { discardCheckpoint } from '../checkpoint/discard-checkpoint.js';
import { SluiceError, StorageError } from '../errors.js';
import { printable } from '../printable.js';

/** @import { Checkpoints } from '../checkpoint/checkpoints.js' */
/** @import { Job } from './archive.js' */

/**
 * What ended a job. No archive causes an error without a code, but a checkpoint may: it has the right shape, and yet says what
 * cannot be of this archive. Then it is discarded, and the next attempt begins without it.
 *
 * @param {unknown} error
 * @param {Job} job
 * @param {Promise<Checkpoints> | null} opening Null if the job has not looked for a checkpoint yet.
 * @returns {Promise<unknown>} The same, or `storage/unfit-checkpoint`.
 */
export async function orUnfitCheckpoint(error, job, opening) {
  const checkpoints = error instanceof SluiceError || job.turn === undefined ? null : await opening?.catch(() => null);
  if (!checkpoints?.isResumed) return error;
  try {
    await discardCheckpoint(/** @type {NonNullable<Job['turn']>} */ (job.turn).store, job, true);
  } catch (failure) {
    return failure;
  }
  return new StorageError(
    'storage/unfit-checkpoint',
    `the checkpoint that an earlier turn of ${printable(job.source.uri)} left is not of this archive (${String(error)}), and is removed; ` +
      'run it again, and what it was about begins again',
    { cause: error },
  );
}
