/** @import { Random } from '../support/random.js' */

/**
 * Draws digits that match a whole pattern of libphonenumber-js, including its groups. Ignores `$`.
 *
 * @param {Random} random
 * @param {string} pattern
 * @returns {string}
 */
export function drawMatching(random, pattern) {
  let draw = known.get(pattern);
  if (!draw) {
    draw = read(pattern.match(/\((?:\?:)?|[|)?]|\\?\d|\\d|\[[^\]]+\]|\{[\d,]+\}/g) ?? []);
    known.set(pattern, draw);
  }
  return draw(random);
}

/** @typedef {(random: Random) => string} Draw */

/** @type {Map<string, Draw>} */
const known = new Map();

/**
 * @param {string[]} tokens Removes those that it reads.
 * @returns {Draw}
 */
function read(tokens) {
  /** @type {Draw[]} */
  const alternatives = [];
  do {
    /** @type {Draw[]} */
    const parts = [];
    while (tokens.length > 0 && tokens[0] !== '|' && tokens[0] !== ')') parts.push(readPart(tokens));
    alternatives.push(random => parts.map(part => part(random)).join(''));
  } while (tokens.shift() === '|');
  return random => random.pick(alternatives)(random);
}

/**
 * @param {string[]} tokens
 * @returns {Draw}
 */
function readPart(tokens) {
  const token = String(tokens.shift());
  const part = token.startsWith('(') ? read(tokens) : drawOf(token);
  const counts = tokens[0] === '?' ? [0, 1] : tokens[0]?.startsWith('{') ? tokens[0].match(/\d+/g)?.map(Number) : null;
  if (!counts) return part;
  tokens.shift();
  const [least, most = least] = counts;
  return random => Array.from({ length: least + random.below(most - least + 1) }, () => part(random)).join('');
}

/**
 * @param {string} token A digit or a class of digits.
 * @returns {Draw}
 */
function drawOf(token) {
  const digits = [...'0123456789'].filter(digit => new RegExp(token).test(digit));
  return random => random.pick(digits);
}
