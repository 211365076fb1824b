import { hasCode } from '../errors.js';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.js';
import { discardOutputs, identityOf, isForJob } from './discard-checkpoint.js';

/** @import { Checkpoint, Suspended } from './checkpoint.js' */
/** @import { Destination } from '../destination/open.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */

/**
 * A job, as far as its checkpoint is concerned.
 *
 * @typedef {{ source: Source, recipe: Recipe, hashKey?: Buffer | null | undefined, destination: Destination,
 *   force?: boolean | undefined }} ResumableJob
 */

/**
 * Keeps a job's one checkpoint between two turns.
 *
 * @typedef {object} CheckpointStore
 * @property {() => Promise<Buffer | null>} read
 * @property {(bytes: Buffer[]) => Promise<void>} write Replaces what was last read or written; fails with
 *   `storage/conflict` if another job has replaced it meanwhile.
 * @property {() => Promise<void>} remove Fails with `storage/conflict` if it is not what was last read or written.
 */

/**
 * @typedef {object} Checkpoints
 * @property {(pending: EntryOutcome) => Checkpoint | null} take The checkpoint of a pending entry, if there is one.
 * @property {(suspended: Suspended, resumedFrom: Checkpoint | null) => Promise<void>} write If this fails, it discards the
 *   outputs that only this job knows of: all but those of the checkpoint that the entry was resumed from.
 * @property {(checkpoint: Checkpoint) => Promise<void>} discard Removes it, and what its outputs left behind.
 * @property {(resumedFrom: Checkpoint, isPublished: boolean) => Promise<void>} removeFinished Removes the checkpoint that a
 *   finished entry was resumed from, and what its outputs left behind, unless they are published. If another job is further,
 *   its checkpoint stays.
 * @property {() => Promise<void>} discardUntaken Discards the one that no entry has taken.
 */

/**
 * Reads the job's checkpoint. A damaged one, or one of another version, recipe, hash key or entry, is discarded.
 *
 * @param {CheckpointStore} store
 * @param {ResumableJob} job
 * @returns {Promise<Checkpoints>}
 */
export async function openCheckpoints(store, job) {
  const { source, destination, force = false } = job;
  const { outputFolder } = source;
  const bytes = await store.read();
  /** @type {Checkpoint | null} */
  let untaken = bytes && decodeCheckpoint(bytes);

  /** @param {Checkpoint} checkpoint */
  const discard = async checkpoint => {
    await discardOutputs(destination, outputFolder, checkpoint);
    await store.remove();
  };
  if (bytes !== null && untaken === null) await store.remove();
  if (untaken !== null && (force || !isForJob(untaken, job))) {
    await discard(untaken);
    untaken = null;
  }

  return {
    take({ path, crc32, action }) {
      const { outcome } = untaken ?? {};
      if (outcome?.path !== path || outcome.crc32 !== crc32 || outcome.action !== action) return null;
      const taken = untaken;
      untaken = null;
      return taken;
    },
    async write(suspended, resumedFrom) {
      try {
        await store.write(encodeCheckpoint({ ...identityOf(job), ...suspended }));
      } catch (error) {
        // If it was written after all, its outputs are gone when it is resumed, and its entry starts again.
        await discardOutputs(destination, outputFolder, suspended, resumedFrom).catch(() => {});
        throw error;
      }
      if (untaken !== null) await discardOutputs(destination, outputFolder, untaken);
      untaken = null;
    },
    discard,
    async removeFinished(resumedFrom, isPublished) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const there = await store.read();
          /** @type {Checkpoint | null} */
          const other = there && decodeCheckpoint(there);
          // A concurrent job may be further, or may have suspended this entry too, with outputs of its own.
          if (other !== null && (other.outcome.path !== resumedFrom.outcome.path || !isForJob(other, job))) return;
          if (other !== null) await discardOutputs(destination, outputFolder, other, isPublished ? resumedFrom : null);
          return await store.remove();
        } catch (error) {
          if (!hasCode(error, 'storage/conflict')) throw error;
          if (attempt === MAX_TRIES) return;
        }
      }
    },
    async discardUntaken() {
      if (untaken !== null) await discard(untaken);
    },
  };
}

// Each time, a concurrent job has written its own.
const MAX_TRIES = 5;
