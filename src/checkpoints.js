import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.js';
import { StorageError } from './errors.js';
import { outputPath, rejectedPath } from './output-paths.js';

/** @import { Checkpoint } from './checkpoint.js' */
/** @import { EntryOutcome } from './manifest.js' */
/** @import { Job } from './process-archive.js' */

/**
 * Where a job's one checkpoint lies between two turns.
 *
 * @typedef {object} CheckpointStore
 * @property {() => Promise<Buffer | null>} read
 * @property {(bytes: Buffer[]) => Promise<void>} write Replaces what was read or written last; fails with
 *   `storage/conflict` where another job has done so meanwhile.
 * @property {() => Promise<void>} remove
 */

/**
 * @typedef {object} Checkpoints
 * @property {(outcome: EntryOutcome) => Checkpoint | null} take The checkpoint of a pending entry, if there is one.
 * @property {(suspended: Suspended, before: Checkpoint | null) => Promise<void>} write `before`: the one that the entry went
 *   on from. Where another job was faster, outputs that only this one knows of are discarded.
 * @property {(checkpoint: Suspended) => Promise<void>} discard Removes it, and what its outputs have left behind.
 * @property {() => Promise<void>} remove
 */

/** @typedef {Pick<Checkpoint, 'outcome' | 'engine' | 'output' | 'rejected'>} Suspended */

/**
 * Reads the job's checkpoint. One that is damaged, or of another version of the archive, another recipe or another entry,
 * is not gone on from.
 *
 * @param {CheckpointStore} store
 * @param {Job} job
 * @returns {Promise<Checkpoints>}
 */
export async function openCheckpoints(store, { source, recipe, destination, force = false }) {
  const { uri, etag, versionId, place } = source;
  const bytes = await store.read();
  /** @type {Checkpoint | null} */
  let found = bytes && decodeCheckpoint(bytes);

  /** @param {Pick<Suspended, 'outcome' | 'output' | 'rejected'>} suspended */
  const discardOutputs = async ({ outcome, output, rejected }) => {
    await destination.discard(outputPath(place, outcome.path), output);
    if (rejected !== null) await destination.discard(rejectedPath(place, outcome.path), rejected);
  };
  /** @type {Checkpoints['discard']} */
  const discard = async suspended => {
    await discardOutputs(suspended);
    await store.remove();
  };
  /** @param {Checkpoint} checkpoint */
  const isCurrent = ({ archive, recipeSha256 }) =>
    archive.uri === uri &&
    archive.etag === etag &&
    archive.versionId === versionId &&
    recipeSha256 === recipe.sha256 &&
    !force;
  if (found !== null && !isCurrent(found)) {
    await discard(found);
    found = null;
  }

  return {
    take({ path, crc32, action }) {
      const { outcome } = found ?? {};
      if (outcome?.path !== path || outcome.crc32 !== crc32 || outcome.action !== action) return null;
      const taken = found;
      found = null;
      return taken;
    },
    async write(suspended, before) {
      const archive = { uri, etag, versionId };
      try {
        await store.write(encodeCheckpoint({ archive, recipeSha256: recipe.sha256, ...suspended }));
      } catch (error) {
        if (before === null && isConflict(error)) await discardOutputs(suspended);
        throw error;
      }
    },
    discard,
    remove: store.remove,
  };
}

/** @param {unknown} error */
function isConflict(error) {
  return error instanceof StorageError && error.code === 'storage/conflict';
}
