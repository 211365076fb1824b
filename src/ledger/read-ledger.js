import { isS3Uri } from '../storage/s3-uri.js';
import { readManifest } from './read-manifest.js';
import { isLater } from './versions.js';

/** @import { StoredManifest } from './manifest-text.js' */
/** @import { LedgerJob } from './open-ledger.js' */

/**
 * What the manifest at an archive's output folder means for a job.
 *
 * @typedef {object} Found
 * @property {StoredManifest | null} manifest The one that is there.
 * @property {'nothing' | 'done' | 'unfinished' | 'superseded' | 'taken'} state How much of this version and recipe is done;
 *   `superseded` by a later version; `taken` by another archive.
 */

/**
 * @param {Pick<LedgerJob, 'source' | 'destination' | 'recipe' | 'sequencer'>} job
 * @returns {Promise<Found>}
 */
export async function readLedger({ source, destination, recipe, sequencer = null }) {
  const manifest = await readManifest(destination, source.outputFolder);
  if (manifest === null) return { manifest, state: 'nothing' };
  if (isLater(manifest, { uri: source.uri, sequencer })) return { manifest, state: 'superseded' };
  const { archive, status } = manifest;
  const isSameName = archive.uri === source.uri;
  // The same bytes under another name are the same archive. A file's ETag says nothing of its bytes.
  const isSameVersion =
    archive.etag === source.etag && archive.versionId === source.versionId && (isSameName || isS3Uri(source.uri));
  if (!isSameVersion && !isSameName) return { manifest, state: 'taken' };
  if (!isSameVersion || manifest.recipe.sha256 !== recipe.sha256 || status === 'failed') {
    return { manifest, state: 'nothing' };
  }
  return { manifest, state: status === 'unfinished' ? 'unfinished' : 'done' };
}
