/**
 * Rows as lines of a table with a rule beneath the headings. Where they are too wide, columns are left out from the
 * right.
 *
 * @param {string[][]} rows The first is the headings.
 * @param {number[]} leftAligned Columns of words.
 * @param {number} width
 * @returns {string[]} Headings, a rule, and the other rows.
 */
export function layOut(rows, leftAligned, width) {
  const widths = fitRows(rows);
  let shown = widths.length;
  const total = () => widths.slice(0, shown).reduce((sum, column) => sum + column + GAP.length, -GAP.length);
  while (shown > 2 && total() > width) shown -= 1;
  const lines = rows.map(row =>
    row
      .slice(0, shown)
      .map((cell, column) =>
        leftAligned.includes(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
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
 * @returns {string[]} Lines of whole words; a word that is wider is cut.
 */
export function wrapText(text, width) {
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

const GAP = '  ';
