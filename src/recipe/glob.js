import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';
import { foldCase, parseGlob, STAR } from './parse-glob.js';

/** @import { Token } from './parse-glob.js' */

/**
 * Compiles a glob for paths with `/` between their names. It supports `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}`, `**` as a
 * whole name, a leading `!`, and `\` before a special character. It ignores case and differences in Unicode
 * normalisation, and a leading dot is a character like any other.
 *
 * Paths come from archives, so matching takes time proportional to the product of both lengths at most. A regular
 * expression for `*_*_*_*.csv` would take 16 seconds to refuse a thousand underscores.
 *
 * @param {string} glob
 * @param {string} key The path of the recipe's key, for the error.
 * @param {{ left: number }} [room] How many characters the recipe's globs may still have, with their braces written out.
 * @returns {(path: string) => boolean}
 * @throws {RecipeError} `recipe/wrong-value`
 */
export function compileGlob(glob, key, room = { left: Number.POSITIVE_INFINITY }) {
  /** @param {string} problem @returns {never} */
  const refuse = problem => {
    throw new RecipeError('recipe/wrong-value', `${key} is ${printable(JSON.stringify(glob))}, a glob ${problem}`);
  };
  const { negated, alternatives } = parseGlob(glob, refuse);
  for (const name of alternatives.flat()) room.left -= typeof name === 'symbol' ? 1 : name.length + 1;
  if (room.left < 0)
    refuse(`beyond the ${GLOBS_LENGTH} characters of all globs once their braces are written out: use fewer`);
  return path => {
    const names = namesIn(path);
    return alternatives.some(alternative => matches(alternative, names, matchesName)) !== negated;
  };
}

/**
 * Whether a glob may match a path below a folder.
 *
 * @param {string} glob One that `compileGlob` takes.
 * @param {string} folder
 * @returns {boolean}
 */
export function mayMatchBelow(glob, folder) {
  const { negated, alternatives } = parseGlob(glob, problem => {
    throw new Error(problem);
  });
  const names = namesIn(folder);
  return negated || alternatives.some(alternative => reachesBelow(alternative, names));
}

/**
 * Whether something is left of a pattern when its first names have matched a folder's.
 *
 * @param {(Token[] | symbol)[]} pattern
 * @param {string[][]} folder
 */
function reachesBelow(pattern, folder) {
  let places = new Set([0]);
  for (const name of folder) {
    /** @type {Set<number>} */
    const next = new Set();
    // Grows in the loop: a star may also stand for no name.
    for (const place of places) {
      if (pattern[place] === STAR) {
        next.add(place);
        places.add(place + 1);
      } else if (place < pattern.length && matchesName(pattern[place], name)) next.add(place + 1);
    }
    places = next;
  }
  return [...places].some(place => place < pattern.length);
}

/**
 * Folds the names of a path. All rules of a recipe ask for the same one.
 *
 * @param {string} path
 */
function namesIn(path) {
  if (path !== last.path) {
    last = { path, names: path.split('/').map(name => Array.from(name.normalize('NFC'), foldCase)) };
  }
  return last.names;
}

/** @type {{ path: string, names: string[][] }} */
let last = { path: '', names: [[]] };

/**
 * @param {Token[] | symbol} name
 * @param {string[]} characters
 */
function matchesName(name, characters) {
  return matches(/** @type {Token[]} */ (name), characters, (token, character) =>
    typeof token === 'function' ? token(character) : token === character,
  );
}

/**
 * Whether a pattern with stars matches an entire list. On a mismatch, only the last star takes one more item: each
 * earlier star has taken the fewest items possible, so it need not be tried again.
 *
 * @template P, I
 * @param {(P | symbol)[]} pattern
 * @param {I[]} items
 * @param {(part: P | symbol, item: I) => boolean} fits
 */
function matches(pattern, items, fits) {
  let part = 0;
  let item = 0;
  let star = -1;
  let starItem = 0;
  while (item < items.length) {
    const current = pattern[part];
    if (current === STAR) {
      star = part++;
      starItem = item;
    } else if (current !== undefined && fits(current, /** @type {I} */ (items[item]))) {
      part++;
      item++;
    } else if (star >= 0) {
      part = star + 1;
      item = ++starItem;
    } else return false;
  }
  while (pattern[part] === STAR) part++;
  return part === pattern.length;
}

/** Of all globs of a recipe: as many as its rules may have without braces. */
export const GLOBS_LENGTH = 1024 * 1024;
