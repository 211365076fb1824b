import { ANY, foldCase, rangesOf } from './parse-glob.js';

/** @import { Token } from './parse-glob.js' */

/**
 * Picks characters that stand for all others: what a glob does with any character, it does with one of these.
 *
 * @param {{ alternatives: (Token[] | symbol)[][] }[]} globs
 * @returns {string[] | null} Null if the globs have too many sets to compare, or too large ones.
 */
export function alphabetOf(globs) {
  const tokens = new Set(globs.flatMap(({ alternatives }) => alternatives.flat(2)));
  const literals = new Set([...tokens].filter(token => typeof token === 'string'));
  const sets = [...tokens].filter(token => typeof token === 'function').filter(has => has !== ANY);
  if (sets.length > MAX_SETS || charactersIn(sets) > MAX_CHARACTERS) return null;
  /** @type {Map<number, string>} By what the sets say, a bit for each. */
  const others = new Map();
  for (const character of charactersToAskFor(sets)) {
    if (literals.has(character)) continue;
    let answers = 0;
    for (const [index, has] of sets.entries()) if (has(character)) answers |= 1 << index;
    if (!others.has(answers)) others.set(answers, character);
  }
  return ['/', ...literals, ...others.values()];
}

/**
 * @param {Token[]} sets
 * @returns {number} How many they list together.
 */
function charactersIn(sets) {
  return sets
    .flatMap(rangesOf)
    .reduce((sum, { low, high }) => sum + Number(high.codePointAt(0)) - Number(low.codePointAt(0)) + 1, 0);
}

/**
 * @param {Token[]} sets
 * @returns {Set<string>} All that a set lists, and what none may list, as paths have them: folded, and in Unicode's form NFC.
 */
function charactersToAskFor(sets) {
  const characters = new Set(OUTSIDERS);
  for (const { low, high } of sets.flatMap(rangesOf)) {
    const [first, last] = [low, high].map(character => Number(character.codePointAt(0)));
    for (let code = first; code <= last; code++) {
      if (code === 0x2f || (code >= 0xd800 && code <= 0xdfff)) continue;
      const character = String.fromCodePoint(code);
      characters.add(character).add(foldCase(character));
    }
  }
  return new Set(
    [...characters].filter(character => foldCase(character) === character && character.normalize() === character),
  );
}

/**
 * Characters that few globs have, several so that some remain; and those that are not the upper case of their lower case.
 */
const OUTSIDERS = Array.from('X0_-ÆΩЖ中İϴẞᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ');

const MAX_SETS = 16;
const MAX_CHARACTERS = 2 ** 16;
