import { createHash } from 'node:crypto';

/** @typedef {{ source: string, recipe: string }} Provenance What an output was made from: a source version, a recipe. */

/**
 * User metadata that says what an object was made from, and by which upload. Metadata travels as headers: ASCII only, and
 * 2 KB in all, so a long source becomes its hash.
 *
 * @param {Provenance} provenance
 * @param {string} upload Names this one upload.
 * @returns {Record<string, string>}
 */
export function provenanceMetadata({ source, recipe }, upload) {
  return { 'sluice-source': headerSafe(source), 'sluice-recipe': headerSafe(recipe), 'sluice-upload': upload };
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
  const isSame = ['sluice-source', 'sluice-recipe'].every(key => there?.[key] === ours[key]);
  return isSame ? 'same' : 'other';
}

/** @param {string} text */
function headerSafe(text) {
  const encoded = encodeURI(text.toWellFormed());
  return encoded.length <= 900 ? encoded : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
