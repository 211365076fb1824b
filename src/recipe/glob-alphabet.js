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
  const sets = [...tokens].filter(token => typeof token === 'function').filter(has => has !== ANY);
  if (sets.length > MAX_SETS) return null;
  /** @type {Map<number, string>} By what the sets say, a bit for each. */
  const others = new Map();
  for (const character of sets.length === 0 ? OUTSIDERS : askableCharacters()) {
    if (literals.has(character)) continue;
    let answers = 0;
    for (const [index, has] of sets.entries()) if (has(character)) answers |= 1 << index;
    if (!others.has(answers)) others.set(answers, character);
  }
  return ['/', ...literals, ...others.values()];
}

/** @returns {string[]} Those that a path can have, which is folded and in Unicode's form NFC. */
function askableCharacters() {
  askable ??= Array.from(codesToAskFor(), code => String.fromCodePoint(code)).filter(
    character => foldCase(character) === character && character.normalize() === character,
  );
  return askable;
}

function* codesToAskFor() {
  for (const character of OUTSIDERS) yield Number(character.codePointAt(0));
  for (let code = 0; code < 0x20000; code++) {
    if (code !== 0x2f && (code < 0xd800 || code > 0xdfff)) yield code;
  }
  // Beyond, no character has two cases, and sets are made of ranges: a sample will do.
  for (let code = 0x20000; code < 0x110000; code += 0x100) yield code;
}

/** @type {string[] | null} */
let askable = null;

/** Letters that few globs have, more than one so that some are left over. */
const OUTSIDERS = Array.from('X0_-ÆΩЖ中');

const MAX_SETS = 16;
