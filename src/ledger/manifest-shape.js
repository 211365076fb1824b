import { isEntryPath } from '../archive/entry-path.js';
import { checkError } from '../checkpoint/outcome-shape.js';
import { entryNameOf, outputPath, reasonsPath, rejectedPath } from '../output-paths.js';
import { CHARSET, COUNT, check, checkMembers, isObject, isText, list, optional, TEXT } from '../storage/shape.js';

/** @import { Rule } from '../storage/shape.js' */

/*
 * A manifest is input: anybody who may write below the destination may write one. Its paths name files to remove, its version ids
 * archives to delete, its counts and texts come back in the next manifest. So each member has to be what a job writes. Members that
 * later versions added may be missing, and those that a still later one may add lead to nothing here.
 */

/**
 * @param {any} value
 * @returns {boolean} Whether it is meant as a manifest that this version reads.
 */
export function isMeantAsManifest(value) {
  return isObject(value) && value.version === 1;
}

/**
 * Checks all of a manifest but its entries, and the outdated paths, of which there may be as many.
 *
 * @param {any} value It is meant as a manifest.
 * @throws {ShapeFault}
 */
export function checkHead(value) {
  check(value.entries, 'entries', Array.isArray, 'a list');
  checkMembers(value, '', HEAD);
  checkMembers(value.archive, 'archive.', ARCHIVE);
  checkMembers(value.recipe, 'recipe.', { sha256: TEXT });
  for (const name of Object.keys(value.totals ?? {})) check(value.totals[name], `totals.${shown(name)}`, ...COUNT);
  if (value.error) checkError(value.error, 'error');
  if (value.namesLike !== undefined) {
    check(value.namesLike, 'namesLike', isObject, 'an object');
    checkMembers(value.namesLike, 'namesLike.', { charset: CHARSET, example: TEXT });
  }
}

/**
 * @param {unknown} path That a manifest lists as outdated.
 * @param {string} outputFolder The archive's.
 * @throws {ShapeFault}
 */
export function checkOutdated(path, outputFolder) {
  check(path, 'outdated', each => isOwnPath(each, outputFolder), `a path of an output of "${outputFolder}"`);
}

/**
 * The counts of turns only say how long a job has been tried. One that is damaged is no reason not to try it again.
 *
 * @param {{ turns?: unknown, stalledTurns?: unknown }} manifest
 * @returns {object} The manifest without what is no such count.
 */
export function withoutDamagedTurns(manifest) {
  const [isCount] = COUNT;
  const whole = { ...manifest };
  for (const name of /** @type {const} */ (['turns', 'stalledTurns'])) if (!isCount(whole[name])) delete whole[name];
  return whole;
}

/**
 * @param {unknown} path
 * @param {string} outputFolder
 * @returns {boolean} Whether it lies in one of an archive's three folders, under a name that an entry can have.
 */
function isOwnPath(path, outputFolder) {
  if (typeof path !== 'string') return false;
  const name = entryNameOf(path, outputFolder);
  const own = [outputPath, rejectedPath, reasonsPath].map(pathOf => pathOf(outputFolder, name));
  return own.includes(path) && isEntryPath(name);
}

/** @param {string} name */
function shown(name) {
  return name.slice(0, 40);
}

/** @param {unknown} value "null" names whatever object is there in a bucket without versions. */
function isVersionId(value) {
  return typeof value === 'string' && /^[\u0021-\u007e]{1,1024}$/.test(value) && value !== 'null';
}

/** @type {Record<string, Rule>} */
const HEAD = {
  archive: [isObject, 'an object'],
  recipe: [isObject, 'an object'],
  status: [value => ['complete', 'partial', 'unfinished', 'failed'].includes(value), 'a status'],
  totals: optional([isObject, 'an object']),
  durationMs: optional(COUNT),
  peakRssBytes: optional(COUNT),
  error: optional([isObject, 'an object'], null),
  outdated: optional(list(isText, 'a list of paths')),
};
/** @type {Record<string, Rule>} */
const ARCHIVE = {
  uri: TEXT,
  bytes: optional(COUNT),
  etag: TEXT,
  versionId: optional([isVersionId, 'the id of a version'], null),
  sequencer: optional([value => isText(value) && /^[0-9a-f]{1,64}$/i.test(value), 'hexadecimal digits'], null),
  superseded: optional(list(isVersionId, 'a list of ids of versions')),
};
