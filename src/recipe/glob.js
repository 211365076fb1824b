import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';
import { foldCase, parseGlob, STAR } from './parse-glob.js';

/** @import { Token } from './parse-glob.js' */

/**
 * Compiles a glob for paths with `/` between the names: `*`, `?`, `[a-z]`, `[!a-z]`, `{a,b}`, `**` as a whole name, a
 * leading `!`, and `\` before a special character. It ignores case and Unicode's normal forms, and treats a leading dot
 * like any other character.
 *
 * The paths come from archives, so the time is bounded by the product of both lengths: a regular expression made from
 * `*_*_*_*.csv` takes 16 seconds to refuse a thousand underscores.
 *
 * @param {string} glob
 * @param {string} key Where the glob stands in the recipe, for the error.
 * @returns {(path: string) => boolean}
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
 * Whether a pattern with stars fits a whole list. Only the last star met needs another try: what the earlier ones took
 * is the least they can take, so it never has to be taken back.
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
