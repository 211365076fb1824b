import { hasCode } from '../errors.js';
import { encodeCheckpoint, isOfEntry, withOwnBytes } from './checkpoint.js';
import { discardOutputs, identityOf, isForJob } from './discard-checkpoint.js';
import { readStored } from './read-stored.js';
import { ANOTHER, lockedError, openWith } from './unlock.js';

/** @import { ArchivePassword } from '../archive/password.js' */
/** @import { ContainerState } from '../container/open-container.js' */
/** @import { Checkpoint, StoredCheckpoint, Suspended, SuspendedLoad } from './checkpoint.js' */
/** @import { Database } from '../destination/database/open.js' */
/** @import { Destination } from '../destination/open.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { CheckpointStore } from './store.js' */

/**
 * A job, as far as its checkpoint is concerned.
 *
 * @typedef {{ source: Source, recipe: Recipe, hashKey?: Buffer | null | undefined,
 *   password?: ArchivePassword | null | undefined, destination: Destination, database?: Pick<Database, 'drop'> | null | undefined,
 *   force?: boolean | undefined }} ResumableJob
 */

/**
 * @typedef {object} Checkpoints
 * @property {boolean} isResumed Whether something of an earlier turn is used.
 * @property {() => boolean} mayTake Whether some entry's checkpoint is there.
 * @property {(pending: EntryOutcome) => Checkpoint | null} take The checkpoint of a pending entry, if there is one.
 * @property {(pending: EntryOutcome) => void} throwIfLocked Call it for an entry whose password seems to be wrong: it fails with a
 *   LockedError if there is a checkpoint of that entry which the password does not open.
 * @property {(isRefused: () => boolean) => void} throwIfListingLocked The same for archives in the archive, once all are listed: it fails if
 *   there is a checkpoint of no entry which the password does not open. `isRefused`: whether the password seems to be wrong for any.
 * @property {(table: { schema: string | null, name: string }) => SuspendedLoad | null} takeLoad The load of a table, if there is one.
 * @property {(suspended: Suspended | null, resumedFrom: Checkpoint | null, load?: SuspendedLoad) => Promise<void>} write Writes an
 *   entry, a load, or both. If this fails, it discards the outputs that only this job knows of: all but those of the checkpoint that the
 *   entry was resumed from.
 * @property {(checkpoint: Checkpoint) => Promise<void>} discard Removes it, and what its outputs left behind.
 * @property {(resumedFrom: Checkpoint, isPublished: boolean) => Promise<void>} removeFinished Removes the checkpoint that a
 *   finished entry was resumed from, and what its outputs left behind, unless they are published. If another job is further,
 *   its checkpoint stays.
 * @property {(load: Pick<SuspendedLoad, 'staged'>) => Promise<void>} removeLoad Removes the checkpoint of a load that has come to its end,
 *   with what outputs of its entries left behind; not one of another load. Drops the rows that are staged, if any are left.
 * @property {() => Promise<void>} discardUntaken Discards the one that no entry has taken.
 * @property {ContainerState | null} container What earlier turns have found out about the archive.
 * @property {(state: () => ContainerState | null) => void} keep Has that state written with each checkpoint from here on.
 * @property {(state?: ContainerState | null) => Promise<void>} writeContainer Writes a state, by default that one, without an
 *   entry, unless there is none or a checkpoint of an entry is in its place.
 */

/**
 * Reads the job's checkpoint. A damaged one, or one of another version, recipe, hash key or entry, is discarded.
 *
 * @param {CheckpointStore} store
 * @param {ResumableJob} job
 * @returns {Promise<Checkpoints>}
 * @throws {LockedError} If it is sealed, and the job has no password. It stays as it is.
 */
