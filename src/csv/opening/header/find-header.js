import { isData, looseShapeOf, shapeOf } from './cell-shape.js';
import { areNames, holdsNumber, isIndexed, isTyped, isUnique, isValue, looksUnlike } from './names-and-values.js';
import { rowValues } from './padded-titles.js';

/** @import { Table } from '../table/table.js' */

/**
 * Finds out, for `"header": "auto"`, where the header of a table is and how many rows it has. A header has names, which look
 * unlike the values below them; title rows above it belong to the preamble.
 *
 * @param {string} text The sample, one character a byte.
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @returns {{ first: number, rows: number, isSure: boolean }} Which of the table's records begins the header, and how many rows
 *   it has; 0 rows if there is none. `isSure` is false if its values look no different from those below.
 */
export function findHeader(text, { records, first, reading }) {
  const rows = records.slice(first, first + SEARCHED_ROWS).map(record => rowValues(text, record, reading));
  const titles = countTitles(rows);
  const below = rows.slice(titles);
  const count = countHeaderRows(below);
  return { first: first + titles, rows: count, isSure: count === 0 ? !mayBeNames(below) : isSurelyUnlike(below) };
}

/**
 * Whether the first row looks unlike the others. A single one below it shows that only where each field has a name.
 *
 * @param {string[][]} rows
 */
function isSurelyUnlike(rows) {
  return looksUnlike(rows) && (rows.length > 2 || areNames(rows[0]));
}

/**
 * Counts the rows above the first one that is filled like a header: rows in which nothing, or only the first cell, is filled.
 *
 * @param {string[][]} rows
 */
function countTitles(rows) {
  const width = rows[0]?.length ?? 0;
  if (width < 2) return 0;
  if (width === 2 && isTitleOfTwo(rows)) return 1;
  const filled = rows.map(row => row.filter(cell => cell.trim() !== '').length);
  const most = Math.max(...filled);
  let titles = notesEnd(filled, most);
  while (titles < rows.length && (filled[titles] === 0 || isTitle(rows, titles, filled[titles], most))) titles += 1;
  if (titles === rows.length) return 0;
  return titles > 0 && filled[titles - 1] > 0 && isGroup(rows[titles - 1], rows[titles]) ? titles - 1 : titles;
}

/**
 * Whether two columns of data have names, and above these a row with a sentence.
 *
 * @param {string[][]} rows
 */
function isTitleOfTwo([title, names, ...below]) {
  if (names === undefined || [...title, ...names].some(cell => cell.trim() === '' || isData(cell))) return false;
  return title.some(cell => /\S \S+ \S/.test(cell)) && isTyped(below, 0) && isTyped(below, 1);
}

/**
 * Where notes of one or two cells end: after the last empty row that follows nothing else.
 *
 * @param {number[]} filled How many cells of each row are filled.
 * @param {number} most How many the fullest row has.
 */
function notesEnd(filled, most) {
  const table = filled.findIndex(count => count > 2);
  return most > 3 ? filled.slice(0, table).lastIndexOf(0) + 1 : 0;
}

/**
 * Whether a row has nothing but a title. It stands in the first cell, unless the row below holds no data.
 *
 * @param {string[][]} rows
 * @param {number} at
 * @param {number} filled How many of its cells are filled.
 * @param {number} most How many cells the fullest row has.
 */
function isTitle(rows, at, filled, most) {
  const row = rows[at];
  if (filled !== 1 || most < 3) return false;
  const below = rows[at + 1] ?? [];
  // A date above names is one; above values, it is a record that lacks all others.
  if (row.some(isData)) return isData(row[0]) && areNames(below) && isUnique(below) && looksUnlike(rows.slice(at + 1));
  // A record may lack all other values.
  const column = row.findIndex(cell => cell.trim() !== '');
  if (/\d/.test(row[column]) && looseShapeOf(row[column]) === looseShapeOf(below[column] ?? '')) return false;
  return column === 0 || !below.some(isData);
}

/**
 * Whether a row with one filled cell is the upper row of a header, as `TRAVEL,,` is over `Air,Rail,Taxi`, and not a title: it is
 * one word in capitals.
 *
 * @param {string[]} row
 * @param {string[]} below
 */
function isGroup(row, below) {
  const name = row.join('').trim();
  return /^[\p{Lu}\d_-]+$/u.test(name) && !isData(name) && areNames(below);
}

/**
 * @param {string[][]} rows The first of them is filled.
 * @returns {number}
 */
