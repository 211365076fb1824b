import { normalForm } from '../../recipe/normal-form.js';

/**
 * Which differences between two names a file system ignores.
 *
 * @typedef {{ case: boolean, form: boolean, invisible: boolean, dots: boolean }} Folding `case` as on Windows and macOS, `form`
 *   (Unicode's) as on macOS; `invisible` characters as on HFS+, and in a folder of ext4 that ignores case; `dots` at a name's end, and
 *   spaces, as on Windows and on FAT.
 */

/**
 * Maps names that such a file system takes for one to the same string.
 *
 * @param {string} name
 * @param {Folding} folding
 * @returns {string}
 */
export function foldName(name, folding) {
  if (ASCII.test(name)) {
    const shorter = folding.dots ? withoutDots(name) : name;
    return folding.case ? shorter.toLowerCase() : shorter;
  }
  const seen = folding.invisible ? name.replace(INVISIBLE, '') : name;
  const visible = folding.dots ? withoutDots(seen) : seen;
  const formed = folding.form ? normalForm(visible, 'NFD') : visible;
  if (!folding.case) return formed;
  // Through upper case, because some letters (σ and ς) have one upper form and several lower ones; and through lower case before, because
  // ẞ is no upper form of ß to JavaScript.
  const folded = formed.toLowerCase().toUpperCase().toLowerCase();
  return folding.form ? normalForm(folded, 'NFD') : folded;
}

/**
 * @param {string} name
 * @returns {string} Without the dots and spaces at the end of each part.
 */
function withoutDots(name) {
  return DOT_AT_END.test(name) ? name.split('/').map(shortened).join('/') : name;
}

/** @param {string} part `..` stays what it is. */
function shortened(part) {
  let end = part.length;
  while (end > 0 && (part[end - 1] === '.' || part[end - 1] === ' ')) end -= 1;
  return end === 0 ? part : part.slice(0, end);
}

const DOT_AT_END = /[. ](?:\/|$)/;
const ASCII = /^[\u0000-\u007f]*$/;
/** Those that ext4 leaves out (the kernel's `fs/unicode`); HFS+ leaves out some of them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
