import { ANY, foldCase } from './parse-glob.js';

/** @import { Token } from './parse-glob.js' */

/**
 * Picks characters that stand for all others: what a glob does with any character, it does with one of these.
 *
 * @param {{ alternatives: (Token[] | symbol)[][] }[]} globs
 * @returns {string[] | null} Null if the globs have more sets than it pays to compare.
 */
export function alphabetOf(globs) {
  const tokens = new Set(globs.flatMap(({ alternatives }) => alternatives.flat(2)));
  const literals = new Set([...tokens].filter(token => typeof token === 'string'));
  const sets = [...tokens].filter(token => typeof token === 'function' && token !== ANY);
  if (sets.length > MAX_SETS) return null;
  /** @type {Map<string, string>} By what the sets say. */
  const others = new Map();
  for (const code of sets.length === 0 ? OUTSIDERS : codesToAskFor()) {
    const character = String.fromCodePoint(code);
    // Paths are folded, and in Unicode's form NFC.
    if (literals.has(character) || foldCase(character) !== character || character.normalize() !== character) continue;
    const answers = sets.map(has => Number(typeof has === 'function' && has(character))).join('');
    if (!others.has(answers)) others.set(answers, character);
  }
  return ['/', ...literals, ...others.values()];
}

function* codesToAskFor() {
  yield* OUTSIDERS;
  for (let code = 0; code < 0x20000; code++) {
    if (code !== 0x2f && (code < 0xd800 || code > 0xdfff)) yield code;
  }
  // Beyond, no character has two cases, and sets are made of ranges: a sample will do.
  for (let code = 0x20000; code < 0x110000; code += 0x100) yield code;
}

/** Letters that few globs have, more than one so that some are left over. */
const OUTSIDERS = Array.from('X0_-ÆΩЖ中', character => Number(character.codePointAt(0)));

const MAX_SETS = 16;
