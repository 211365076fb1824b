import { normalForm } from '../../recipe/normal-form.js';

/**
 * Which differences between two names a file system ignores.
 *
 * @typedef {{ case: boolean, form: boolean }} Folding `case` as on Windows and macOS, `form` (Unicode's) as on macOS.
 */

/**
 * Maps names that such a file system takes for one to the same string.
 *
 * @param {string} name
 * @param {Folding} folding
 * @returns {string}
 */
export function foldName(name, folding) {
  if (ASCII.test(name)) return folding.case ? name.toLowerCase() : name;
  const formed = folding.form ? normalForm(name, 'NFD') : name;
  if (!folding.case) return formed;
  // Through upper case, because some letters (σ and ς) have one upper form and several lower ones; and through lower case before, because
  // ẞ is no upper form of ß to JavaScript.
  const folded = formed.toLowerCase().toUpperCase().toLowerCase();
  return folding.form ? normalForm(folded, 'NFD') : folded;
}

const ASCII = /^[\u0000-\u007f]*$/;
