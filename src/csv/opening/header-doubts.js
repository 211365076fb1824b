import { CsvError } from '../../errors.js';
import { printable } from '../../printable.js';
import { looseName } from '../../recipe/field-names.js';
import { fieldsIn } from '../fields-in.js';
import { isData } from './cell-shape.js';
import { fieldValues } from './field-values.js';
import { findHeader } from './find-header.js';
import { holdsName } from './name-parts.js';
import { hasEmptyLine } from './two-tables.js';
import { USUAL } from './usual.js';

/** @import { CsvRule, Field } from '../../recipe/recipe.js' */
/** @import { Table } from './find-table.js' */
/** @import { SplitRecord } from './split-records.js' */

/**
 * Refuses a header that nobody would believe, where the rule names fields. `"missing": "ignore"` is meant for files that lack a
 * field, not for those whose header was not found.
 *
 * @param {CsvRule} rule
 * @param {string[] | null} names As found; null if there is no header.
 * @param {Table} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseDoubtfulHeader(rule, names, table, text) {
  const { header, delimiter, skipLines } = rule;
  if (Array.isArray(header) || fieldsIn(rule).length === 0) return;
  // The rule says where the header is, and how it is split.
  if (header !== 'auto' && delimiter !== 'auto' && skipLines !== 'auto') return;
  // There is nothing to be published.
  if (names === null && table.records.length === 0) return;
  if (names !== null ? table.lacksName : header === 'auto' && isShortHeaderAbove(table, text)) {
    throw new CsvError(
      'csv/bad-header',
      'the header has one name fewer than the records have fields, so no value can be told its name: list all names in ' +
        '"header" and set "skipLines" to skip the line that lacks one',
    );
  }
  const below = table.records.slice(table.first + 1);
  const hasValue = (/** @type {SplitRecord} */ record) => fieldValues(text, record, table.reading).some(Boolean);
  const isFilledUp = rule.ragged === 'pad' && header !== false && table.width > 1;
  if (isFilledUp && below.length > 1 && below.every(({ width }) => width === 1)) {
    throw new CsvError(
      'csv/bad-header',
      `the first line has ${table.width} fields, but all others have one, so it may be a title; say where the header is and how it ` +
        'is written with "skipLines" or "delimiter"',
    );
  }
  if (table.width === 1 && table.good > 0 && table.bad >= table.good) {
    throw new CsvError(
      'csv/bad-header',
      'the first line has one field, but so many others have more that it may be a title; say where the table begins and how it is ' +
        'written with "skipLines" or "delimiter"',
    );
  }
  if (header !== false && names !== null && isTitleAbove(names, below.find(hasValue), table, text)) {
    throw new CsvError(
      'csv/bad-header',
      'the first line looks like a title, and the line below has another number of names than the records have fields; list all names ' +
        'in "header" and set "skipLines" to skip both',
    );
  }
  if (rule.missing !== 'ignore') return;
  const lost = lostFields(rule, names ?? [], names?.length ?? table.width);
  if (lost.length === 0) return;
  const doubt = names === null && header === 'auto' ? 'no header was found' : doubtAbout(names, lost, table, text);
  if (doubt === null) return;
  const [first] = lost;
  const shown = typeof first === 'number' ? `at position ${first}` : `"${printable(first.slice(0, SHOWN_CHARACTERS))}"`;
  throw new CsvError(
    'csv/bad-header',
    `the field ${shown} is to be protected and was not found, but ${doubt}; say where ` +
      'the header is and how it is written with "skipLines", "delimiter", "header" or "encoding"',
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
function isTitleAbove(names, record, { width, reading }, text) {
  if (record === undefined || record.width === width || width < 3 || names.filter(Boolean).length > 1) return false;
  const others = fieldValues(text, record, reading);
  return others.every(name => name.trim() !== '' && !isData(name)) && new Set(others).size === others.length;
}

/**
 * Whether the line above records without a header may name all fields but one.
 *
 * @param {Table} table
 * @param {string} text
 */
function isShortHeaderAbove({ records, first, width, reading }, text) {
  const above = records[first - 1];
  if (above === undefined || above.width !== width - 1 || hasEmptyLine(text, above, records[first])) return false;
  return fieldValues(text, above, reading).every(name => PLAIN_NAME.test(name));
}

/**
 * @param {CsvRule} rule
 * @param {string[]} names
 * @param {number} width
 * @returns {Field[]} The fields that must not be published as they are, and that the entry lacks.
 */
function lostFields({ drop, hash, mask }, names, width) {
  const found = new Set(names.map(name => looseName(name)));
  const fields = [...drop, ...hash, ...mask.map(({ field }) => field)];
  return fields.filter(field => (typeof field === 'string' ? !found.has(looseName(field)) : field >= width));
}

/**
 * @param {string[] | null} names
 * @param {Field[]} lost
 * @param {Table} table
 * @param {string} text
 * @returns {string | null} What is odd about a header.
 */
function doubtAbout(names, lost, { records, first, width, reading }, text) {
  if (width === 1) {
    const lines = records.slice(first, first + COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end));
    const isSplit = (/** @type {string} */ delimiter) =>
      lines.every(line => line.includes(delimiter)) ||
      (USUAL.includes(delimiter) && (lines[0].includes(delimiter) || isInAll(lines.slice(1), delimiter)));
    const delimiter = [...USUAL, ...RARE].find(isSplit);
    if (delimiter !== undefined) return `all lines may be split by ${JSON.stringify(delimiter)}`;
  }
  if (names === null) return null;
  const filled = names.filter(name => name.trim() !== '');
  if (filled.length * 2 <= names.length) return 'most names in the header are empty';
  if (names.length > 1 && (names.every(isData) || isRecord(text, { records, first, reading }))) {
    return 'the header looks like a record';
  }
  const below = records.slice(first + 1, first + 1 + SEARCHED_ROWS);
  const wanted = lost.flatMap(field => (typeof field === 'string' && looseName(field)) || []);
  const isWithin = (/** @type {string} */ name) => holdsName(name, wanted);
  const holder = names.find(isWithin);
  if (holder !== undefined) return `its name stands within "${printable(holder.slice(0, SHOWN_CHARACTERS))}"`;
  const isInRow = below.some(record => fieldValues(text, record, reading).some(isWithin));
  const isAbove = records.slice(0, first).some(record => fieldValues(text, record, reading).some(isWithin));
  return isInRow || isAbove ? 'a line above or below the header has its name' : null;
}

/**
 * @param {string[]} lines
 * @param {string} delimiter
 */
function isInAll(lines, delimiter) {
  return lines.length > 1 && lines.every(line => line.includes(delimiter));
}

/**
 * @param {string} text
 * @param {Parameters<typeof findHeader>[1]} table
 * @returns {boolean} Whether its first record looks like those below.
 */
function isRecord(text, table) {
  const { first, rows } = findHeader(text, table);
  return rows === 0 && first === table.first;
}

const COMPARED_RECORDS = 21;
const SEARCHED_ROWS = 5;
const SHOWN_CHARACTERS = 100;
const RARE = ['^', '~'];
/** A name as programs write it. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{N}_.-]*(?: [\p{L}\p{N}]+)?$/u;
