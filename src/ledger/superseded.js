/** @import { Manifest } from './manifest.js' */

/**
 * The older versions of an archive that a manifest knows were tried and left: what comes of them is superseded once this
 * version is complete.
 *
 * @param {Pick<Manifest, 'archive'> | null} manifest
 * @returns {string[]} Version ids, the oldest first.
 */
export function supersededBy(manifest) {
  return manifest?.archive.superseded ?? [];
}

/**
 * @template {Pick<Manifest, 'archive'>} Kind
 * @param {Kind} manifest
 * @param {string[]} versions Instead of those that it knows. Of too many, the newest are kept.
 * @returns {Kind}
 */
export function withSuperseded(manifest, versions) {
  const { superseded: _, ...archive } = manifest.archive;
  const kept = versions.slice(-MAX_SUPERSEDED);
  return { ...manifest, archive: { ...archive, ...(kept.length > 0 && { superseded: kept }) } };
}

/**
 * @param {string[]} some
 * @param {(string | null)[]} more
 * @returns {string[]} Each once.
 */
export function mergeVersions(some, more) {
  return [...new Set([...some, ...more])].filter(version => version !== null);
}

/** A hundred ids of 32 characters are 4 KB of the manifest. */
const MAX_SUPERSEDED = 100;
