/** @import { Random } from '../support/random.js' */

/**
 * Bytes with many special sequences: quotes, delimiters, line ends, whole and partial byte order marks, NUL, valid and
 * broken UTF-8.
 *
 * @param {Random} random
 * @param {string} delimiter
 * @param {number} maxPieces
 */
export function randomBytes(random, delimiter, maxPieces) {
  let text = random.chance(0.1) ? random.pick(MARKS) : '';
  const share = random.pick([0.3, 0.6, 0.9]);
  for (let left = random.below(maxPieces + 1); left > 0; left--) text += randomPiece(random, delimiter, share);
  return text;
}

/**
 * @param {Random} random
 * @param {string} delimiter
 * @param {number} share How many pieces are to be of those that any CSV has.
 */
export function randomPiece(random, delimiter, share) {
  if (random.chance(share)) return random.pick(['"', '"', delimiter, delimiter, '\n', '\r\n', '\r', 'a', 'b']);
  if (random.chance(0.2)) return String.fromCharCode(random.below(256));
  return random.pick(PIECES);
}

/**
 * Records most of which have as many fields as the first, and most of whose quotes are where they belong.
 *
 * @param {Random} random
 * @param {string} delimiter
 * @param {number} width
 * @param {number} [maxRows]
 */
export function randomTable(random, delimiter, width, maxRows = 8) {
  const newlines = random.pick([['\n'], ['\r\n'], ['\n', '\r\n']]);
  const oddity = random.pick([0, 0.05, 0.3]);
  let text = random.chance(0.1) ? random.pick(['\n', '\r\n\n', '\xef\xbb\xbf', '\xef\xbb\xbf\n']) : '';
  for (let left = random.below(maxRows + 1); left > 0; left--) {
    const isOdd = random.chance(oddity);
    const fields = isOdd ? random.below(width + 3) : width;
    for (let index = 0; index < fields; index++) {
      text += (index > 0 ? delimiter : '') + randomField(random, delimiter, isOdd);
    }
    if (left > 1 || random.chance(0.7)) text += random.pick(newlines);
  }
  return text;
}

/**
 * @param {Random} random
 * @param {string} delimiter
 * @param {boolean} isOdd
 */
function randomField(random, delimiter, isOdd) {
  let value = random.pick(VALUES);
  if (random.chance(0.3)) {
    value = '';
    for (let left = random.below(6); left > 0; left--) value += randomPiece(random, delimiter, 0.7);
  }
  if (isOdd) return value;
  const must = value.startsWith('"') || value.includes(delimiter) || value.includes('\n');
  return must || random.chance(0.3) ? `"${value.replaceAll('"', '""')}"` : value;
}

const MARKS = ['\xef\xbb\xbf', '\xef\xbb\xbf', '\xef\xbb', '\xff\xfe', '\xfe\xff', '\xef\xbb\xbf\xef\xbb\xbf'];
const PIECES = [
  ...[
    '\0',
    '\0',
    '\xef\xbb\xbf',
    '\xef',
    '\xc3\xa9',
    '\xc3',
    '\xe6\xbc\xa2',
    '\xe6\xbc',
    '\xff',
    '\xfe',
    '\xf0\x9f\x98\x80',
  ],
  ...[
    ' ',
    'x',
    '-',
    '.',
    '(',
    ')',
    '1',
    ',',
    ';',
    '|',
    '\t',
    '~',
    '""',
    '"\n',
    '\r\r',
    '\v',
    '\f',
    '\x85',
    '\xa0',
    "'",
    '\\',
  ],
];
const VALUES = ['', '', 'a', 'b c', '(555) 010-9999 x12', '+1.555.0100', '( )', '"', '-"5"', '\r', 'a\r', '\xc3\xa9'];
