import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { StorageError } from '../errors.js';
import { markWhole, releaseSpareBlocks } from '../memory/chunk-memory.js';
import { collectGarbage } from '../memory/collect-garbage.js';
import { manifestPath, provenanceOf } from '../output-paths.js';
import { formatManifest } from './format-manifest.js';
import { readManifest } from './read-manifest.js';
import { mergeVersions, supersededBy, withSuperseded } from './superseded.js';
import { isEarlier } from './versions.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { Manifest } from './manifest.js' */

/**
 * Writes the manifest. If another job on the same version and recipe has written first, the one that says more stands (see
 * the table in `open-ledger.js`), with the superseded versions that either of them names.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @param {Manifest} manifest
 * @param {number} [tries]
 * @returns {Promise<Manifest>} The one that is there now.
 * @throws {StorageError} `storage/conflict` if another job's is there, and cannot stand in for this one.
 */
export async function writeManifest(destination, outputFolder, manifest, tries = MAX_TRIES) {
  const path = manifestPath(outputFolder);
  // In the memory of what is written beside an entry's output: a manifest of very many entries may have several parts. They are
  // sent one after the other. To find out its length first, all of it would have to be formatted twice.
  const output = await destination.create(path, { declaredBytes: 0, isSide: true });
  // At the end of very many entries: its part is the last thing that needs much memory.
  releaseSpareBlocks();
  if (manifest.entries.length >= MANY_ENTRIES) collectGarbage(0);
  try {
    await pipeline(encoded(formatManifest(manifest)), output.writable);
    if ((await output.commit()) === 'written') return manifest;
  } catch (error) {
    await output.abort();
    throw error;
  }
  const found = await readManifest(destination, outputFolder);
  const standing = found !== null && isSameVersionAndRecipe(found, manifest) ? whichStands(found, manifest) : 'neither';
  if (found !== null && standing === 'found') return found;
  if (found !== null && standing === 'ours' && tries > 1) {
    const superseded = mergeVersions(supersededBy(found), supersededBy(manifest));
    return writeManifest(destination, outputFolder, withSuperseded(manifest, superseded), tries - 1);
  }
  throw new StorageError('storage/conflict', `another job changed ${output.uri} at the same time; run it again`);
}

/**
 * Encodes into buffers that are freed once they are written: those of a long manifest would pile up. The event loop gets a turn
 * now and then, in which V8 can finish collecting garbage. Not after each: while the claim is written, entries are processed, which
 * takes their share of each turn.
 *
 * @param {Iterable<string>} blocks
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* encoded(blocks) {
  let lastTurn = performance.now();
  for (const block of blocks) {
    yield markWhole(Buffer.from(block));
    if (performance.now() - lastTurn > MAX_BUSY_MS) {
      await setImmediate();
      lastTurn = performance.now();
    }
    collectGarbage();
  }
}

/**
 * Changes what an existing manifest says of its archive. What was done stays as it is.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @param {Manifest} manifest
 * @returns {Promise<Manifest>} The one that is there now.
 * @throws {StorageError} `storage/conflict`
 */
export async function rewriteManifest(destination, outputFolder, manifest) {
  const { archive, recipe } = manifest;
  const provenance = provenanceOf({ ...archive, outputFolder }, recipe.sha256);
  await destination.begin({ prefixes: [], provenance });
  return writeManifest(destination, outputFolder, manifest);
}

/**
 * @param {Manifest} one
 * @param {Manifest} other
 */
function isSameVersionAndRecipe(one, other) {
  return (
    one.archive.etag === other.archive.etag &&
    one.archive.versionId === other.archive.versionId &&
    one.recipe.sha256 === other.recipe.sha256
  );
}

/**
 * Of two manifests for the same version and recipe, which one is to stand where `found` got there first.
 *
 * @param {Manifest} found
 * @param {Manifest} ours
 * @returns {'found' | 'ours' | 'neither'}
 */
function whichStands(found, ours) {
  const theirs = progressOf(found);
  const own = progressOf(ours);
  const canStandIn = theirs.stage === own.stage || theirs.stage === FINISHED;
  if (saysLess(theirs, own) || (canStandIn && isEarlier(found, ours.archive))) return 'ours';
  return canStandIn && found.status !== 'failed' ? 'found' : 'neither';
}

/** @param {Manifest} manifest */
function progressOf({ status, entries, turns = 1 }) {
  if (status !== 'unfinished') return { stage: FINISHED, pending: 0, turns: 0 };
  let pending = 0;
  for (const entry of entries) if (entry.status === 'pending') pending += 1;
  return { stage: pending > 0 ? PUBLISHING : TIDYING, pending, turns };
}

/**
 * @param {ReturnType<typeof progressOf>} theirs
 * @param {ReturnType<typeof progressOf>} own
 */
function saysLess(theirs, own) {
  if (theirs.stage !== own.stage) return theirs.stage < own.stage;
  if (theirs.pending !== own.pending) return theirs.pending > own.pending;
  return theirs.turns < own.turns;
}

// Each superseded version whose event arrives meanwhile may add its name to the manifest.
const MAX_TRIES = 10;
const MAX_BUSY_MS = 10;
/** Their manifest has megabytes, so that a part of its upload takes as much. A collection takes a hundredth of their time. */
const MANY_ENTRIES = 4_000;
/** The stages of a job, in order. */
const [PUBLISHING, TIDYING, FINISHED] = [0, 1, 2];
