import { isS3Uri } from '../storage/s3-uri.js';
import { readManifest } from './read-manifest.js';
import { isLater } from './versions.js';

/** @import { StoredManifest } from './manifest-text.js' */
/** @import { LedgerJob } from './open-ledger.js' */

/**
 * What the manifest at an archive's output folder means for a job.
 *
 * @typedef {object} Found
 * @property {StoredManifest | null} previous The manifest that is there.
 * @property {'nothing' | 'done' | 'unfinished' | 'superseded' | 'taken'} state How much of this version and recipe is done;
 *   `superseded` by a later version; `taken` by another archive.
 */

/**
 * @param {Pick<LedgerJob, 'source' | 'destination' | 'recipe' | 'sequencer'>} job
 * @returns {Promise<Found>}
 */
export async function readLedger({ source, destination, recipe, sequencer = null }) {
  const previous = await readManifest(destination, source.outputFolder);
  if (previous === null) return { previous, state: 'nothing' };
  if (isLater(previous, { uri: source.uri, sequencer })) return { previous, state: 'superseded' };
  const { archive, status } = previous;
  const isSameName = archive.uri === source.uri;
  // The same bytes under another name are the same archive. A file's ETag says nothing of its bytes.
  const isSameVersion =
    archive.etag === source.etag && archive.versionId === source.versionId && (isSameName || isS3Uri(source.uri));
  if (!isSameVersion && !isSameName) return { previous, state: 'taken' };
  if (!isSameVersion || previous.recipe.sha256 !== recipe.sha256 || status === 'failed') {
    return { previous, state: 'nothing' };
  }
  return { previous, state: status === 'unfinished' ? 'unfinished' : 'done' };
}
