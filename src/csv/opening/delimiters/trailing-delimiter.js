import { fieldValues } from '../text/field-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * Whether each record of a table ends with a delimiter that the header lacks, if the rule gives the header, or if it stands below
 * titles that are padded. (Otherwise, `findTable` knows.) Nearly all records must: one that has an empty field too many may be a
 * mistake.
 *
 * @param {string} text The sample.
 * @param {Pick<Table, 'records' | 'first'>} table
 * @param {{ first: number, rows: number }} found Which of the table's records is the header, if it has one.
 * @param {CsvRule} rule
 */
export function endsBehindNames(text, { records, first }, found, { header, comments }) {
  const isGiven = Array.isArray(header);
  if (!isGiven && (found.first === first || found.rows === 0)) return false;
  const width = isGiven ? header.length : records[found.first].width;
  let longer = 0;
  let others = 0;
  for (const record of records.slice(isGiven ? first : found.first + found.rows)) {
    const isSame = record.sound && record.width === width;
    if (record.sound && isLonger(record, width)) longer += 1;
    else if (isSame || comments !== 'auto' || text[record.start] !== '#') others += 1;
  }
  return longer > 0 && longer >= NEARLY_ALL * (longer + others);
}

/**
 * Whether a record has one field more than names, which is empty.
 *
 * @param {SplitRecord} record
 * @param {number} names How many there are.
 */
export function isLonger({ width, emptyLast }, names) {
  return width === names + 1 && emptyLast;
}

/**
 * Whether a delimiter at each record's end may be an empty last field, as the first fields count the records and the first name does not
 * say so: the numbers of rows have no name, as R writes them.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading' | 'trailingDelimiter'>} table
 * @param {string} text The sample.
 */
export function mayHaveRowNumbers({ records, first, reading, trailingDelimiter }, text) {
  if (!trailingDelimiter || records.length < first + 2) return false;
  const [[name], ...rows] = records
    .slice(first, first + COMPARED_RECORDS)
    .map(record => fieldValues(text, record, reading));
  return !NUMBERS.test(name) && rows.every(([value], index) => value === String(index + 1));
}

/**
 * Whether a delimiter at each record's end may be an empty last field, since another one may stand within a value of all records: a decimal
 * comma, as in `price,name,note` above `854,67,Ann,`, or one in a name, as in `name,note` above `Lee, Ann,`.
 *
 * @param {Pick<Table, 'records' | 'first' | 'reading' | 'trailingDelimiter'>} table
 * @param {string} text The sample.
 */
export function mayCutValues({ records, first, reading, trailingDelimiter }, text) {
  if (!trailingDelimiter || records.length < first + 2) return false;
  const [names, ...rows] = records
    .slice(first, first + COMPARED_RECORDS)
    .map(record => fieldValues(text, record, reading));
  return names.some((name, at) => {
    const isSpaced = () =>
      !names[at + 1]?.startsWith(' ') &&
      rows.every(row => !WHOLE.test(row[at] ?? '') && SPACED.test(row[at + 1] ?? ''));
    const isDecimal = () => rows.every(row => WHOLE.test(row[at] ?? '') && DECIMALS.test(row[at + 1] ?? ''));
    return (reading.delimiter === ',' && !NUMBERS.test(name) && isDecimal()) || isSpaced();
  });
}

const COMPARED_RECORDS = 50;
/** How columns that count are named. */
const NUMBERS = /id|n[ro]\b|nu?m|row|index|key|pos|line|count|rank|seq|zeile|zahl|^#|№|^lp\.?$|番号|序号/i;
const NEARLY_ALL = 0.9;
const SPACED = /^ [\p{L}\d]/u;
const WHOLE = /^[-+]?\d[\d.]*$/;
const DECIMALS = /^\d\d$/;
