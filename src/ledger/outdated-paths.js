import { isTableUri } from '../destination/database/table-uri.js';
import { checkpointPath, entryNameOf, manifestPath, outputPath, reasonsPath, rejectedPath } from '../output-paths.js';

/** @import { EntryOutcome } from '../engine/entry-outcome.js' */
/** @import { Manifest } from './manifest.js' */
/** @import { Outcomes } from './outcomes.js' */

/**
 * The paths, at the destination, that a manifest lists, as an entry's or as outdated, and that the outcomes do not use.
 *
 * @param {Manifest | null} manifest
 * @param {Outcomes | null} outcomes
 * @param {string} outputFolder
 * @param {(path: string) => string} fold Gives the same for two paths that are one file at the destination.
 * @returns {string[]}
 */
export function outdatedPaths(manifest, outcomes, outputFolder, fold) {
  /** @type {Set<string>} */
  const outdated = new Set();
  for (const listed of manifest?.entries ?? []) {
    const current = pathsOf(outcomes?.find(listed.path) ?? null, outputFolder);
    for (const path of pathsOf(listed, outputFolder)) if (!current.includes(path)) outdated.add(path);
  }
  for (const path of manifest?.outdated ?? []) {
    const current = pathsOf(outcomes?.find(entryNameOf(path, outputFolder)) ?? null, outputFolder);
    if (!current.includes(path)) outdated.add(path);
  }
  return outcomes === null ? [...outdated] : withoutOtherNames(outdated, outcomes, outputFolder, fold);
}

/**
 * At a destination that ignores case, an old "README" is the same file as a new version's "readme".
 *
 * @param {Set<string>} outdated
 * @param {Outcomes} outcomes
 * @param {string} outputFolder
 * @param {(path: string) => string} fold
 */
function withoutOtherNames(outdated, outcomes, outputFolder, fold) {
  if (outdated.size === 0) return [];
  const files = new Set(Array.from(outdated, fold));
  // At such a destination, nothing that is listed may be the manifest itself.
  const kept = new Set([manifestPath(outputFolder), checkpointPath(outputFolder)].map(fold));
  for (const outcome of outcomes) {
    for (const path of pathsOf(outcome, outputFolder)) if (files.has(fold(path))) kept.add(fold(path));
  }
  return [...outdated].filter(path => !kept.has(fold(path)));
}

/**
 * The paths that an entry uses. A pending one may use all: a job that was killed may have published them, or a concurrent
 * one may do so yet.
 *
 * @param {EntryOutcome | null} outcome
 * @param {string} outputFolder
 */
function pathsOf(outcome, outputFolder) {
  if (outcome === null) return [];
  const { path, status, output, rejected, reasons } = outcome;
  const isPending = status === 'pending';
  return [
    ...(isPending || (output && !isTableUri(output)) ? [outputPath(outputFolder, path)] : []),
    ...(isPending || rejected ? [rejectedPath(outputFolder, path)] : []),
    ...(isPending || reasons ? [reasonsPath(outputFolder, path)] : []),
  ];
}
