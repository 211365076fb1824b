import { fieldsIn } from '../../plan/fields-in.js';
import { isData } from '../header/cell-shape.js';
import { findTable } from '../table/find-table.js';
import { USUAL } from '../table/usual.js';
import { fieldValues } from '../text/field-values.js';
import { countQuoted } from '../text/readings.js';
import { mayOpenField } from './apostrophes.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from '../table/table.js' */
/** @import { Reading } from '../text/reading.js' */

/**
 * Reads a table, whose records are as good without that, with quotes that stand behind a space, or with apostrophes for quotes,
 * where everything that looks quoted so is sound.
 *
 * @param {Sample} sample
 * @param {Table} table The best one without them.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 */
export function withOtherQuotes(sample, table, rule, options) {
  const { text } = sample;
  const { delimiter, quote, escape: escaping, spaces } = table.reading;
  if (rule.quote !== 'auto') return table;
  if (quote === '"' && escaping === 'double' && !spaces && delimiter.trim() !== '' && holdsSpaced(text)) {
    const other = findTable(sample, { ...table.reading, spaces: true }, options);
    if (isAsGood(other, table) && hasMoreQuotes(other, table)) return other;
  }
  if (quote !== '"' || !text.includes("'") || !mayOpenField(text, table.reading) || holdsQuoted(table)) return table;
  const other = inApostrophes(sample, table.reading, options);
  if (other.first !== table.first || other.records.some(({ sound }) => !sound)) return table;
  if (other.records.every(({ quoted }) => quoted === 0)) return table;
  const hasFewBad = other.bad <= other.good * FEW;
  const below = other.records.slice(other.first + 1);
  const areQuoted = below.length > 1 && below.every(({ quoted }) => quoted > 0);
  const hasManyQuoted = areQuoted || countQuoted(other) >= MIN_QUOTED;
  if (table.trailingDelimiter && !other.trailingDelimiter && hasFewBad && hasManyQuoted) return other;
  if (!isAsGood(other, table) || other.width !== table.width) return table;
  if (other.width === 1 && other.records.length > 1 && other.records.every(({ quoted }) => quoted === 1)) return other;
  return isAllInApostrophes(other, text, rule, options) || holdsDoubled(other, text) ? other : table;
}

/**
 * @param {Sample} sample
 * @param {Reading} reading
 * @param {TableOptions} options
 * @returns {Table} With apostrophes for quotes, also behind a space if more fields have them there.
 */
function inApostrophes(sample, reading, options) {
  const close = findTable(sample, { ...reading, quote: "'" }, options);
  if (reading.delimiter.trim() === '' || !sample.text.includes(" '")) return close;
  const spaced = findTable(sample, { ...reading, quote: "'", spaces: true }, options);
  return countQuoted(spaced) > countQuoted(close) ? spaced : close;
}

/**
 * @param {Table} table
 * @returns {boolean} Whether records below the first, which may be a title, have quotes.
 */
function holdsQuoted({ records, first }) {
  return records.slice(first + Number(records.length > first + 1)).some(({ quoted }) => quoted > 0);
}

/**
 * @param {Table} other
 * @param {Table} table
 */
function isAsGood(other, table) {
  return other.first === table.first && other.bad <= table.bad && other.good >= table.good;
}

/**
 * Whether more of the header, or of half of the records, is in quotes.
 *
 * @param {Table} other
 * @param {Table} table
 */
function hasMoreQuotes({ records, first, width }, table) {
  if (width !== table.width) return false;
  const quoted = new Map(table.records.map(record => [record.start, record.quoted]));
  const gains = records.slice(first).map(record => record.quoted > (quoted.get(record.start) ?? 0));
  return gains[0] || gains.filter(Boolean).length * 2 >= gains.length;
}

/**
 * Whether all names, or all values of some columns, have apostrophes around them.
 *
 * @param {Table} table
 * @param {string} text
 * @param {CsvRule} rule
 * @param {TableOptions} options
 */
function isAllInApostrophes({ records, first, reading }, text, rule, { named, sure }) {
  const plain = { ...reading, quote: /** @type {const} */ ('none') };
  const all = records.slice(first).map(record => fieldValues(text, record, plain));
  // A title that is padded has none.
  const titles = all.findIndex(row => row.length < 3 || row.filter(Boolean).length > 1);
  const rows = all.slice(Math.max(titles, 0));
  const isQuoted = (/** @type {string} */ value) => /^'.*'$/s.test(value);
  const isAll = rows.flat().filter(Boolean).every(isQuoted);
  if (isAll && (rows.length > 1 || fieldsIn(rule).length > 0)) return true;
  if (rows[0].length > 1 && rows[0].every(isQuoted)) return true;
  const isNamed = sure || (named && !rows[0].some(isQuoted));
  const below = rows.slice(Number(isNamed));
  // A delimiter within shows why a single value is quoted.
  const isExplained =
    below.length > 1 || USUAL.some(delimiter => below.flat().some(value => value.includes(delimiter)));
  if (rows[0].length === 1 && isExplained && fieldsIn(rule).length > 0) return below.flat().every(isQuoted);
  const own = below.flat().filter(Boolean);
  const areTexts = own.filter(isQuoted).length > 1 && own.every(value => isQuoted(value) || isData(value));
  if (areTexts && fieldsIn(rule).length > 0) return true;
  const columns = rows[0].map((_, column) => below.flatMap(row => row[column] || []));
  const quoted = columns.filter(values => values.length > 1 && values.every(isQuoted));
  return quoted.flat().length >= (fieldsIn(rule).length > 0 ? 2 : MIN_QUOTED);
}

/**
 * Whether apostrophes within apostrophes are doubled, as in `'O''Hara'`.
 *
 * @param {Table} table
 * @param {string} text
 */
function holdsDoubled({ records, first, reading }, text) {
  const plain = { ...reading, quote: /** @type {const} */ ('none') };
  const rows = records.slice(first).map(record => fieldValues(text, record, plain));
  return rows.flat().some(value => QUOTED.test(value) && value.slice(1, -1).includes("''"));
}

/**
 * @param {string} text
 * @returns {boolean} Whether it has a quote beside a space, where a field may begin or end.
 */
function holdsSpaced(text) {
  return text.includes('"') && SPACED.test(text);
}

const FEW = 0.1;
const MIN_QUOTED = 4;
/** Apostrophes around a value in which none is single. */
const QUOTED = /^'(?:[^']|'')*'$/;
const SPACED = /[^\s"] +"|" +[^\s"]/;
