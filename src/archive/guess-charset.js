import { printableWithin } from '../printable.js';
import { decoderOf } from './name-charset.js';

/**
 * Guesses the charset of names that are read as code page 437 because neither the archive nor the recipe names one.
 *
 * @param {Buffer[]} names Each with bytes beyond ASCII, and not UTF-8.
 * @returns {{ charset: string, example: string } | null} One in which the names read clearly better: as the recipe's
 *   `entryNames` takes it, and the first name in it, escaped and cut if it is long. Null if there is none.
 */
export function guessCharset(names) {
  if (names.length === 0) return null;
  const asTheyAre = scoreWestern(names, 'cp437');
  /** @type {{ charset: string, score: number }} */
  let best = { charset: 'cp437', score: asTheyAre + LEAST_GAIN };
  for (const [charset, scoreOf] of CANDIDATES) {
    const score = scoreOf(names, charset);
    if (score >= LEAST_SCORE && score > best.score) best = { charset, score };
  }
  const { charset } = best;
  if (charset === 'cp437') return null;
  const first = /** @type {string} */ (decoderOf(charset)(names[0]));
  return { charset, example: first.length > MAX_EXAMPLE ? printableWithin(first, MAX_EXAMPLE) : first };
}

/** The names of an archive from which their charset is guessed: so few that this takes no more than some ten milliseconds. */
export class DoubtfulNames {
  /** @type {Buffer[]} */
  names = [];
  #left = MAX_BYTES;

  /** @param {Uint8Array} name It is copied. */
  add(name) {
    if (name.length > this.#left || name.length > MAX_NAME_BYTES) return;
    this.#left -= name.length;
    this.names.push(Buffer.from(name));
  }
}

/**
 * @param {Buffer[]} names
 * @param {string} charset
 * @returns {string[] | null} Null if one is not in it.
 */
function decodeAll(names, charset) {
  const decode = decoderOf(charset);
  const texts = names.map(decode);
  return texts.includes(null) ? null : /** @type {string[]} */ (texts);
}

/**
 * @param {Buffer[]} names
 * @param {string} charset Of one byte a character.
 * @returns {number} Which share of the characters beyond ASCII are letters in words as in Western Europe, from 0 to 1.
 */
function scoreWestern(names, charset) {
  const texts = decodeAll(names, charset) ?? [];
  let all = 0;
  let good = 0;
  for (const text of texts) {
    all += text.match(BEYOND_ASCII)?.length ?? 0;
    for (const [word] of text.matchAll(LATIN_WORDS)) {
      const letters = word.match(BEYOND_ASCII) ?? [];
      const isDense = THREE_BEYOND_ASCII.test(word) || (word.length > 3 && letters.length * 2 > word.length);
      if (word.length === 1 || isDense || !SENSIBLE_CASE.test(word) || /(?<![aeiouyäöü])ß/.test(word)) continue;
      for (const letter of letters) good += COMMON_LETTERS.includes(letter) ? 1 : UNCOMMON_WEIGHT;
    }
    good += text.match(PUNCTUATION)?.length ?? 0;
  }
  return all === 0 ? 0 : good / all;
}

/**
 * @param {Buffer[]} names
 * @param {string} charset
 * @returns {number} Which share of the characters beyond ASCII are in words of Cyrillic letters.
 */
function scoreCyrillic(names, charset) {
  const text = (decodeAll(names, charset) ?? []).join('\n');
  const all = text.match(BEYOND_ASCII)?.length ?? 0;
  const words = (text.match(CYRILLIC_WORDS) ?? []).join('');
  const frequent = words.match(FREQUENT_CYRILLIC)?.length ?? 0;
  // A letter alone may be anything.
  const hasWord = /\p{L}{2}/u.test(text.replaceAll(/[^Ѐ-ӿ]/g, ' '));
  return all === 0 || !hasWord || frequent < words.length * 0.3 ? 0 : words.length / all;
}

/**
 * @param {string} character A pattern of the bytes of a frequent one, one byte a character.
 * @returns {(names: Buffer[], charset: string) => number} Which share of the bytes beyond ASCII are in words of such characters. A
 *   word has at least two, unless most are in such words.
 */
function scoreAsian(character) {
  const words = new RegExp(`(?:${character}){2,}`, 'g');
  const wordsAndCharacters = new RegExp(`(?:${character})+`, 'g');
  return (names, charset) => {
    if (decodeAll(names, charset) === null) return 0;
    const text = names.map(name => name.toString('latin1')).join('\n');
    const count = (/** @type {string} */ part) => part.match(BEYOND_ASCII)?.length ?? 0;
    const shareOf = (/** @type {RegExp} */ pattern) => count((text.match(pattern) ?? []).join('')) / count(text);
    const share = shareOf(words);
    return share < 0.5 ? share : shareOf(wordsAndCharacters);
  };
}

const BEYOND_ASCII = /[^\x00-\x7f]/g;
const THREE_BEYOND_ASCII = /[^\x00-\x7f]{3}/;
/** Dashes between spaces, quotes and apostrophes at words, and the euro. */
const PUNCTUATION =
  /(?<= )[–—](?= )|(?<=\p{L})’(?=\p{L})|[“„‘](?=[\p{L}\d])|(?<=[\p{L}\d])[”“’](?!\p{L})|(?<=[\d ])€/gu;
const LATIN_WORDS = /\p{Script=Latin}+/gu;
const SENSIBLE_CASE = /^(\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lu}\p{Ll}+(\p{Lu}\p{Ll}+)+)$/u;
const COMMON_LETTERS = 'äöüßéèêëàáâåæçñíîïóôøúùûÄÖÜÉÅÆÇÑØ';
const UNCOMMON_WEIGHT = 0.85;
const CYRILLIC_WORDS = /(?<!\p{L})(?:[Ѐ-Я]?[а-џґ]+|[Ѐ-ЯҐ]+)(?!\p{L})/gu;
const FREQUENT_CYRILLIC = /[оеаинтсрв]/gi;

/** @type {[charset: string, score: (names: Buffer[], charset: string) => number][]} The more frequent ones first. */
const CANDIDATES = [
  ['shift_jis', scoreAsian('[\\x81-\\x83\\x88-\\x98][\\x40-\\x7e\\x80-\\xfc]')],
  ['gbk', scoreAsian('[\\xa1-\\xa3\\xb0-\\xd7][\\xa1-\\xfe]')],
  ['cp866', scoreCyrillic],
  ['windows-1251', scoreCyrillic],
  ['windows-1252', scoreWestern],
  ['cp850', scoreWestern],
];

/** Some 200 names of an ordinary length. */
const MAX_BYTES = 16 * 1024;
/** A longer one says no more than others do. */
const MAX_NAME_BYTES = 1024;
/** In characters. */
const MAX_EXAMPLE = 200;
/** What is convincing. */
const LEAST_SCORE = 0.8;
/** How much better than code page 437 it has to be. */
const LEAST_GAIN = 0.25;
