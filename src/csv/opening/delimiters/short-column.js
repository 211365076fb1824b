import { CsvError } from '../../../errors.js';
import { fieldsIn } from '../../plan/fields-in.js';
import { isComment } from '../header/comments-above.js';
import { isHeader } from '../header/looks-like-names.js';
import { namesField } from '../header/used-names.js';
import { isSurelyColumn } from './one-column.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table } from '../table/table.js' */

/**
 * Refuses a header of one name above records that a delimiter splits in two, unless each of them looks like one value.
 *
 * @param {Sample} sample
 * @param {Table} table Under that delimiter.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseShortColumn(sample, table) {
  const { records, first, width, lacksName, reading } = table;
  const count = records.length - first - 1;
  const below = { records: records.slice(first + 1), first: 0, width: 2, bad: 0, reading };
  // Some of the last fields may be empty.
  const split = below.records.filter(record => record.width === 2);
  const areTwo = split.length >= count * NEARLY_ALL && split.some(record => !record.emptyLast);
  if (width !== 1 || count < 2 || !(lacksName || areTwo) || isSurelyColumn(sample, below)) return;
  throw new CsvError(
    'csv/bad-header',
    `the header has one name, but all records may be split by ${JSON.stringify(reading.delimiter)}; say how the entry is written ` +
      'with "delimiter", or where its header is with "skipLines" or "header"',
  );
}

/**
 * Refuses one column where a delimiter splits nearly all lines but the first, which may be a title, in three or more.
 *
 * @param {Table} table Under that delimiter.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseTitle({ records, first, reading }) {
  const below = records.slice(first + 1);
  if (below.length < 2 || below.filter(({ width }) => width < 3).length > below.length * FEW) return;
  throw new CsvError(
    'csv/bad-header',
    `the first line has one field, but the others may be split by ${JSON.stringify(reading.delimiter)}, so it may be a title; say ` +
      'where the header is with "skipLines", or how the entry is written with "delimiter"',
  );
}

/**
 * Refuses one column where a delimiter splits its last lines, two or more, and those are names above data: the few lines above them
 * may be titles.
 *
 * @param {Table} table Under that delimiter.
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseTitles({ records, reading }, text) {
  const from = records.findLastIndex(({ width }) => width === 1) + 1;
  const below = records.slice(from);
  if (from === 0 || from > MAX_TITLES || below.length < 2) return;
  if (below.some(({ sound, width }) => !sound || width !== below[0].width) || !isHeader(records, from, text, reading))
    return;
  throw new CsvError(
    'csv/bad-header',
    `the lines above may be titles, since all those below may be split by ${JSON.stringify(reading.delimiter)} as names and values; ` +
      'say where the header is with "skipLines", or how the entry is written with "delimiter"',
  );
}

/**
 * Whether a header is one name, which the rule uses, above values that are one field each, though the delimiter stands in all of them:
 * amounts with a decimal comma, or names as `Lee, Ann`. Where the first parts count the records, they may be the names of rows, as R
 * writes them.
 *
 * @param {Pick<Sample, 'text'>} sample
 * @param {Table} table
 * @param {CsvRule} rule
 * @param {readonly string[]} used
 */
export function isOneColumn({ text }, { records, first, width, good, lacksName, reading }, rule, used) {
  const below = records.slice(first + 1);
  const isFirst = records.slice(0, first).every(line => isComment(text, line));
  if (!isFirst || width !== 1 || good > 0 || !lacksName || below.length < 2) return false;
  const isCounted = below
    .slice(0, 2)
    .every(({ start }, index) => text.startsWith(`${index + 1}${reading.delimiter}`, start));
  if (isCounted) return false;
  const isOnly =
    rule.header === true && rule.keep === null && rule.select === null && fieldsIn(rule).every(field => field === 0);
  if (!isOnly && !namesField(records[first], text, reading, used)) return false;
  return isSurelyColumn({ text }, { records: below, first: 0, width: 2, bad: 0, reading });
}

const FEW = 0.1;
const NEARLY_ALL = 1 - FEW;
const MAX_TITLES = 3;
