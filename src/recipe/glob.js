import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';
import { normalForm } from './normal-form.js';
import { foldCase, parseGlob, rangesOf, STAR } from './parse-glob.js';
import { matchSegments, segmentsOf } from './segments.js';

/** @import { Token } from './parse-glob.js' */

/**
 * Compiles a glob for paths with `/` between their names. It supports `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}`, `**` as a
 * whole name, a leading `!`, and `\` before a special character. It ignores case and differences in Unicode
 * normalisation, and a leading dot is a character like any other.
 *
 * Paths come from archives, so matching takes time proportional to the product of both lengths at most, and hardly ever to more
 * than a 32nd of it. A regular expression for `*_*_*_*.csv` would take 16 seconds to refuse a thousand underscores.
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
  room.left -= (alternatives.length - 1) * LENGTH_OF_AN_ALTERNATIVE;
  for (const name of alternatives.flat()) room.left -= typeof name === 'symbol' ? 1 : lengthOf(name);
  if (room.left < 0)
    refuse(
      `beyond the ${GLOBS_LENGTH} characters of all globs once their braces are written out (names with special characters, and sets, count for more): use fewer`,
    );
  const paths = alternatives.map(names =>
    segmentsOf(names.map(name => (typeof name === 'symbol' ? name : compileName(name)))),
  );
  return path => {
    const names = namesIn(path);
    return paths.some(segments => matchSegments(segments, names, matchesName)) !== negated;
  };
}

/**
 * @param {Token[]} name
 * @returns {CompiledName} One without special characters is a text, which takes a tenth of the memory.
 */
function compileName(name) {
  return isLiteral(name) ? name.join('') : segmentsOf(name);
}

/**
 * @param {Token[]} name
 * @returns {name is string[]}
 */
function isLiteral(name) {
  return name.every(token => typeof token === 'string');
}

/**
 * @param {Token[]} name
 * @returns {number} As how many characters it counts, for its memory.
 */
function lengthOf(name) {
  if (isLiteral(name)) return name.length + 1;
  const sets = name.filter(token => rangesOf(token).length > 0).length;
  return name.length + LENGTH_OF_A_NAME + sets * LENGTH_OF_A_SET;
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
 * @param {Name[]} folder
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
      } else if (place < pattern.length && matchesName(compileName(/** @type {Token[]} */ (pattern[place])), name))
        next.add(place + 1);
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
    const names = NOT_ASCII.test(path)
      ? path.split('/').map(name => foldName(normalForm(name, 'NFC')))
      : path.toUpperCase().split('/');
    last = { path, names };
  }
  return last.names;
}

/**
 * @param {string} name
 * @returns {Name}
 */
function foldName(name) {
  const characters = Array.from(name, foldCase);
  return characters.length === name.length ? characters.join('') : characters;
}

/** @typedef {string | string[]} Name Its characters, each of one UTF-16 code unit if it is a string. */

const NOT_ASCII = /[^\x00-\x7f]/;
/** @type {{ path: string, names: Name[] }} */
let last = { path: '', names: [''] };

/**
 * @param {CompiledName} name
 * @param {Name} characters
 */
function matchesName(name, characters) {
  if (typeof name === 'string') return name === (typeof characters === 'string' ? characters : characters.join(''));
  return matchSegments(name, characters, (token, character) =>
    typeof token === 'function' ? token(character) : token === character,
  );
}

/**
 * @typedef {Exclude<Token, symbol>} OneCharacter
 * @typedef {string | OneCharacter[][]} CompiledName A text, or what is between the stars.
 */

/** A short one takes as much memory as so many characters. */
const LENGTH_OF_AN_ALTERNATIVE = 32;
/** With special characters. */
const LENGTH_OF_A_NAME = 16;
const LENGTH_OF_A_SET = 16;
/** Of all globs of a recipe: as many as its rules may have without braces and special characters. */
export const GLOBS_LENGTH = 1024 * 1024;
