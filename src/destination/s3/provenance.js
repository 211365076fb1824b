import { createHash } from 'node:crypto';

/**
 * What an output was made from: a source version and a recipe; and the archive's place, which says whose it is.
 *
 * @typedef {{ source: string, recipe: string, outputFolder: string }} Provenance
 */

/**
 * User metadata that says what an object was made from, and by which upload. Metadata travels as headers: ASCII only, and
 * 2 KB in all, so a long source becomes its hash.
 *
 * @param {Provenance} provenance
 * @param {string} upload Names this one upload.
 * @returns {Record<string, string>}
 */
export function provenanceMetadata({ source, recipe, outputFolder }, upload) {
  return {
    'sluice-source': headerSafe(source),
    'sluice-recipe': headerSafe(recipe),
    'sluice-place': headerSafe(outputFolder),
    'sluice-upload': upload,
  };
}

/**
 * Whether an object that is there was made from the same: `own` by the same upload, `same` by another one.
 *
 * @param {Record<string, string> | undefined} there
 * @param {Record<string, string>} ours
 * @returns {'own' | 'same' | 'other'}
 */
export function compareProvenance(there, ours) {
  if (there?.['sluice-upload'] === ours['sluice-upload']) return 'own';
  return SAME.every(key => there?.[key] === ours[key]) ? 'same' : 'other';
}

/**
 * Whether an object that is there was made from the same source version and recipe.
 *
 * @param {Record<string, string> | undefined} there
 * @param {Provenance} provenance
 */
export function isOfSame(there, provenance) {
  return compareProvenance(there, provenanceMetadata(provenance, '')) !== 'other';
}

/**
 * Whether an object that is there came out of an archive with another place. Places nest: `x.zip` may hold `y/f.csv`,
 * and `x/y.zip` `f.csv`.
 *
 * @param {Record<string, string> | undefined} there
 * @param {string} outputFolder
 */
export function isOfAnotherFolder(there, outputFolder) {
  const theirs = there?.['sluice-place'];
  return theirs !== undefined && theirs !== headerSafe(outputFolder);
}

/** @param {string} text */
function headerSafe(text) {
  const encoded = encodeURI(text.toWellFormed());
  return encoded.length <= 900 ? encoded : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

const SAME = ['sluice-source', 'sluice-recipe'];
