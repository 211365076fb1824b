import { printable } from '../printable.js';

/**
 * @typedef {object} TextColumn
 * @property {number} [most] How many columns of the terminal it takes at most: 24 by default. The last one takes what is left.
 * @property {boolean} [isRight] Whether its cells stand at the right.
 */

/**
 * Aligns a table of texts from outside: they are escaped, and cut where there is no room. Columns of empty cells are left out.
 *
 * @param {string[][]} rows
 * @param {TextColumn[]} columns
 * @param {number} width Of a line.
 * @returns {string[]} A line for each row.
 */
export function alignTable(rows, columns, width) {
  const filled = columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ index }) => rows.some(row => row[index]));
  const cells = rows.map(row =>
    filled.map(({ index, most = MOST }) => cutText(row[index] ?? '', Math.min(most, width))),
  );
  const widths = filled.map((_, index) => Math.max(0, ...cells.map(row => widthOf(row[index]))));
  return cells.map(row => {
    const padded = row.map((cell, index) => {
      const space = ' '.repeat(widths[index] - widthOf(cell));
      if (filled[index].isRight) return space + cell;
      return index === row.length - 1 ? cell : cell + space;
    });
    return cutText(padded.join(GAP).trimEnd(), width);
  });
}

/**
 * @param {string} text
 * @param {number} width
 * @returns {string} On one line, with `…` at its end if it was cut.
 */
export function cutText(text, width) {
  // Escaped characters only get longer.
  const shown = printable(text.slice(0, width * MOST_UNITS + 1));
  let taken = '';
  let left = width;
  for (const { segment } of SEGMENTER.segment(shown)) {
    left -= widthOf(segment);
    if (left < 0) return `${cutEnd(taken, width - 1)}…`;
    taken += segment;
  }
  return taken;
}

/** @param {string} text @param {number} width */
function cutEnd(text, width) {
  const segments = Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
  while (segments.length > 0 && widthOf(segments.join('')) > width) segments.pop();
  return segments.join('');
}

/**
 * How many columns of a terminal a text takes, nearly: East Asian characters and emoji take two (Unicode Standard Annex #11).
 *
 * @param {string} text
 */
export function widthOf(text) {
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : NARROWEST.test(character) ? 0 : 1;
  return width;
}

const GAP = '  ';
const MOST = 24;
/** UTF-16 units of a character with its marks; longer ones may be cut. */
const MOST_UNITS = 16;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NARROWEST = /\p{M}|\p{Cf}/u;
