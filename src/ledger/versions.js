/** @import { Manifest } from './manifest.js' */
/** @import { Source } from '../source/open-source.js' */

/** @typedef {Pick<Manifest, 'archive'>} WithArchive */
/** @typedef {{ uri: string, sequencer: string | null }} ArchiveEvent */
/** @typedef {Pick<Source, 'uri' | 'versionId' | 'etag'>} Version */

/**
 * Whether a manifest was written for a later event of the same key.
 *
 * @param {WithArchive} manifest
 * @param {ArchiveEvent} event
 */
export function isLater({ archive }, { uri, sequencer }) {
  return archive.uri === uri && compareSequencers(archive.sequencer, sequencer) > 0;
}

/**
 * Whether a manifest was written for an earlier event of the same key.
 *
 * @param {WithArchive} manifest
 * @param {ArchiveEvent} event
 */
export function isEarlier({ archive }, { uri, sequencer }) {
  return archive.uri === uri && compareSequencers(archive.sequencer, sequencer) < 0;
}

/**
 * @param {WithArchive} manifest
 * @param {Version} version
 */
export function isForVersion({ archive }, { uri, versionId, etag }) {
  return archive.uri === uri && archive.versionId === versionId && archive.etag === etag;
}

/**
 * The sequencer to record for a job's version. A job from a terminal has none: it keeps the one that is recorded, or a late
 * event of an older version would look newer.
 *
 * @param {WithArchive | null} previous
 * @param {{ source: Version, sequencer?: string | null | undefined }} job
 * @returns {string | null}
 */
export function sequencerOf(previous, { source, sequencer }) {
  return sequencer ?? (previous !== null && isForVersion(previous, source) ? previous.archive.sequencer : null);
}

/**
 * S3's sequencers are hexadecimal numbers, compared from the left as if the shorter one ended in zeros (S3 user guide,
 * "Event message structure").
 *
 * @param {unknown} one
 * @param {unknown} other
 * @returns {number} 0 if either is missing, too.
 */
function compareSequencers(one, other) {
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  const length = Math.max(one.length, other.length);
  const [left, right] = [one, other].map(text => text.toUpperCase().padEnd(length, '0'));
  return Number(left > right) - Number(left < right);
}
