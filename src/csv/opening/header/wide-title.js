import { shareOfMixed } from '../delimiters/mixed-values.js';
import { hasEmptyLine } from '../doubts/two-tables.js';
import { USUAL } from '../table/usual.js';
import { isEmptyRow } from '../text/empty-row.js';
import { fieldValues } from '../text/field-values.js';
import { isData } from './cell-shape.js';
import { isHeader, isUnlike } from './looks-like-names.js';

/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * What speaks for a title that has as many fields as the table below. The next line then names the fields, or an empty one is between them.
 * In `Sales, all` above `name,n`, only the title has a space after its delimiter; `Report,` names one of two fields, and no other line lacks
 * a value; `Sum,Sum` repeats a name; `Report:,Sales` is a name and its value; `Report,all,` has a gap.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {string} text The sample.
 * @returns {string | null} null if nothing does.
 */
export function signOfTitle({ records, first, reading }, text) {
  const [title, ...others] = records.slice(first, first + COMPARED_RECORDS);
  const empty = others.findIndex(record => !isEmptyRow(text, record, reading));
  if (empty === -1 || title.width < 2) return null;
  const [names, ...below] = others.slice(empty);
  const [cells, next, ...rows] = [title, names, ...below].map(record => fieldValues(text, record, reading));
  if (COLON.test(cells[0]) && COLON.test(next[0])) return 'has a colon after its first value, as the next line has';
  /** @param {string[][]} others */
  const isSpacedAbove = others =>
    cells.some((cell, at) => at > 0 && cell.startsWith(' ') && !others.some(row => row[at]?.startsWith(' ')));
  const spaced = 'has a space after its delimiter';
  if (title.width !== names.width) {
    const same = rows.filter(row => row.length === cells.length);
    return names.width === 1 && same.length > 1 && isSpacedAbove(same) ? spaced : null;
  }
  const filled = cells.filter(cell => cell.trim() !== '');
  if (filled.length > 1 && new Set(filled).size === 1 && filled.length === cells.length) return 'repeats one name';
  const isFull = (/** @type {string[]} */ row) => row.every(cell => cell.trim() !== '');
  if (cells.length === 2 && cells[0] !== '' && cells[1] === '') {
    const records = [next, ...rows].filter(row => !isEmpty(row));
    const full = records.slice(records.findIndex(isFull));
    if (records.some(isFull) && full.every(isFull)) return 'names only one of two fields';
  }
  if (next.some(isData)) return null;
  const at = first + 1 + empty;
  const isApart = empty > 0 || hasEmptyLine(text, title, names);
  const areNames = () => isHeader(records, at, text, reading) || isUnlike(records, at, text, reading);
  if (isSpacedAbove([next, ...rows]) && (isApart || areNames() || mayName(cells, next, rows))) return spaced;
  // The numbers of rows often have no name.
  const hasGap = cells.slice(1).some(cell => cell.trim() === '');
  const isOdd = new Set(filled).size < filled.length || COLON.test(cells[0]) || COMMENT.test(cells[0]);
  // Lists of SAP begin with a column that is always empty.
  const isBlank = [next, ...rows].every(row => row[0].trim() === '');
  if ((hasGap || isOdd) && isFull(isBlank ? next.slice(1) : next) && areNames()) return 'has odd names';
  // Names of columns may be years or days, but no words follow these.
  const isAmongWords = cells.some(
    (cell, index) => isData(cell) && cells.slice(index + 1).some(other => /\p{L}/u.test(other) && !isData(other)),
  );
  const isDataAbove = isAmongWords && isHeader(records, at, text, reading) && mayName(cells, next, rows);
  return isDataAbove ? 'has data above names' : null;
}

/**
 * Whether a line is a comment above the names, which it repeats behind its sign: `// id,name`.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {string} text The sample.
 */
export function repeatsNames({ records, first, reading }, text) {
  const [line, ...below] = records
    .slice(first, first + COMPARED_LINES)
    .map(record => fieldValues(text, record, reading));
  if (line === undefined || !SIGN.test(line[0])) return false;
  const bare = line[0].replace(SIGN, '');
  return below.some(
    row => row[0] === bare && row.length === line.length && row.every((cell, at) => at === 0 || cell === line[at]),
  );
}

/**
 * Whether a line that a spreadsheet has padded is the header, above one with too few or too many names.
 *
 * @param {string[]} names
 * @param {SplitRecord | undefined} record The next one that has values.
 * @param {Table} table
 * @param {string} text
 */
export function isTitleAbove(names, record, { width, reading }, text) {
  // A title may hold the delimiter.
  const isFilled = 2 * names.filter(Boolean).length > names.length;
  if (record === undefined || record.width === width || width < 3 || isFilled) return false;
  const others = fieldValues(text, record, reading);
  return others.every(name => name.trim() !== '' && !isData(name)) && new Set(others).size === others.length;
}

/**
 * Whether a title has the table's delimiter by chance: the line below lacks it, and all lines but the title have another one, with which that
 * line names the fields, as in `People; all` above `name,n` and `a;b,1`. A first record that lacks its last values may be such a line, too: where
 * all commas are decimal ones, or between names as in `Lee, Ann`, they show nothing.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading'>} table
 * @param {string} text The sample.
 */
export function splitsTitleOnly({ records, first, reading }, text) {
  const below = records.slice(first + 1);
  if (below.length < 2 || records[first].width < 2 || below[0].width > 1) return false;
  return USUAL.some(delimiter => {
    const other = { ...reading, delimiter };
    const isMixed = (/** @type {SplitRecord} */ record) =>
      shareOfMixed({ records: [record], first: 0, reading }, { reading: other }, text) > 0;
    return delimiter !== reading.delimiter && below.every(isMixed) && isHeader(below, 0, text, other);
  });
}

/**
 * Whether a row without data may name the fields, though the line above it may: it has no digits, and none of its values stands in a row
 * below. Above a row with capitals or several words, names as programs write them are the header.
 *
 * @param {string[]} above
 * @param {string[]} row
 * @param {string[][]} below
 */
function mayName(above, row, below) {
  const arePlain = (/** @type {string[]} */ cells) => cells.every(cell => PLAIN_NAME.test(cell.trim()));
  if (arePlain(above) && !arePlain(row)) return false;
  if (new Set(row).size < row.length || row.some(cell => cell.trim() === '' || DIGIT.test(cell))) return false;
  return below.length > 0 && row.every((cell, at) => below.every(other => other[at] !== cell));
}

/** @param {string[]} row */
function isEmpty(row) {
  return row.every(cell => cell.trim() === '');
}

const COMPARED_RECORDS = 20;
const COMPARED_LINES = 6;
const DIGIT = /\d/;
/** A name as programs write it: titles have capitals or several words. */
const PLAIN_NAME = /^[a-z_][\w.-]*$/;
const COLON = /\S:\s*$/;
/** What stands in front of a comment. */
const SIGN = /^(?:[^\p{L}\p{N}\s"]{1,3}|REM) */u;
/** How comments begin that are not looked for. */
const COMMENT = /^(?:[!%@;*']|\/\/|--|REM) /;
