import { printable } from '../printable.js';

/**
 * A part of a name: one character in upper case, a test of one character, or `STAR`.
 * @typedef {string | symbol | ((character: string) => boolean)} Token
 *
 * @typedef {{ characters: string[], at: number, refuse: (problem: string) => never }} Reader
 */

/**
 * Splits a glob into names, once for each combination of the alternatives in its braces.
 *
 * @param {string} glob
 * @param {(problem: string) => never} refuse Throws an error with "a glob <problem>".
 * @returns {{ negated: boolean, alternatives: (Token[] | symbol)[][] }} A name that is `STAR` matches any number of
 *   names.
 */
export function parseGlob(glob, refuse) {
  const negated = glob.startsWith('!');
  const characters = Array.from(glob.slice(negated ? 1 : 0).normalize('NFC'));
  const alternatives = readAlternatives({ characters, at: 0, refuse }, false).map(tokens => namesOf(tokens, refuse));
  return { negated, alternatives };
}

/**
 * Reads to the end or, within braces, to the next comma or closing brace. Nested braces are expanded.
 *
 * @param {Reader} reader
 * @param {boolean} inBraces
 * @returns {Token[][]}
 */
function readAlternatives(reader, inBraces) {
  /** @type {Token[][]} */
  let found = [[]];
  let length = 0;
  while (reader.at < reader.characters.length) {
    const character = reader.characters[reader.at];
    if (inBraces && (character === ',' || character === '}')) break;
    reader.at++;
    if (character === '{') {
      const next = readBraces(reader);
      if (found.length * next.length > MAX_ALTERNATIVES)
        reader.refuse(`with more than ${MAX_ALTERNATIVES} alternatives`);
      length = length * next.length + lengthOf(next) * found.length;
      refuseLength(length, reader);
      // Braces in braces, with nothing before them, would be copied at each level.
      const isFirst = found.length === 1 && found[0].length === 0;
      found = isFirst ? next : found.flatMap(before => next.map(after => [...before, ...after]));
    } else {
      const token = readToken(/** @type {string} */ (character), reader);
      length += found.length;
      refuseLength(length, reader);
      for (const alternative of found) alternative.push(token);
    }
  }
  return found;
}

/** @param {Token[][]} alternatives */
function lengthOf(alternatives) {
  return alternatives.reduce((sum, { length }) => sum + length, 0);
}

/**
 * @param {number} length
 * @param {Reader} reader
 */
function refuseLength(length, { refuse }) {
  if (length > MAX_LENGTH)
    refuse(`with more than ${MAX_LENGTH} characters once its braces are written out: use fewer, or split the rule`);
}

/** @param {Reader} reader */
function readBraces(reader) {
  const options = readAlternatives(reader, true);
  if (reader.characters[reader.at] !== ',') reader.refuse('with a { but not two alternatives: write {a,b}, or \\{');
  while (reader.characters[reader.at] === ',') {
    reader.at++;
    options.push(...readAlternatives(reader, true));
  }
  if (reader.characters[reader.at++] !== '}') reader.refuse('with a { that is never closed');
  return options;
}

/**
 * @param {string} character
 * @param {Reader} reader
 * @returns {Token}
 */
function readToken(character, reader) {
  if (character === '*') return STAR;
  if (character === '?') return ANY;
  if (character === '[') return readSet(reader);
  if (character === ']' || character === '}')
    reader.refuse(`with a ${character} that was never opened: write \\${character}`);
  return foldCase(character === '\\' ? readEscaped(reader) : character);
}

/**
 * @param {Reader} reader
 * @returns {(character: string) => boolean}
 */
function readSet(reader) {
  const negated = /^[!^]$/.test(reader.characters[reader.at] ?? '');
  if (negated) reader.at++;
  /** @type {{ low: string, high: string }[]} */
  const ranges = [];
  while (reader.characters[reader.at] !== ']' || ranges.length === 0) {
    const low = readMember(reader);
    const isRange = reader.characters[reader.at] === '-' && reader.characters[reader.at + 1] !== ']';
    if (isRange) reader.at++;
    const high = isRange ? readMember(reader) : low;
    if (low > high) reader.refuse(`with the set ${printable(`${low}-${high}`)}, which goes backwards`);
    ranges.push({ low, high });
  }
  reader.at++;
  /** @param {string} character */
  const has = character => ranges.some(({ low, high }) => low <= character && character <= high);
  /** @param {string} folded */
  const test = folded => (has(folded) || has(folded.toLowerCase())) !== negated;
  RANGES.set(test, ranges);
  return test;
}

/** @param {Reader} reader */
function readMember(reader) {
  const character = reader.characters[reader.at++] ?? reader.refuse('with a [ that is never closed');
  return character === '\\' ? readEscaped(reader) : character;
}

/** @param {Reader} reader */
function readEscaped(reader) {
  const character = reader.characters[reader.at++] ?? '';
  if (/^[\\*?[\]{},!^-]$/.test(character)) return character;
  return reader.refuse('with a \\ that is not before a special character: write / between folders, or \\\\');
}

/**
 * Splits an alternative into names. A final `**` matches at least one name: `a/**` matches everything in `a`, but not
 * `a` itself.
 *
 * @param {Token[]} tokens
 * @param {(problem: string) => never} refuse
 * @returns {(Token[] | symbol)[]}
 */
function namesOf(tokens, refuse) {
  /** @type {Token[][]} */
  const names = [[]];
  for (const token of tokens) {
    if (token === '/') names.push([]);
    else names.at(-1)?.push(token);
  }
  const path = names.map(name => {
    if (name.length === 2 && name[0] === STAR && name[1] === STAR) return STAR;
    const text = name.map(token => (typeof token === 'string' ? token : '?')).join('');
    if (name.some((token, index) => token === STAR && name[index + 1] === STAR))
      refuse('with ** beside other characters');
    if (['', '.', '..'].includes(text))
      refuse('that begins or ends with /, or has an empty, "." or ".." name: no path does');
    return name;
  });
  return path.at(-1) === STAR ? [...path, [STAR]] : path;
}

/**
 * Converts a character to upper case unless that takes several characters (`ß` remains `ß`).
 *
 * @param {string} character
 */
export function foldCase(character) {
  const upper = character.toUpperCase();
  return upper.length === character.length ? upper : character;
}

/**
 * @param {Token} token
 * @returns {{ low: string, high: string }[]} What a set lists, in either case; empty for any other token.
 */
export function rangesOf(token) {
  return (typeof token === 'function' && RANGES.get(token)) || [];
}

/** @type {WeakMap<Function, { low: string, high: string }[]>} */
const RANGES = new WeakMap();

/** Any one character. */
export const ANY = () => true;

/** Within a name, any number of characters; in place of a name, any number of names. */
export const STAR = Symbol('*');

const MAX_ALTERNATIVES = 256;
/** Of all alternatives together. */
const MAX_LENGTH = 16_384;
