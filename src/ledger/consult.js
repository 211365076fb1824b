import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { isEarlier, readLedger, rewriteManifest, writeManifest } from './ledger.js';
import { outdatedPaths } from './outdated-paths.js';

/** @import { Ledger } from './ledger.js' */
/** @import { Manifest } from './manifest.js' */
/** @import { Destination } from '../destination/open.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */

/**
 * A job, as far as the ledger knows it.
 *
 * @typedef {object} LedgerJob
 * @property {Source} source
 * @property {Destination} destination
 * @property {Recipe} recipe
 * @property {boolean} [force] Also what was done before.
 * @property {string | null} [sequencer] The event's, which orders the versions of one key.
 */

/**
 * @typedef {object} Outcome
 * @property {'processed' | 'already-done' | 'superseded'} result
 * @property {Manifest | null} manifest The one that is there; null where a later version's is (`superseded`).
 */

/**
 * Asks the ledger whether there is anything to do, and whether this job may do it.
 *
 * @param {LedgerJob} job
 * @returns {Promise<Ledger | Outcome>} The outcome where there is nothing to do.
 * @throws {UsageError} `usage/place-taken`
 */
export async function consultLedger(job) {
  const { source, destination, recipe, force = false, sequencer = null } = job;
  const ledger = await readLedger(destination, { source, recipeSha256: recipe.sha256, sequencer });
  if (ledger.state === 'superseded') return { result: 'superseded', manifest: null };
  const { previous } = ledger;
  if (ledger.state === 'done' && previous !== null && !force) {
    return {
      result: 'already-done',
      manifest: isEarlier(previous, { uri: source.uri, sequencer }) ? await bringForward(job, previous) : previous,
    };
  }
  if (ledger.state === 'taken' && !force) throw placeTaken(job, ledger.previous);
  return ledger;
}

/**
 * The same bytes have come again, after others perhaps, whose job may still be at it: from now on that one is too late.
 *
 * @param {LedgerJob} job
 * @param {Manifest} previous
 * @returns {Promise<Manifest | null>}
 */
async function bringForward(job, previous) {
  const { source, destination, sequencer = null } = job;
  const archive = { ...previous.archive, sequencer };
  return rewriteManifest(destination, source.outputFolder, { ...previous, archive });
}

/**
 * @param {LedgerJob} job
 * @param {Manifest | null} previous
 */
function placeTaken({ source, destination }, previous) {
  // Anybody may have written it.
  const uri = /** @type {unknown} */ (previous?.archive.uri);
  return new UsageError(
    'usage/place-taken',
    `${printable(destination.locate(source.outputFolder))} holds what came out of another archive` +
      `${typeof uri === 'string' ? `, ${printable(uri)}` : ''}; use another destination, or --force to replace it`,
  );
}

/**
 * Writes the manifest, unless a later version was faster: then what this job has published and that version does not
 * have is taken back, since nobody else knows of it.
 *
 * @param {LedgerJob} job
 * @param {Manifest} manifest
 * @returns {Promise<Outcome>}
 */
export async function writeDown({ source, destination, recipe, sequencer = null }, manifest) {
  const { outputFolder } = source;
  try {
    return { result: 'processed', manifest: await writeManifest(destination, outputFolder, manifest) };
  } catch (error) {
    const { previous, state } = await readLedger(destination, { source, recipeSha256: recipe.sha256, sequencer });
    if (state !== 'superseded') throw error;
    const outdated = outdatedPaths(manifest, previous?.entries ?? null, outputFolder, destination.fold);
    for await (const path of destination.present(outdated)) await destination.removeOwn(path);
    return { result: 'superseded', manifest: null };
  }
}

/**
 * Whether another job on the same has come to its end meanwhile: in a folder, where there is no compare-and-swap, a
 * manifest of what this one did would take the place of its.
 *
 * @param {LedgerJob} job
 * @returns {Promise<boolean>}
 */
export async function isDoneByNow({ source, destination, recipe, sequencer = null, force = false }) {
  if (force || destination.isConditional) return false;
  const ledger = await readLedger(destination, { source, recipeSha256: recipe.sha256, sequencer }).catch(() => null);
  return ledger?.state === 'done';
}
