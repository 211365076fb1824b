import { pipeline } from 'node:stream/promises';
import { StorageError } from '../errors.js';
import { addressesOf, manifestPath } from '../output-paths.js';
import { isS3Uri } from '../storage/s3-uri.js';
import { formatManifest, parseManifest } from './manifest-text.js';
import { mergeVersions, supersededBy, withSuperseded } from './superseded.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { Manifest } from './manifest.js' */
/** @import { StoredManifest } from './manifest-text.js' */
/** @import { Source } from '../source/open-source.js' */

/**
 * What was done before at an archive's place.
 *
 * @typedef {object} Ledger
 * @property {StoredManifest | null} previous The manifest that is there.
 * @property {'nothing' | 'done' | 'unfinished' | 'superseded' | 'taken'} state With regard to this version and recipe:
 *   nothing, all of it, a part; or a later version, or another archive, is there already.
 */

/**
 * @param {Destination} destination
 * @param {{ source: Source, recipeSha256: string, sequencer: string | null }} job
 * @returns {Promise<Ledger>}
 */
export async function readLedger(destination, { source, recipeSha256, sequencer }) {
  const previous = await readManifest(destination, source.outputFolder);
  if (previous === null) return { previous, state: 'nothing' };
  if (isLater(previous, source.uri, sequencer)) return { previous, state: 'superseded' };
  const { archive, recipe, status } = previous;
  // The same bytes under another name are the same archive; of a file, the ETag does not tell its bytes.
  const isSameName = archive.uri === source.uri;
  const isSameVersion =
    archive.etag === source.etag && archive.versionId === source.versionId && (isSameName || isS3Uri(source.uri));
  if (!isSameVersion && !isSameName) return { previous, state: 'taken' };
  if (!isSameVersion || recipe.sha256 !== recipeSha256 || status === 'failed') return { previous, state: 'nothing' };
  return { previous, state: status === 'unfinished' ? 'unfinished' : 'done' };
}

/**
 * Writes the manifest. Where another job on the same version and recipe got there first, its manifest stands if that job
 * has come as far, or to its end; it is replaced if it has not, or if only its event was an earlier one. The superseded
 * versions that it names are taken over.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @param {Manifest} manifest
 * @param {number} [tries]
 * @returns {Promise<Manifest>} The one that is there now.
 * @throws {StorageError} `storage/conflict` where somebody else's stands that is not as good as this one.
 */
export async function writeManifest(destination, outputFolder, manifest, tries = MAX_TRIES) {
  const path = manifestPath(outputFolder);
  let declaredBytes = 0;
  for (const block of formatManifest(manifest)) declaredBytes += Buffer.byteLength(block);
  const output = await destination.create(path, { declaredBytes });
  try {
    await pipeline(formatManifest(manifest), output.writable);
    if ((await output.commit()) === 'written') return manifest;
  } catch (error) {
    await output.abort();
    throw error;
  }
  const found = await readManifest(destination, outputFolder);
  if (found !== null && isOfSame(found, manifest)) {
    const [its, ours] = [progressOf(found), progressOf(manifest)];
    const isAsGood = its.stage === ours.stage || its.stage === FINISHED;
    const isBehind = hasLess(its, ours) || (isAsGood && isEarlier(found, manifest.archive));
    if (isBehind && tries > 1) {
      const superseded = mergeVersions(supersededBy(found), supersededBy(manifest));
      return writeManifest(destination, outputFolder, withSuperseded(manifest, superseded), tries - 1);
    }
    if (!isBehind && isAsGood && found.status !== 'failed') return found;
  }
  throw new StorageError('storage/conflict', `another job changed ${output.uri} at the same time; run it again`);
}

/**
 * Changes what a manifest that was read says of the archive, and nothing of what was done.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @param {Manifest} manifest
 * @returns {Promise<Manifest>} The one that is there now.
 * @throws {StorageError} `storage/conflict`
 */
