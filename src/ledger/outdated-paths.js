import { checkpointPath, entryNameOf, manifestPath, outputPath, reasonsPath, rejectedPath } from '../output-paths.js';
import { Turns } from '../streams/turns.js';
import { HAS_OUTPUT, HAS_REASONS, HAS_REJECTED } from './outcomes.js';

/** @import { FrozenOutcomes } from './frozen-outcomes.js' */
/** @import { Outcomes } from './outcomes.js' */

/**
 * The paths, at the destination, that a manifest lists, as an entry's or as outdated, and that the outcomes do not use.
 *
 * @param {{ entries: Outcomes | FrozenOutcomes, outdated?: string[] } | null} manifest
 * @param {Outcomes | FrozenOutcomes | null} outcomes
 * @param {string} outputFolder
 * @param {(path: string) => string} fold Gives the same for two paths that are one file at the destination.
 * @returns {Promise<string[]>}
 */
export async function outdatedPaths(manifest, outcomes, outputFolder, fold) {
  /** @type {Set<string>} */
  const outdated = new Set();
  const turns = new Turns();
  const usesNow = (/** @type {string} */ name) => {
    const index = outcomes?.paths.find(name) ?? -1;
    return index === -1 ? 0 : (outcomes?.uses(index) ?? 0);
  };
  for (const [name, uses] of manifest === null ? [] : usesOf(manifest.entries)) {
    await turns.before(WORK_OF_A_NAME);
    for (const path of pathsOf(name, uses & ~usesNow(name), outputFolder)) outdated.add(path);
  }
  for (const path of manifest?.outdated ?? []) {
    await turns.before(WORK_OF_A_NAME);
    const name = entryNameOf(path, outputFolder);
    if (!pathsOf(name, usesNow(name), outputFolder).includes(path)) outdated.add(path);
  }
  return outcomes === null ? [...outdated] : withoutOtherNames(outdated, outcomes, outputFolder, fold, turns);
}

/**
 * At a destination that ignores case, an old "README" is the same file as a new version's "readme".
 *
 * @param {Set<string>} outdated
 * @param {Outcomes | FrozenOutcomes} outcomes
 * @param {string} outputFolder
 * @param {(path: string) => string} fold
 * @param {Turns} turns
 */
async function withoutOtherNames(outdated, outcomes, outputFolder, fold, turns) {
  if (outdated.size === 0) return [];
  /** @type {Set<string>} */
  const files = new Set();
  for (const path of outdated) {
    await turns.before(WORK_OF_A_NAME);
    files.add(fold(path));
  }
  // At such a destination, nothing that is listed may be the manifest itself.
  const kept = new Set([manifestPath(outputFolder), checkpointPath(outputFolder)].map(fold));
  for (const [name, uses] of usesOf(outcomes)) {
    await turns.before(WORK_OF_A_NAME);
    for (const path of pathsOf(name, uses, outputFolder)) if (files.has(fold(path))) kept.add(fold(path));
  }
  /** @type {string[]} */
  const others = [];
  for (const path of outdated) {
    await turns.before(WORK_OF_A_NAME);
    if (!kept.has(fold(path))) others.push(path);
  }
  return others;
}

/**
 * Without an object for each entry: there may be very many.
 *
 * @param {Outcomes | FrozenOutcomes} outcomes
 * @returns {Generator<[name: string, uses: number], void>}
 */
function* usesOf(outcomes) {
  for (let index = 0; index < outcomes.length; index++) yield [outcomes.paths.get(index), outcomes.uses(index)];
}

/**
 * @param {string} name An entry's.
 * @param {number} uses As `Outcomes.uses()` says.
 * @param {string} outputFolder
 */
function pathsOf(name, uses, outputFolder) {
  return [
    ...(uses & HAS_OUTPUT ? [outputPath(outputFolder, name)] : []),
    ...(uses & HAS_REJECTED ? [rejectedPath(outputFolder, name)] : []),
    ...(uses & HAS_REASONS ? [reasonsPath(outputFolder, name)] : []),
  ];
}

/** To look for its paths takes as long as to look at so many characters. */
const WORK_OF_A_NAME = 64;
