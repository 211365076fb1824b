import { createHash } from 'node:crypto';

/**
 * What an output is made from: a source version and a recipe, and the archive's output folder, which says whose it is.
 *
 * @typedef {{ readonly source: string, readonly recipe: string, readonly outputFolder: string }} Provenance
 */

/**
 * User metadata that records what an object is made from, and by which upload. Metadata travels as headers, in ASCII and at
 * most 2 KB in all, so a long value is replaced by its hash.
 *
 * @param {Provenance} provenance
 * @param {string} uploadUuid
 * @returns {Record<string, string>}
 */
export function provenanceMetadata(provenance, uploadUuid) {
  const common = COMMON.get(provenance) ?? commonMetadata(provenance);
  COMMON.set(provenance, common);
  return { ...common, 'sluice-upload': uploadUuid };
}

/** @param {Provenance} provenance */
function commonMetadata({ source, recipe, outputFolder }) {
  return {
    'sluice-source': headerSafe(source),
    'sluice-recipe': headerSafe(recipe),
    'sluice-place': headerSafe(outputFolder),
  };
}

/**
 * Compares an object's metadata with ours: it may be of the same upload, or of another upload of the same source version
 * and recipe.
 *
 * @param {Record<string, string> | undefined} there
 * @param {Record<string, string>} ours
 * @returns {'same-upload' | 'same-version' | 'other'}
 */
export function compareProvenance(there, ours) {
  if (there?.['sluice-upload'] === ours['sluice-upload']) return 'same-upload';
  return SAME.every(key => there?.[key] === ours[key]) ? 'same-version' : 'other';
}

/**
 * @param {Record<string, string> | undefined} there
 * @param {Provenance} provenance
 */
export function hasSameSourceAndRecipe(there, provenance) {
  return compareProvenance(there, provenanceMetadata(provenance, '')) !== 'other';
}

/**
 * Whether an object came out of an archive with another output folder. Output folders nest: `x.zip` may hold `y/f.csv`, and
 * `x/y.zip` may hold `f.csv`.
 *
 * @param {Record<string, string> | undefined} there
 * @param {string} outputFolder
 */
export function hasOtherOutputFolder(there, outputFolder) {
  const theirs = there?.['sluice-place'];
  return theirs !== undefined && theirs !== headerSafe(outputFolder);
}

/**
 * Whether an object carries the mark of an archive with this output folder.
 *
 * @param {Record<string, string> | undefined} there
 * @param {string} outputFolder
 */
export function hasSameOutputFolder(there, outputFolder) {
  return there?.['sluice-place'] === headerSafe(outputFolder);
}

/** @param {string} text */
function headerSafe(text) {
  const encoded = encodeURI(text.toWellFormed());
  return encoded.length <= 900 ? encoded : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** What all outputs of a job have in common: found out once. @type {WeakMap<Provenance, ReturnType<typeof commonMetadata>>} */
const COMMON = new WeakMap();
const SAME = ['sluice-source', 'sluice-recipe'];