export async function rewriteManifest(destination, outputFolder, manifest) {
  const { versionId, etag } = manifest.archive;
  const provenance = { source: versionId ?? etag, recipe: manifest.recipe.sha256, outputFolder };
  await destination.begin({ prefixes: [], provenance });
  return writeManifest(destination, outputFolder, manifest);
}

/**
 * How far a job has come by its manifest. Of two on the same, the one that is ahead says what the other one cannot.
 *
 * @param {Manifest} manifest
 */
function progressOf({ status, entries, turns = 1 }) {
  if (status !== 'unfinished') return { stage: FINISHED, pending: 0, turns: 0 };
  let pending = 0;
  for (const entry of entries) if (entry.status === 'pending') pending += 1;
  return { stage: pending > 0 ? PUBLISHING : TIDYING, pending, turns };
}

/**
 * @param {ReturnType<typeof progressOf>} its
 * @param {ReturnType<typeof progressOf>} ours
 */
function hasLess(its, ours) {
  if (its.stage !== ours.stage) return its.stage < ours.stage;
  if (its.pending !== ours.pending) return its.pending > ours.pending;
  return its.turns < ours.turns;
}

/**
 * Looks whether the manifest is still the one that gave the right to publish.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @throws {StorageError} `storage/conflict`
 */
export async function holdClaim(destination, outputFolder) {
  const path = manifestPath(outputFolder);
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
 * Something else under the manifest's name counts as no manifest.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @returns {Promise<StoredManifest | null>}
 */
function readManifest(destination, outputFolder) {
  return destination.read(manifestPath(outputFolder), chunks =>
    parseManifest(chunks, addressesOf(destination, outputFolder)),
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
 * Whether a manifest was written for an earlier event of the same key: only those can be compared.
 *
 * @param {Manifest} previous
 * @param {{ uri: string, sequencer: string | null }} event
 */
export function isEarlier({ archive }, { uri, sequencer }) {
  return archive.uri === uri && compareSequencers(archive.sequencer, sequencer) < 0;
}

/**
 * The older versions that this job has to take over from the manifest that it found: those that the manifest knows, and
 * the one that it is of, if that was left. A complete one clears itself away.
 *
 * @param {Manifest | null} previous
 * @param {{ source: Pick<Source, 'uri' | 'versionId' | 'etag'>, sequencer: string | null }} job
 * @returns {string[]} None where it is not certain that they are older.
 */
export function leftBehind(previous, { source, sequencer }) {
  if (previous === null) return [];
  if (isOfVersion(previous, source)) return supersededBy(previous);
  if (!isEarlier(previous, { uri: source.uri, sequencer })) return [];
  const left = previous.status === 'complete' ? [] : [previous.archive.versionId];
  return mergeVersions(supersededBy(previous), left).filter(version => version !== source.versionId);
}

/**
 * What orders this job's version. A job from a terminal has no event; the version keeps what its event's job has noted, or
 * a late event of an older version would be taken for a newer one.
 *
 * @param {Manifest | null} previous
 * @param {{ source: Pick<Source, 'uri' | 'versionId' | 'etag'>, sequencer: string | null }} job
 * @returns {string | null}
 */
export function sequencerOf(previous, { source, sequencer }) {
  return sequencer ?? (previous !== null && isOfVersion(previous, source) ? previous.archive.sequencer : null);
}

/**
 * @param {Manifest} previous
 * @param {Pick<Source, 'uri' | 'versionId' | 'etag'>} source
 */
function isOfVersion({ archive }, { uri, versionId, etag }) {
  return archive.uri === uri && archive.versionId === versionId && archive.etag === etag;
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

// Each older version whose event comes meanwhile may have written its name in between.
const MAX_TRIES = 10;
/** What a job by its manifest is at; the numbers are their order. */
const [PUBLISHING, TIDYING, FINISHED] = [0, 1, 2];
