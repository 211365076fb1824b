import { isAscii, isUtf8 } from 'node:buffer';

/**
 * Guesses the encoding of text that is read as UTF-8 where no rule names one. Where no candidate is convincing, it is
 * windows-1252, the most frequent one.
 *
 * @param {Buffer} bytes The beginning of an entry.
 * @returns {'ascii' | 'utf-8' | 'windows-1250' | 'windows-1251' | 'windows-1252' | 'shift_jis' | 'gb18030' | 'euc-kr'} `utf-8` also
 *   where most of it is, and some bytes are wrong.
 */
export function guessEncoding(bytes) {
  // The last line may be cut off within a character.
  const end = bytes.lastIndexOf(LF) + 1;
  const lines = bytes.subarray(0, end > 0 ? end : bytes.length);
  if (isAscii(lines)) return 'ascii';
  if (isUtf8(lines) || lines.indexOf(BYTE_ORDER_MARK) === 0) return 'utf-8';
  const text = lines.toString('latin1');
  if (shareInside(text, UTF_8_CHARACTERS) >= 0.5) return 'utf-8';
  if (looksRussian(lines)) return 'windows-1251';
  for (const [encoding, words] of ASIAN_WORDS) if (shareInside(text, words) >= MOST) return encoding;
  return looksCentralEuropean(lines) ? 'windows-1250' : 'windows-1252';
}

/**
 * @param {string} text One character a byte.
 * @param {RegExp} pattern
 * @returns {number} Which share of the bytes above ASCII stands in its matches.
 */
function shareInside(text, pattern) {
  const count = (/** @type {string} */ part) => part.match(HIGH_BYTES)?.join('').length ?? 0;
  return count((text.match(pattern) ?? []).join('')) / count(text);
}

/**
 * Whether the letters are in Cyrillic words with sensible capitals, and the frequent ones are frequent.
 *
 * @param {Buffer} bytes
 */
function looksRussian(bytes) {
  const text = new TextDecoder('windows-1251').decode(bytes);
  const letters = text.match(CYRILLIC)?.length ?? 0;
  const inWords = (text.match(CYRILLIC_WORDS) ?? []).join('').length;
  const frequent = text.match(FREQUENT_CYRILLIC)?.length ?? 0;
  return letters > 1 && inWords >= letters * MOST && frequent >= letters * 0.4;
}

/**
 * Whether it has letters of Polish, Czech and others where windows-1252 has none, or rare ones.
 *
 * @param {Buffer} bytes
 */
function looksCentralEuropean(bytes) {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const letters = text.match(LETTERS_ABOVE_ASCII)?.length ?? 0;
  const signs = text.match(CENTRAL_EUROPEAN)?.length ?? 0;
  return signs > 1 && signs >= letters * 0.1;
}

const LF = 0x0a;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const HIGH_BYTES = /[\x80-\xff]+/g;
const UTF_8_CHARACTERS = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const CYRILLIC = /[Ѐ-ґ]/g;
const CYRILLIC_WORDS = /(?<![\p{L}])(?:[Ѐ-Я]?[а-џґ]+|[Ѐ-ЯҐ]+)(?![\p{L}])/gu;
const FREQUENT_CYRILLIC = /[оеаинтсрв]/gi;
const LETTERS_ABOVE_ASCII = /[^\x00-\x7f]/g;
/** Polish ł, ą, ż, ź and Slovak ľ, ť as windows-1252 has them, within a word; š and ž, which both have. */
const CENTRAL_EUROPEAN = /(?<=\p{L})[³¹¿Ÿ¾\x9d](?=\p{Ll})|[šžŠŽ]/gu;
/**
 * At least two frequent characters in a row: one may be a letter or a quotation mark of windows-1252. Those of EUC-KR are
 * characters of GB 18030 too, so it is first.
 *
 * @type {['shift_jis' | 'euc-kr' | 'gb18030', RegExp][]}
 */
const ASIAN_WORDS = [
  ['shift_jis', /(?:[\x81-\x83\x88-\x97][\x40-\x7e\x80-\xfc]){2,}/g],
  ['euc-kr', /(?:[\xa1-\xa3\xb0-\xc8][\xa1-\xfe]){2,}/g],
  ['gb18030', /(?:[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]){2,}/g],
];
/** The share of letters that is convincing. */
const MOST = 0.8;
