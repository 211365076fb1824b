import { pollutedCells } from './polluted-cells.js';
import { sourceTable } from './source-table.js';
import { tableText, valuesOf } from './table-text.js';

/** @import { Cell } from './source-table.js' */

/**
 * A CSV file with a defect, and the table that it means.
 *
 * @typedef {object} PollutedFile
 * @property {string} kind The class of its defect.
 * @property {string} name
 * @property {Buffer} bytes
 * @property {string[][]} expected Its rows, the header first; none for an empty file.
 * @property {number} weight How much the file counts in the weighted score: how often such a defect is met.
 */

/**
 * The corpus of polluted files: one table with one defect each, of the classes of the Pollock benchmark (Vitagliano et al.,
 * "Pollock: A Data Loading Benchmark", VLDB 2023) and with its weights, but from a table of our own.
 *
 * @returns {PollutedFile[]}
 */
export function pollutedFiles() {
  const table = sourceTable();
  return [...pollutedTables(table), ...pollutedCells(table)];
}

/**
 * The files in which the whole table is written in another way.
 *
 * @param {Cell[][]} table
 * @returns {PollutedFile[]}
 */
function pollutedTables(table) {
  const [header, ...records] = table;
  const text = tableText(table);
  const expected = valuesOf(table);
  const withApostrophes = table.map(row => row.map(cell => ({ ...cell, value: cell.value.replaceAll('"', "'") })));
  /** @type {[kind: string, weight: number, text: string, expected?: string[][]][]} */
  const files = [
    ['source', 1, text],
    ['no payload', 15, '', []],
    ['no final line end', 184, text.slice(0, -2)],
    ['two final line ends', 5, `${text}\r\n`],
    ['no header', 470, tableText(records), valuesOf(records)],
    ['header over 2 rows', 47, tableText([header, ...table]), [joined(header, 2), ...valuesOf(records)]],
    ['header over 3 rows', 47, tableText([header, header, ...table]), [joined(header, 3), ...valuesOf(records)]],
    ['preamble', 282, `PREAMBLE,,,,,,,,\r\n,,,,,,,,\r\n${text}`],
    ...[8, 9, 10].map(width => severalTables(table, width)),
    ['header only', 3, tableText([header]), valuesOf([header])],
    ['one record', 4, tableText(table.slice(0, 2)), valuesOf(table.slice(0, 2))],
    ['line end LF', 1691, tableText(table, { lineEnd: '\n' })],
    ['line end CR', 7, tableText(table, { lineEnd: '\r' })],
    ['delimiter ;', 834, tableText(table, { delimiter: ';' })],
    ['delimiter tab', 4, tableText(table, { delimiter: '\t' })],
    ['delimiter comma and space', 101, tableText(table, { delimiter: ', ' })],
    ['delimiter space', 4, tableText(table, { delimiter: ' ' })],
    ["quote '", 5.5, tableText(table, { quote: "'", inQuotes: '"' })],
    ["quote ', doubled", 5.5, tableText(table, { quote: "'", inQuotes: "''" }), valuesOf(withApostrophes)],
    ['escape backslash', 1, tableText(table, { inQuotes: '\\"' })],
    ['no escape', 7, tableText(table, { inQuotes: '"' })],
  ];
  return files.map(([kind, weight, content, table = expected]) => ({
    kind,
    name: `${kind}.csv`,
    bytes: Buffer.from(content),
    expected: table,
    weight,
  }));
}

/**
 * @param {Cell[]} header
 * @param {number} times
 */
function joined(header, times) {
  return header.map(({ value }) => Array(times).fill(value).join(' '));
}

/**
 * Two tables, one under the other: the second with a column less, as many, or one more.
 *
 * @param {Cell[][]} table
 * @param {number} width
 * @returns {[kind: string, weight: number, text: string, expected: string[][]]}
 */
function severalTables(table, width) {
  const extra = { value: 'more', quoted: false };
  const second = table.slice(0, 83).map(row => [...row, extra].slice(0, 8).concat(Array(width - 8).fill(extra)));
  return [`second table of ${width} columns`, 63, tableText([...table, ...second]), valuesOf([...table, ...second])];
}
