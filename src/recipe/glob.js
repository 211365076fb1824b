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
 * @returns {(path: string) => boolean}
 * @throws {RecipeError} `recipe/wrong-value`
 */
export function compileGlob(glob, key) {
  const { negated, alternatives } = parseGlob(glob, problem => {
    throw new RecipeError('recipe/wrong-value', `${key} is ${printable(JSON.stringify(glob))}, a glob ${problem}`);
  });
  return path => {
    const names = path.split('/').map(name => Array.from(name.normalize('NFC'), foldCase));
    return alternatives.some(alternative => matches(alternative, names, matchesName)) !== negated;
  };
}

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
