/**
 * Which differences between two names a file system does not see.
 *
 * @typedef {{ case: boolean, form: boolean }} Folding `case` as on Windows and macOS, `form` (Unicode's) as on macOS.
 */

/**
 * What two names have in common that are one file on such a file system.
 *
 * @param {string} name
 * @param {Folding} folding
 * @returns {string}
 */
export function foldName(name, folding) {
  if (ASCII.test(name)) return folding.case ? name.toLowerCase() : name;
  const formed = folding.form ? name.normalize('NFD') : name;
  if (!folding.case) return formed;
  // Through upper case, letters that have several lower ones become one.
  const folded = formed.toUpperCase().toLowerCase();
  return folding.form ? folded.normalize('NFD') : folded;
}

const ASCII = /^[\u0000-\u007f]*$/;
