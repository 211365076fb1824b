import { CsvError } from '../../errors.js';
import { looseName } from '../../recipe/field-names.js';
import { fieldsIn } from '../fields-in.js';
import { fieldValues } from './field-values.js';
import { findTable } from './find-table.js';
import { absentDelimiter, mayBeColumn } from './one-column.js';
import { shownRecord } from './shown-record.js';
import { USUAL } from './usual.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from './find-table.js' */

/**
 * Decides between a table and those that it would be with another usual delimiter, where the rule names fields: a wrong guess
 * would take a part of a value for a field. The table under which more of the named fields are found wins; without names, the one
 * whose values hold fewer of the other's delimiters.
 *
 * @param {Sample} sample
 * @param {Table} table The best one.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function withoutRival(sample, table, rule, options) {
  if (rule.delimiter !== 'auto' || fieldsIn(rule).length === 0) return table;
  const { text } = sample;
  const isByName = options.named && options.used.length > 0;
  let best = table;
  for (const delimiter of USUAL) {
    if (delimiter === best.reading.delimiter || !text.includes(delimiter)) continue;
    const other = findTable(sample, { ...best.reading, delimiter }, options);
    if (other.width < 2) continue;
    if (isByName) {
      const isSound = other.bad <= other.good * FEW || best.width < 2 || best.bad > best.good;
      if (isSound && countFound(other, text, options) > countFound(best, text, options)) best = other;
    } else if (isRegular(best) && isRegular(other)) {
      best = likelier(best, other, text, rule);
    }
  }
  if (rule.header !== true && !Array.isArray(rule.header) && options.used.length === 0 && mayBeColumn(sample, best)) {
    const delimiter = absentDelimiter(text);
    throw ambiguous(best, findTable(sample, { ...best.reading, delimiter }, options), text);
  }
  return best;
}

/**
 * Whether all records have one width, but for a few whose quotes are broken. The last one may be cut.
 *
 * @param {Table} table
 */
function isRegular({ records, width, good, bad }) {
  const isCut = good > 1 && records.at(-1)?.sound === false;
  if (width < 2 || good === 0 || bad - Number(isCut) > good * FEW) return false;
  return bad === 0 || bad <= records.filter(({ sound }) => !sound).length;
}

/**
 * @param {Table} table
 * @param {string} text
 * @param {TableOptions} options
 */
function countFound({ records, first, reading }, text, { used }) {
  if (records[first] === undefined) return 0;
  const names = new Set(fieldValues(text, records[first], reading).map(name => looseName(name)));
  return used.filter(name => names.has(name)).length;
}

/**
 * @param {Table} one
 * @param {Table} other
 * @param {string} text
 * @param {CsvRule} rule
 * @returns {Table}
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
function likelier(one, other, text, { header }) {
  if (Array.isArray(header) && (one.width === header.length) !== (other.width === header.length)) {
    return one.width === header.length ? one : other;
  }
  // Hardly any text holds a tab or a bar.
  const [isStrong, isOtherStrong] = [one, other].map(({ reading }) => STRONG.includes(reading.delimiter));
  if (isStrong !== isOtherStrong) return isStrong ? one : other;
  const [mixed, otherMixed] = [shareOfMixed(one, other, text), shareOfMixed(other, one, text)];
  if (one.width !== other.width && mixed * 2 <= otherMixed) return one;
  if (one.width !== other.width && otherMixed * 2 <= mixed) return other;
  throw ambiguous(one, other, text);
}

/**
 * The share of a table's values that hold the other's delimiter, amounts of money left out.
 *
 * @param {Table} table
 * @param {Table} other
 * @param {string} text
 */
function shareOfMixed({ records, first, reading }, other, text) {
  const values = records.slice(first, first + COMPARED_RECORDS).flatMap(record => fieldValues(text, record, reading));
  const mixed = values.filter(value => value.includes(other.reading.delimiter) && !AMOUNT.test(value));
  return mixed.length / values.length;
}

/**
 * @param {Table} one
 * @param {Table} other
 * @param {string} text
 */
function ambiguous(one, other, text) {
  const [first, second] = [one, other].map(({ reading, records, first: at }) => {
    const delimiter = JSON.stringify(reading.delimiter);
    return { line: `"delimiter": ${delimiter}`, shown: shownRecord(fieldValues(text, records[at], reading)) };
  });
  return new CsvError(
    'csv/ambiguous-dialect',
    `the records can be read in two ways: the first one is ${first.shown} or ${second.shown}; set ${first.line}, ` +
      `or ${second.line}`,
    { record: 1 },
  );
}

const STRONG = ['\t', '|'];
const FEW = 0.1;
const COMPARED_RECORDS = 50;
/** A number, perhaps with its currency, with a decimal comma or commas between thousands. */
const AMOUNT = /^[-+]?[$€£¥]?\d[\d,]*(?:\.\d+)?$/;
