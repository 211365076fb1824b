import { MANIFEST_NAME } from './archive/guard.js';
import { StorageError } from './errors.js';

/** @import { Destination } from './destination/open-destination.js' */
/** @import { EntryOutcome, Manifest } from './manifest.js' */
/** @import { Source } from './source/open-source.js' */

/**
 * What was done before at an archive's place.
 *
 * @typedef {object} Ledger
 * @property {Manifest | null} previous The manifest that is there.
 * @property {'nothing' | 'done' | 'unfinished' | 'superseded' | 'taken'} state With regard to this version and recipe:
 *   nothing, all of it, a part; or a later version, or another archive, is there already.
 */

/**
 * @param {Destination} destination
 * @param {{ source: Source, recipeSha256: string, sequencer: string | null }} job
 * @returns {Promise<Ledger>}
 */
export async function readLedger(destination, { source, recipeSha256, sequencer }) {
  const previous = parseManifest(await destination.read(manifestPath(source.place)));
  if (previous === null) return { previous, state: 'nothing' };
  if (isLater(previous, source.uri, sequencer)) return { previous, state: 'superseded' };
  const { archive, recipe, status } = previous;
  // The same bytes under another name are the same archive.
  const isSameVersion = archive.etag === source.etag && archive.versionId === source.versionId;
  if (!isSameVersion && archive.uri !== source.uri) return { previous, state: 'taken' };
  if (!isSameVersion || recipe.sha256 !== recipeSha256 || status === 'failed') return { previous, state: 'nothing' };
  return { previous, state: status === 'unfinished' ? 'unfinished' : 'done' };
}

/**
 * Writes the manifest. Another job's manifest for the same version and recipe that got there first is as good, if it
 * is a finished one.
 *
 * @param {Destination} destination
 * @param {string} place
 * @param {Manifest} manifest
 * @param {number} [tries]
 * @returns {Promise<Manifest>} The one that is there now.
 * @throws {StorageError}
 */
export async function writeManifest(destination, place, manifest, tries = MAX_TRIES) {
  const path = manifestPath(place);
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const output = await destination.create(path, { declaredBytes: bytes.length });
  try {
    await new Promise((resolve, reject) => {
      output.writable.on('error', reject);
      output.writable.end(bytes, () => resolve(undefined));
    });
    if ((await output.commit()) === 'written') return manifest;
  } catch (error) {
    await output.abort();
    throw error;
  }
  const found = parseManifest(await destination.read(path));
  const other = found !== null && isOfSame(found, manifest) ? found : null;
  const isOlder = other !== null && isEarlier(other, manifest.archive);
  if (!isOlder && (other?.status === 'complete' || other?.status === 'partial')) return other;
  // Another job on the same has only begun, or stopped: what is finished replaces it, else the one is as good as the other.
  if (!isOlder && other?.status === 'unfinished' && manifest.status === 'unfinished') return other;
  if ((isOlder || other?.status === 'unfinished') && tries > 1)
    return writeManifest(destination, place, manifest, tries - 1);
  throw new StorageError('storage/conflict', `another job changed ${output.uri} at the same time; run it again`);
}

/**
 * Looks whether the manifest is still the one that gave the right to publish.
 *
 * @param {Destination} destination
 * @param {string} place
 * @throws {StorageError} `storage/conflict`
 */
export async function holdClaim(destination, place) {
  const path = manifestPath(place);
  if (await destination.isOurs(path)) return;
  throw new StorageError('storage/conflict', `another job changed ${destination.locate(path)} meanwhile; run it again`);
}

/**
 * @param {Manifest} one
 * @param {Manifest} other
 */
function isOfSame(one, other) {
  return (
    one.archive.etag === other.archive.etag &&
    one.archive.versionId === other.archive.versionId &&
    one.recipe.sha256 === other.recipe.sha256
  );
}

/**
 * The paths, at the destination, of what a manifest lists, or has taken over from earlier ones, and the outcomes do not.
 *
 * @param {Manifest | null} previous
 * @param {EntryOutcome[]} outcomes
 * @param {string} place
 * @returns {string[]}
 */
export function outdatedPaths(previous, outcomes, place) {
  if (previous === null) return [];
  const current = new Set(outcomes.flatMap(outcome => pathsOf(outcome, place)));
  const listed = previous.entries.flatMap(outcome => pathsOf(outcome, place));
  return [...new Set([...listed, ...(previous.outdated ?? [])])].filter(path => !current.has(path));
}

/**
 * Where an entry's bytes are. One that is pending may be anywhere that it could come to: whoever worked on it may have
 * been killed, or be at it still.
 *
 * @param {EntryOutcome} outcome
 * @param {string} place
 */
function pathsOf({ path, status, output, rejected }, place) {
  if (status === 'pending') return [outputPath(place, path), rejectedPath(place, path)];
  return [...(output ? [outputPath(place, path)] : []), ...(rejected ? [rejectedPath(place, path)] : [])];
}

/** @param {string} place */
function manifestPath(place) {
  return `${place}/${MANIFEST_NAME}`;
}

/**
 * @param {string} place
 * @param {string} name
 */
export function outputPath(place, name) {
  return `${place}/${name}`;
}

/**
 * Apart from the outputs: bad records hold what the recipe drops, and get permissions of their own.
 *
 * @param {string} place
 * @param {string} name
 */
export function rejectedPath(place, name) {
  return `${rejectedPlace(place)}/${name}`;
}

/** @param {string} place */
export function rejectedPlace(place) {
  return `${REJECTED_FOLDER}/${place}`;
}

/**
 * Something else under the manifest's name counts as no manifest.
 *
 * @param {Buffer | null} bytes
 * @returns {Manifest | null}
 */
function parseManifest(bytes) {
  if (bytes === null) return null;
  try {
    const value = JSON.parse(bytes.toString());
    return isManifest(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * As far as it is relied on: its paths are those of files to remove.
 *
 * @param {any} value
 * @returns {value is Manifest}
 */
function isManifest(value) {
  const { version, archive, recipe, entries, outdated = [] } = value;
  const isPath = (/** @type {unknown} */ path) => typeof path === 'string' && !path.split('/').includes('..');
  return (
    version === 1 &&
    archive &&
    recipe &&
    entries.every((/** @type {any} */ { path }) => isPath(path)) &&
    outdated.every(isPath)
  );
}

/**
 * Whether a manifest is of a later version under the same key.
 *
 * @param {Manifest} previous
 * @param {string} uri
 * @param {string | null} sequencer
 */
function isLater({ archive }, uri, sequencer) {
  return archive.uri === uri && compareSequencers(archive.sequencer, sequencer) > 0;
}

/**
 * Whether a manifest was written for an earlier event.
 *
 * @param {Manifest} previous
 * @param {{ sequencer?: string | null }} event
 */
export function isEarlier({ archive }, { sequencer = null }) {
  return compareSequencers(archive.sequencer, sequencer) < 0;
}

/**
 * S3's sequencers are hexadecimal numbers, compared from the left as if the shorter one ended in zeros (S3 user guide,
 * "Event message structure").
 *
 * @param {unknown} one
 * @param {unknown} other
 * @returns {number} 0 also where one of them is missing.
 */
function compareSequencers(one, other) {
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  const length = Math.max(one.length, other.length);
  const [left, right] = [one, other].map(text => text.toUpperCase().padEnd(length, '0'));
  return Number(left > right) - Number(left < right);
}

/** What is beneath a destination beside the archives' places. */
export const REJECTED_FOLDER = '_rejected';

const MAX_TRIES = 3;
