import { lacksPassword } from '../archive/password.js';
import { isTableUri } from '../destination/database/table-uri.js';
import { isS3Uri } from '../storage/s3-uri.js';
import { readManifest } from './read-manifest.js';
import { isLater } from './versions.js';

/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { StoredManifest } from './manifest-text.js' */
/** @import { LedgerJob } from './open-ledger.js' */

/**
 * What the manifest at an archive's output folder means for a job.
 *
 * @typedef {object} Found
 * @property {StoredManifest | null} manifest The one that is there.
 * @property {'nothing' | 'done' | 'unfinished' | 'superseded' | 'taken'} state How much of this version and recipe is done,
 *   where rows go into the same database; `superseded` by a later version; `taken` by another archive. Where entries only lacked the password, and the job has one, it
 *   is `unfinished`.
 */

/**
 * @param {Pick<LedgerJob, 'source' | 'destination' | 'recipe' | 'database' | 'sequencer' | 'password' | 'force'>} job
 * @returns {Promise<Found>}
 * @throws {import('../errors.js').UsageError} `usage/bad-manifest`, unless the job is forced.
 */
export async function readLedger(job) {
  const { source, destination, recipe, database, sequencer = null, password = null, force } = job;
  const manifest = await readManifest(destination, source.outputFolder, { force });
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
  // The database's own table of loads says what it already has: it may be the same database by another name.
  const isElsewhere = (/** @type {EntryOutcome} */ { output }) =>
    isTableUri(output) && !output?.startsWith(`${database?.uri}/`);
  if (recipe.needsDatabase && manifest.entries.values().some(isElsewhere)) return { manifest, state: 'nothing' };
  const isUnfinished = status === 'unfinished' || (password !== null && manifest.entries.values().some(awaitsPassword));
  return { manifest, state: isUnfinished ? 'unfinished' : 'done' };
}

/**
 * @param {EntryOutcome} outcome In a manifest that is not unfinished.
 * @returns {boolean} Whether a job with a password tries the entry again.
 */
export function awaitsPassword({ status, error }) {
  return status === 'failed' && lacksPassword(error);
}
