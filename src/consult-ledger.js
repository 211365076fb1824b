import { UsageError } from './errors.js';
import { outdatedPaths, readLedger, writeManifest } from './ledger.js';
import { printable } from './printable.js';

/** @import { Ledger } from './ledger.js' */
/** @import { Manifest } from './manifest.js' */
/** @import { Job, Outcome } from './process-archive.js' */

/**
 * Asks the ledger whether there is anything to do, and whether this job may do it.
 *
 * @param {Job} job
 * @returns {Promise<Ledger | Outcome>} The outcome where there is nothing to do.
 * @throws {UsageError} `usage/place-taken`
 */
export async function consultLedger(job) {
  const { source, destination, recipe, force = false, sequencer = null } = job;
  const ledger = await readLedger(destination, { source, recipeSha256: recipe.sha256, sequencer });
  if (ledger.state === 'superseded') return { result: 'superseded', manifest: null };
  if (ledger.state === 'done' && !force) return { result: 'already-done', manifest: ledger.previous };
  if (ledger.state === 'taken' && !force) throw placeTaken(job, ledger.previous);
  return ledger;
}

/**
 * @param {Job} job
 * @param {Manifest | null} previous
 */
function placeTaken({ source, destination }, previous) {
  return new UsageError(
    'usage/place-taken',
    `${printable(destination.locate(source.place))} holds what came out of another archive, ` +
      `${printable(String(previous?.archive.uri))}; use another destination, or --force to replace it`,
  );
}

/**
 * Writes the manifest, unless a later version was faster: then what this job has published and that version does not
 * have is taken back, since nobody else knows of it.
 *
 * @param {Job} job
 * @param {Manifest} manifest
 * @returns {Promise<Outcome>}
 */
export async function writeDown({ source, destination, recipe, sequencer = null }, manifest) {
  const { place } = source;
  try {
    return { result: 'processed', manifest: await writeManifest(destination, place, manifest) };
  } catch (error) {
    const { previous, state } = await readLedger(destination, { source, recipeSha256: recipe.sha256, sequencer });
    if (state !== 'superseded') throw error;
    for (const path of outdatedPaths(manifest, previous?.entries ?? [], place)) await destination.remove(path);
    return { result: 'superseded', manifest: null };
  }
}