export async function openCheckpoints(store, job) {
  const { source, destination, database = null, password = null, force = false } = job;
  const { outputFolder } = source;
  const bytes = await store.read();
  /** @type {StoredCheckpoint | null} */
  let stored = bytes && (await readStored(bytes, outputFolder));
  /** Whether a checkpoint of an entry or a load is stored. */
  let hasWork = stored !== null && hasWorkIn(stored);

  /** @param {StoredCheckpoint} checkpoint */
  const discard = async checkpoint => {
    if (isOfEntry(checkpoint)) await discardOutputs(destination, outputFolder, checkpoint);
    if (checkpoint.load !== undefined) await database?.drop(checkpoint.load.staged);
    await store.remove();
    hasWork = false;
  };
  if (bytes !== null && stored === null) await store.remove();
  if (stored !== null && (force || !isForJob(stored, job))) {
    await discard(stored);
    stored = null;
  }
  let isLocked = false;
  if (stored !== null && 'sealed' in stored) {
    const opened = await openWith(password, /** @type {any} */ (stored), outputFolder);
    isLocked = opened === null;
    stored = opened ?? stored;
  }
  let untaken = stored !== null && isOfEntry(stored) ? stored : null;
  let untakenLoad = isLocked ? null : (stored?.load ?? null);
  let hasContainerOnly = stored !== null && !hasWorkIn(stored);
  /** @type {() => ContainerState | null} */
  let containerState = () => null;

  /**
   * @param {StoredCheckpoint} checkpoint
   * @param {boolean} isEncrypted Whether its entry is.
   */
  const encode = async (checkpoint, isEncrypted) => {
    const { container } = checkpoint;
    const isSecret = isEncrypted || (container?.kind === 'nested' && container.isSecret);
    const key = isSecret ? (password?.current ?? null) : null;
    if (key === null) return encodeCheckpoint(checkpoint);
    // A copy of what is still in use.
    const own = { ...checkpoint, ...(container && { container: withOwnBytes(container) }) };
    const { sealCheckpoint } = await import('./seal.js');
    return encodeCheckpoint(await sealCheckpoint(own, key));
  };

  return {
    isResumed: stored !== null,
    container: withOwnBytes(stored?.container ?? null),
    keep(state) {
      containerState = state;
    },
    async writeContainer(state = containerState()) {
      if (state === null || hasWork) return;
      await store.write(await encode({ ...identityOf(job), container: state }, false));
      hasContainerOnly = true;
    },
    mayTake: () => !isLocked && untaken !== null,
    take(pending) {
      if (isLocked || !isOf(untaken, pending)) return null;
      const taken = untaken;
      untaken = null;
      return taken;
    },
    throwIfLocked(pending) {
      if (isLocked && isOf(untaken, pending)) throw lockedError(pending, ANOTHER);
    },
    throwIfListingLocked(isRefused) {
      if (isLocked && untaken === null && isRefused()) throw lockedError(undefined, ANOTHER);
    },
    takeLoad({ schema, name }) {
      const table = untakenLoad?.table;
      if (table === undefined || table.schema !== schema || table.name !== name) return null;
      const taken = untakenLoad;
      untakenLoad = null;
      return taken;
    },
    async write(suspended, resumedFrom, load) {
      try {
        const container = containerState();
        const checkpoint = /** @type {StoredCheckpoint} */ ({
          ...identityOf(job),
          ...suspended,
          ...(container && { container }),
          ...(load && { load }),
        });
        await store.write(await encode(checkpoint, suspended?.engine.decryption !== undefined));
        hasWork = true;
        hasContainerOnly = false;
      } catch (error) {
        // If it was written after all, its outputs are gone when it is resumed, and its entry starts again.
        if (suspended) await discardOutputs(destination, outputFolder, suspended, resumedFrom).catch(() => {});
        throw error;
      }
      if (untaken !== null) await discardOutputs(destination, outputFolder, untaken);
      if (untakenLoad !== null) await database?.drop(untakenLoad.staged);
      untaken = null;
      untakenLoad = null;
    },
    discard,
    removeFinished: (resumedFrom, isPublished) =>
      removeUnless(async other => {
        // A concurrent job may be further, or may have suspended this entry too, with outputs of its own.
        const { path } = resumedFrom.outcome;
        if (!isOfEntry(other) || other.outcome.path !== path || !isForJob(other, job)) return true;
        await discardOutputs(destination, outputFolder, other, isPublished ? resumedFrom : null);
        return false;
      }),
    async removeLoad({ staged }) {
      await database?.drop(staged);
      await removeUnless(async other => {
        if (other.load?.staged.id !== staged.id) return true;
        if (isOfEntry(other)) await discardOutputs(destination, outputFolder, other);
        return false;
      });
    },
    async discardUntaken() {
      const left = untaken ?? (untakenLoad && { ...identityOf(job), load: untakenLoad });
      if (left !== null) await discard(left);
      else if (hasContainerOnly) await store.remove();
    },
  };

  /**
   * Removes what is stored now.
   *
   * @param {(other: StoredCheckpoint) => Promise<boolean>} mustStay
   */
  async function removeUnless(mustStay) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const there = await store.read();
        const other = there && (await readStored(there, outputFolder));
        if (other !== null && (await mustStay(other))) return;
        await store.remove();
        hasWork = false;
        return;
      } catch (error) {
        if (!hasCode(error, 'storage/conflict')) throw error;
        if (attempt === MAX_TRIES) return;
      }
    }
  }
}

/** @param {StoredCheckpoint} stored */
function hasWorkIn(stored) {
  return isOfEntry(stored) || stored.load !== undefined;
}

/**
 * @param {Checkpoint | null} checkpoint
 * @param {EntryOutcome} pending
 */
function isOf(checkpoint, { path, crc32, action }) {
  const { outcome } = checkpoint ?? {};
  return outcome?.path === path && outcome.crc32 === crc32 && outcome.action === action;
}

// Each time, a concurrent job has written its own.
const MAX_TRIES = 5;
