import { outputPath, provenanceOf, reasonsPath, rejectedPath } from '../output-paths.js';
import { hashKeyFingerprint } from '../recipe/hash-key.js';
import { isOfEntry, isSameOutput } from './checkpoint.js';
import { readStored } from './read-stored.js';

/** @import { CheckpointIdentity, SuspendedOutputs } from './checkpoint.js' */
/** @import { ResumableJob } from './checkpoints.js' */
/** @import { Destination } from '../destination/open.js' */
/** @import { CheckpointStore } from './store.js' */

/**
 * Removes a checkpoint that nobody can resume from, because the job was done without it or its archive cannot be read; and
 * what its outputs left behind.
 *
 * @param {CheckpointStore} store
 * @param {ResumableJob} job
 * @param {boolean} onlyOwn Whether to keep one of another version, whose job may still resume from it.
 */
export async function discardCheckpoint(store, job, onlyOwn) {
  const { source, recipe, destination, database = null } = job;
  const bytes = await store.read();
  if (bytes === null) return;
  const found = await readStored(bytes, source.outputFolder);
  if (onlyOwn && !(found && isForJob(found, job))) return;
  // S3 objects are removed only if their output folder is that of the provenance.
  await destination.begin({ prefixes: [], provenance: provenanceOf(source, recipe.sha256) });
  if (found !== null && isOfEntry(found)) await discardOutputs(destination, source.outputFolder, found);
  if (found?.load !== undefined) await database?.drop(found.load.staged);
  await store.remove();
}

/**
 * @param {Destination} destination
 * @param {string} outputFolder
 * @param {{ outcome: { path: string } } & SuspendedOutputs} suspended
 * @param {SuspendedOutputs | null} [except] Of the same entry: its outputs stay.
 */
export async function discardOutputs(destination, outputFolder, { outcome, output, rejected, reasons }, except) {
  for (const [place, suspended, kept] of /** @type {const} */ ([
    [outputPath, output, except?.output],
    [rejectedPath, rejected, except?.rejected],
    [reasonsPath, reasons, except?.reasons],
  ])) {
    // A checkpoint of an older version has no reasons.
    if (suspended == null || isSameOutput(suspended, kept)) continue;
    // Its rows are its load's.
    if (suspended.state.storage === 'database') continue;
    await destination.discard(place(outputFolder, outcome.path), suspended);
  }
}

/**
 * What a checkpoint records of its job. Jobs whose recipe needs no key have no fingerprint, as in older versions.
 *
 * @param {Pick<ResumableJob, 'source' | 'recipe' | 'hashKey'>} job
 * @returns {CheckpointIdentity}
 */
export function identityOf({ source: { uri, etag, versionId }, recipe, hashKey }) {
  const fingerprint = hashKeyFingerprint(recipe, hashKey);
  return {
    archive: { uri, etag, versionId },
    recipeSha256: recipe.sha256,
    ...(fingerprint !== null && { hashKeyFingerprint: fingerprint }),
  };
}

/**
 * Whether a checkpoint is of the job's version, recipe and hash key.
 *
 * @param {CheckpointIdentity} checkpoint
 * @param {Pick<ResumableJob, 'source' | 'recipe' | 'hashKey'>} job
 */
export function isForJob({ archive, recipeSha256, hashKeyFingerprint }, job) {
  const own = identityOf(job);
  return (
    archive.uri === own.archive.uri &&
    archive.etag === own.archive.etag &&
    archive.versionId === own.archive.versionId &&
    recipeSha256 === own.recipeSha256 &&
    hashKeyFingerprint === own.hashKeyFingerprint
  );
}
