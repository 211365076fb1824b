import { outputPath, rejectedFolder, rejectedPath } from '../output-paths.js';

/** @import { Manifest } from './manifest.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */
/** @import { Outcomes } from './outcomes.js' */

/**
 * The paths, at the destination, of what a manifest lists, or has taken over from earlier ones, and the outcomes do not.
 *
 * @param {Manifest | null} previous
 * @param {Outcomes | null} outcomes
 * @param {string} outputFolder
 * @param {(path: string) => string} fold What is the same for two paths that are one file at the destination.
 * @returns {string[]}
 */
export function outdatedPaths(previous, outcomes, outputFolder, fold) {
  /** @type {Set<string>} */
  const outdated = new Set();
  for (const { path, ...outcome } of previous?.entries ?? []) {
    const current = pathsOf(outcomes?.find(path) ?? null, outputFolder);
    for (const listed of pathsOf({ path, ...outcome }, outputFolder))
      if (!current.includes(listed)) outdated.add(listed);
  }
  for (const path of previous?.outdated ?? []) {
    if (!pathsOf(outcomes?.find(nameOf(path, outputFolder)) ?? null, outputFolder).includes(path)) outdated.add(path);
  }
  return outcomes === null ? [...outdated] : withoutOtherNames(outdated, outcomes, outputFolder, fold);
}

/**
 * Where the destination ignores case, "README" is the file that a new version has as "readme".
 *
 * @param {Set<string>} outdated
 * @param {Outcomes} outcomes
 * @param {string} outputFolder
 * @param {(path: string) => string} fold
 */
function withoutOtherNames(outdated, outcomes, outputFolder, fold) {
  if (outdated.size === 0) return [];
  const files = new Set(Array.from(outdated, fold));
  const kept = new Set();
  for (const outcome of outcomes) {
    for (const path of pathsOf(outcome, outputFolder)) if (files.has(fold(path))) kept.add(fold(path));
  }
  return [...outdated].filter(path => !kept.has(fold(path)));
}

/**
 * Where an entry's bytes are. One that is pending may be anywhere that it could come to: whoever worked on it may have
 * been killed, or be at it still.
 *
 * @param {EntryOutcome | null} outcome
 * @param {string} outputFolder
 */
function pathsOf(outcome, outputFolder) {
  if (outcome === null) return [];
  const { path, status, output, rejected } = outcome;
  const isPending = status === 'pending';
  return [
    ...(isPending || output ? [outputPath(outputFolder, path)] : []),
    ...(isPending || rejected ? [rejectedPath(outputFolder, path)] : []),
  ];
}

/**
 * @param {string} path Of an output, or of bad records.
 * @param {string} outputFolder
 * @returns {string} The entry's.
 */
function nameOf(path, outputFolder) {
  const folder = path.startsWith(`${rejectedFolder(outputFolder)}/`) ? rejectedFolder(outputFolder) : outputFolder;
  return path.slice(folder.length + 1);
}
