import { isEarlier, isForVersion } from './versions.js';

/** @import { WithArchive, Version } from './versions.js' */

/**
 * The older versions that a job takes over from the manifest that it found: those that the manifest names, and the
 * manifest's own, unless it is complete and so clears itself away.
 *
 * @param {(WithArchive & { status: string }) | null} previous
 * @param {{ source: Version, sequencer?: string | null | undefined }} job
 * @returns {string[]} None if they are not certainly older.
 */
export function inheritedVersions(previous, { source, sequencer = null }) {
  if (previous === null) return [];
  if (isForVersion(previous, source)) return supersededBy(previous);
  if (!isEarlier(previous, { uri: source.uri, sequencer })) return [];
  const left = previous.status === 'complete' ? [] : [previous.archive.versionId];
  return mergeVersions(supersededBy(previous), left).filter(version => version !== source.versionId);
}

/**
 * The older versions that a manifest names: they were not finished, and are cleared away once this version is complete.
 *
 * @param {WithArchive | null} manifest
 * @returns {string[]} Version ids, the oldest first.
 */
export function supersededBy(manifest) {
  // More than a job writes were written by somebody else, and each is looked for.
  return manifest?.archive.superseded?.slice(-MAX_SUPERSEDED) ?? [];
}

/**
 * @template {WithArchive} Kind
 * @param {Kind} manifest
 * @param {string[]} versions Replaces those that it names. If there are too many, the newest are kept.
 * @returns {Kind}
 */
export function withSuperseded(manifest, versions) {
  const { superseded: _, ...archive } = manifest.archive;
  const kept = versions.slice(-MAX_SUPERSEDED);
  return { ...manifest, archive: { ...archive, ...(kept.length > 0 && { superseded: kept }) } };
}

/**
 * @param {string[]} some
 * @param {(string | null | undefined)[]} more
 * @returns {string[]} Without duplicates.
 */
export function mergeVersions(some, more) {
  return [...new Set([...some, ...more])].filter(version => version != null);
}

/** A hundred ids of 32 characters are 4 KB of the manifest. */
const MAX_SUPERSEDED = 100;
