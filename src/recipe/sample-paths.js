import { STAR } from './parse-glob.js';

/** @import { Token } from './parse-glob.js' */

/**
 * Makes paths that a glob matches: two for each of its alternatives, with as little as possible and with something for each star.
 *
 * @param {{ negated: boolean, alternatives: (Token[] | symbol)[][] }} glob
 * @param {string[]} alphabet Characters that stand for all others; the last one is in as few globs as possible.
 * @returns {string[][]} As characters. None for a glob with `!`.
 */
export function samplePaths({ negated, alternatives }, alphabet) {
  if (negated) return [];
  const filler = String(alphabet.at(-1));
  return ['', filler].flatMap(star =>
    alternatives.map(names => {
      const path = names.flatMap(name => {
        if (typeof name === 'symbol') return star === '' ? [] : [[filler]];
        const characters = /** @type {Token[]} */ (name).flatMap(token => characterOf(token, star, alphabet));
        return [characters.length > 0 ? characters : [filler]];
      });
      return path.flatMap((name, index) => (index === 0 ? name : ['/', ...name]));
    }),
  );
}

/**
 * @param {Token} token
 * @param {string} star What a star stands for.
 * @param {string[]} alphabet
 */
function characterOf(token, star, alphabet) {
  if (token === STAR) return star === '' ? [] : [star];
  if (typeof token !== 'function') return [String(token)];
  const found = alphabet.findLast(character => character !== '/' && token(character));
  return found === undefined ? [] : [found];
}