function countHeaderRows(rows) {
  if (rows.length === 0) return 1;
  if (rows.length === 1) return rows[0].some(isData) ? 0 : 1;
  if (isIndexed(rows)) return 1;
  const below = rows.slice(Math.min(MAX_HEADER_ROWS, rows.length - 1));
  const typed = rows[0].map((_, column) => isTyped(below, column));
  if (!typed.includes(true)) return countUntyped(rows);
  if (isYears(rows[0], typed, below)) return 1;

  let count = 0;
  for (let number = 0; number < Math.min(MAX_HEADER_ROWS, rows.length - 1); number++) {
    const row = rows[number];
    if (row.length !== rows[0].length || row.some((cell, column) => typed[column] && isValue(cell, below, column)))
      break;
    const isNames = row.some((cell, column) => typed[column] && cell.trim() !== '' && !NO_VALUE.test(cell.trim()));
    if (isNames && (number === 0 || canContinue(rows[number - 1], row, typed))) count = number + 1;
    else if (!hasGaps(row)) break;
  }
  return count;
}

/**
 * Whether a row that does not look like a header may be one, as it is filled and none of its values stands in another record.
 *
 * @param {string[][]} rows
 */
function mayBeNames([top, ...rows]) {
  // Where files are joined, the header comes again; so may a record. Two equal rows are two records.
  const below = rows.filter(row => row.join('\0') !== top.join('\0'));
  if (below[0] !== rows[0]) return false;
  // The numbers of rows often have no name.
  const names = top[0] === '' && top.length > 1 ? top.slice(1) : top;
  if (below.length === 0 || !areNames(names) || isAlike(top, below)) return false;
  if (holdsNumber(top, below)) return false;
  return top.every((name, column) => name === '' || below.every(row => row[column] !== name));
}

/**
 * Whether a row goes on with the header that the row above began, rather than being a record.
 *
 * @param {string[]} above
 * @param {string[]} row
 * @param {boolean[]} typed Which columns hold data.
 */
function canContinue(above, row, typed) {
  if (hasGaps(above) || above.join('\0') === row.join('\0')) return true;
  const cells = row.filter((_, column) => typed[column]);
  return cells.length > 1 && cells.every(cell => cell.trim() !== '' && !NO_VALUE.test(cell.trim()));
}

/**
 * Without a column of data, the first row is a header unless it looks like the others.
 *
 * @param {string[][]} rows
 */
function countUntyped(rows) {
  const [top, second] = rows;
  // Two equal rows are two records.
  if (top.join('\0') === second.join('\0')) return 0;
  const below = rows.slice(1);
  const isRepeated = (/** @type {string} */ name, /** @type {number} */ column) =>
    name.trim() !== '' && below.some(row => row[column] === name);
  const repeated = top.filter(isRepeated).length;
  if (isAlike(top, below) || holdsNumber(top, below)) return 0;
  if (hasGaps(top) && isUnique(second) && second.every(cell => cell.trim() !== '') && rows.length > 2) return 2;
  return isUnique(top) && repeated * 2 < top.length ? 1 : 0;
}

/**
 * Whether in all columns whose values have one shape, with more than letters in it, a row has that shape too.
 *
 * @param {string[]} top
 * @param {string[][]} below
 */
function isAlike(top, below) {
  let shaped = 0;
  for (const [column, name] of top.entries()) {
    const cells = below.map(row => row[column] ?? '').filter(cell => cell.trim() !== '');
    const shape = shapeOf(cells[0] ?? '');
    if (cells.length < 3 || shape === 'a' || cells.some(cell => shapeOf(cell) !== shape)) continue;
    if (shapeOf(name) !== shape) return false;
    shaped += 1;
  }
  return shaped > 0;
}

/**
 * Whether a row names years or dates, as `Region,2019,2020` does, above values that are none.
 *
 * @param {string[]} row
 * @param {boolean[]} typed
 * @param {string[][]} below
 */
function isYears(row, typed, below) {
  if (isData(row[0]) || !isUnique(row)) return false;
  let years = 0;
  for (const [column, cell] of row.entries()) {
    if (!typed[column] || !isData(cell)) continue;
    const values = below.map(other => (other[column] ?? '').trim());
    // A number may look like a year.
    const isYear = YEAR.test(cell.trim()) && !values.every(value => YEAR.test(value));
    if (!isYear && !(DATE.test(cell.trim()) && !values.some(value => DATE.test(value)))) return false;
    years += 1;
  }
  return years > 0;
}

/**
 * Whether a row has names and, beside them, gaps where cells were merged.
 *
 * @param {string[]} row
 */
function hasGaps(row) {
  return row.some(cell => cell.trim() === '') && row.some(cell => cell.trim() !== '') && !row.some(isData);
}

const SEARCHED_ROWS = 200;
const MAX_HEADER_ROWS = 3;
/** What stands in a record instead of a value. */
const NO_VALUE = /^(?:n\/?a|nan|null|none|nil|unknown|tb[acd]|[-.?*]+)$/i;
const YEAR = /^(?:1[89]|20|21)\d\d$/;
const DATE = /^\d{4}-\d\d(?:-\d\d)?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/;
