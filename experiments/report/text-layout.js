import { keepUnits } from './figures.js';

/**
 * Lays out rows as a table with a rule below the headings.
 *
 * @param {string[][]} rows The first has the headings.
 * @param {object} options
 * @param {number} options.width
 * @param {number[]} options.spare Columns to leave out, in this order, until the rest fits.
 * @param {number[]} [options.leftAligned] Columns with words.
 * @returns {string[]} Headings, a rule, and the other rows.
 */
export function layOut(rows, { width, spare, leftAligned = [0] }) {
  const widths = fitRows(rows);
  const shown = new Set(widths.keys());
  const total = () => [...shown].reduce((sum, column) => sum + widths[column] + GAP.length, -GAP.length);
  for (const column of spare) {
    if (total() <= width) break;
    shown.delete(column);
  }
  const lines = rows.map(row =>
    [...shown]
      .map(column =>
        leftAligned.includes(column) ? row[column].padEnd(widths[column]) : row[column].padStart(widths[column]),
      )
      .join(GAP)
      .trimEnd(),
  );
  return [lines[0], '─'.repeat(total()), ...lines.slice(1)];
}

/**
 * @param {string[][]} rows
 * @returns {number[]} The width of each column.
 */
export function fitRows(rows) {
  return rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)));
}

/**
 * @param {string} text
 * @param {number} width
 * @returns {string[]} Lines of whole words; a longer word is split.
 */
function wrapText(text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const whole of text.split(' ')) {
    for (let word = whole; word !== ''; ) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= width) {
        lines[lines.length - 1] = `${last} ${word}`;
        break;
      }
      lines.push(word.slice(0, width));
      word = word.slice(width);
    }
  }
  return lines;
}

/**
 * @param {string} text
 * @param {number} width
 * @returns {string[]} Lines that keep a number and its unit together.
 */
export function wrapProse(text, width) {
  return wrapText(keepUnits(text), width).map(line => line.replaceAll('\u00a0', ' '));
}

const GAP = '  ';
