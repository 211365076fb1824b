import { hasCode } from '../errors.js';
import { outputPath, provenanceOf, rejectedPath } from '../output-paths.js';
import { decodeCheckpoint, encodeCheckpoint, isSameOutput } from './checkpoint.js';

/** @import { Checkpoint } from './checkpoint.js' */
/** @import { Destination } from '../destination/open.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */

/**
 * A job, as far as its checkpoint has to do with it.
 *
 * @typedef {{ source: Source, recipe: Recipe, destination: Destination, force?: boolean | undefined }} ResumableJob
 */

/**
 * Where a job's one checkpoint lies between two turns.
 *
 * @typedef {object} CheckpointStore
 * @property {() => Promise<Buffer | null>} read
 * @property {(bytes: Buffer[]) => Promise<void>} write Replaces what was read or written last; fails with
 *   `storage/conflict` where another job has done so meanwhile.
 * @property {() => Promise<void>} remove Fails with `storage/conflict` where it is not what was read or written last.
 */

/**
 * @typedef {object} Checkpoints
 * @property {(outcome: EntryOutcome) => Checkpoint | null} take The checkpoint of a pending entry, if there is one.
 * @property {(suspended: Suspended, before: Checkpoint | null) => Promise<void>} write `before`: the one that the entry went
 *   on from. Where it cannot be written, outputs that only this job knows of are discarded.
 * @property {(checkpoint: Checkpoint) => Promise<void>} discard Removes it, and what its outputs have left behind.
 * @property {(own: Checkpoint, isPublished: boolean) => Promise<void>} remove To be told of the one that an entry went on
 *   from, when that has come to its end: what its outputs have left behind goes too, unless they are published. Another
 *   job's that is ahead stays.
 * @property {() => Promise<void>} finish Discards the one that no entry has taken.
 */

/** @typedef {Pick<Checkpoint, 'outcome' | 'engine' | 'output' | 'rejected'>} Suspended */

/**
 * Reads the job's checkpoint. One that is damaged, or of another version of the archive, another recipe or another entry,
 * is not gone on from.
 *
 * @param {CheckpointStore} store
 * @param {ResumableJob} job
 * @returns {Promise<Checkpoints>}
 */
export async function openCheckpoints(store, { source, recipe, destination, force = false }) {
  const { uri, etag, versionId, outputFolder } = source;
  const bytes = await store.read();
  /** @type {Checkpoint | null} */
  let found = bytes && decodeCheckpoint(bytes);

  /** @param {Checkpoint} checkpoint */
  const discard = async checkpoint => {
    await discardOutputs(destination, outputFolder, checkpoint);
    await store.remove();
  };
  if (bytes !== null && found === null) await store.remove();
  if (found !== null && (force || !isOf(found, { source, recipe }))) {
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
        // If it was written after all, nothing is left of what it tells of, and its entry starts again.
        await discardOutputs(destination, outputFolder, suspended, before).catch(() => {});
        throw error;
      }
      if (found !== null) await discardOutputs(destination, outputFolder, found);
      found = null;
    },
    discard,
    async remove(own, isPublished) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const there = await store.read();
          /** @type {Checkpoint | null} */
          const other = there && decodeCheckpoint(there);
          // A job at once may have paused in this entry too, with outputs of its own; or be ahead.
          if (other !== null && (other.outcome.path !== own.outcome.path || !isOf(other, { source, recipe }))) return;
          if (other !== null) await discardOutputs(destination, outputFolder, other, isPublished ? own : null);
          return await store.remove();
        } catch (error) {
          if (!hasCode(error, 'storage/conflict')) throw error;
          if (attempt === MAX_TRIES) return;
        }
      }
    },
    async finish() {
      if (found !== null) await discard(found);
    },
  };
}

/**
 * Removes a checkpoint that nobody can go on from any more, because the job was done without it, or its archive cannot
 * be read; and what its outputs have left behind.
 *
 * @param {CheckpointStore} store
 * @param {ResumableJob} job
 * @param {boolean} onlyOwn Whether one of another version of the archive is somebody else's to go on from.
 */
export async function discardCheckpoint(store, { source, recipe, destination }, onlyOwn) {
  const bytes = await store.read();
  if (bytes === null) return;
  /** @type {Checkpoint | null} */
  const found = decodeCheckpoint(bytes);
  if (onlyOwn && !(found && isOf(found, { source, recipe }))) return;
  await destination.begin({ prefixes: [], provenance: provenanceOf(source, recipe.sha256) });
  if (found !== null) await discardOutputs(destination, source.outputFolder, found);
  await store.remove();
}

/**
 * @param {Checkpoint} checkpoint
 * @param {Pick<ResumableJob, 'source' | 'recipe'>} job
 */
function isOf({ archive, recipeSha256 }, { source: { uri, etag, versionId }, recipe }) {
  return (
    archive.uri === uri && archive.etag === etag && archive.versionId === versionId && recipeSha256 === recipe.sha256
  );
}

/**
 * @param {Destination} destination
 * @param {string} outputFolder
 * @param {Pick<Suspended, 'outcome' | 'output' | 'rejected'>} suspended
 * @param {Checkpoint | null} [but] Of the same entry; what it tells of stays.
 */
async function discardOutputs(destination, outputFolder, { outcome, output, rejected }, but) {
  const { path } = outcome;
  if (!isSameOutput(output, but?.output)) await destination.discard(outputPath(outputFolder, path), output);
  if (rejected === null || isSameOutput(rejected, but?.rejected)) return;
  await destination.discard(rejectedPath(outputFolder, path), rejected);
}

// Each time, another job at once has written its own.
const MAX_TRIES = 5;
