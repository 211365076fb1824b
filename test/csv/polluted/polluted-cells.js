import { cellText, rowText, tableText, valuesOf } from './table-text.js';

/** @import { PollutedFile } from './polluted-files.js' */
/** @import { Cell } from './source-table.js' */

/**
 * The files in which one row or one cell is broken: one for every row, and for every cell of it.
 *
 * @param {Cell[][]} table
 * @returns {PollutedFile[]}
 */
export function pollutedCells(table) {
  return table.flatMap((row, index) => {
    /**
     * @param {string} kind
     * @param {number} weight
     * @param {string} text The broken row.
     * @param {string[]} values What it means.
     * @param {number} [column]
     */
    const file = (kind, weight, text, values, column) => ({
      kind: index === 0 ? `${kind}, header` : kind,
      name: `${kind}/row ${index}${column === undefined ? '' : `, column ${column}`}.csv`,
      bytes: Buffer.from(`${tableText(table.slice(0, index))}${text}\r\n${tableText(table.slice(index + 1))}`),
      expected: valuesOf(table).with(index, values),
      weight,
    });
    const values = row.map(({ value }) => value);
    const texts = row.map(cell => cellText(cell));
    const byColumn = row.flatMap((_, column) => [
      ...(column > 0
        ? [file('delimiter missing', 0.368, merged(texts, column).join(','), merged(values, column), column)]
        : []),
      file(
        'delimiter too many',
        0.37,
        texts.toSpliced(column, 0, '').join(','),
        values.toSpliced(column, 0, ''),
        column,
      ),
      file(
        'quote too many',
        0.02,
        texts.with(column, `"${texts[column]}`).join(','),
        values.with(column, `"${values[column]}`),
        column,
      ),
    ]);
    return [...byColumn, file('row delimited by spaces', 0.5, rowText(row, { delimiter: ' ' }), values)];
  });
}

/**
 * Without the delimiter before a column.
 *
 * @param {string[]} cells
 * @param {number} column
 */
function merged(cells, column) {
  return cells.toSpliced(column - 1, 2, cells[column - 1] + cells[column]);
}
