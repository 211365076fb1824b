import { looseName } from '../../recipe/field-names.js';
import { isEven } from './even-widths.js';
import { fieldValues } from './field-values.js';
import { usedNames } from './used-names.js';
import { isTitleAbove, repeatsNames, signOfTitle } from './wide-title.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Table } from './find-table.js' */
/** @import { SplitRecord } from './split-records.js' */

/**
 * @param {CsvRule} rule
 * @param {string[] | null} names As found; null if there is no header.
 * @param {Table} table
 * @param {string} text The sample.
 * @returns {string | null} Why the first line of the table may be a title above it; null if it is none.
 */
export function doubtAboutTitle(rule, names, table, text) {
  const { header, skipLines, ragged } = rule;
  const { records, first, width, good, bad, reading } = table;
  const below = records.slice(first + 1);
  const isFilledUp = ragged !== 'bad' && header !== false && width > 1;
  if (isFilledUp && below.length > 1 && below.every(record => record.width === 1)) {
    return (
      `the first line has ${width} fields, but all others have one, so it may be a title; say where the header is and how it is ` +
      'written with "skipLines" or "delimiter"'
    );
  }
  if (width === 1 && good > 0 && bad >= good) {
    return (
      'the first line has one field, but so many others have more that it may be a title; say where the table begins and how it is ' +
      'written with "skipLines" or "delimiter"'
    );
  }
  const hasValue = (/** @type {SplitRecord} */ record) => fieldValues(text, record, reading).some(Boolean);
  if (header !== false && names !== null && isTitleAbove(names, below.find(hasValue), table, text)) {
    return (
      'the first line looks like a title, and the line below has another number of names than the records have fields; list all names ' +
      'in "header" and set "skipLines" to skip both'
    );
  }
  if (skipLines !== 'auto') return null;
  const address = rule.keep === null && rule.select === null ? names?.find(isAddress) : undefined;
  if (address !== undefined) {
    return (
      'the first line has an e-mail address among its names, so it may be a record; say so with "header": false, or set "skipLines" to 0 if ' +
      'it is the header'
    );
  }
  if (names !== null && repeatsNames(table, text)) {
    return 'the first line may be a comment, since a line below has the same names without its sign; set "skipLines" to skip it';
  }
  const value = names === null || rule.delimiter !== 'auto' ? undefined : nameInColumn(rule, names, table, text);
  if (value !== undefined) {
    return (
      `the name ${JSON.stringify(value)} is also a value below, so the first line may be a record; say where the header is with "skipLines", ` +
      'or that there is none with "header": false'
    );
  }
  const mayBeTitle = usedNames(rule).length === 0 && isOneRow(names, table, text);
  const sign = mayBeTitle ? signOfTitle(table, text) : null;
  if (sign !== null) {
    return `the first line may be a title, since it ${sign}; set "skipLines" to skip the title, or to 0 if there is none`;
  }
  if (names !== null || good > 0 || below.length < 2 || !isEven({ ...table, first: first + 1 })) return null;
  return (
    `the first record has ${width} fields, and none of the others has as many, so it may be a title or lack some; say where the ` +
    'records begin with "skipLines", or name the fields in "header"'
  );
}

/**
 * @param {string[] | null} names
 * @param {Table} table
 * @param {string} text
 * @returns {boolean} Whether they are those of the first line, rather than of several.
 */
function isOneRow(names, { records, first, reading }, text) {
  if (names === null || records[first] === undefined) return false;
  const [name] = fieldValues(text, records[first], reading);
  return names[0] === name;
}

/**
 * @param {CsvRule} rule
 * @param {string[]} names
 * @param {Table} table
 * @param {string} text
 * @returns {string | undefined} A name that the rule uses and that is a value of its own column, in a record that is not the header again.
 */
function nameInColumn(rule, names, { records, first, reading }, text) {
  const used = new Set(usedNames(rule));
  const columns = names.flatMap((name, at) => (used.has(looseName(name)) ? [at] : []));
  if (columns.length === 0) return undefined;
  for (const record of records.slice(first + 1, first + 1 + COMPARED_RECORDS)) {
    const row = fieldValues(text, record, reading);
    const at = columns.find(column => row[column] === names[column]);
    if (at !== undefined && row.some((cell, column) => cell !== names[column])) return names[at];
  }
  return undefined;
}

/** @param {string} name */
function isAddress(name) {
  return name.length <= MAX_ADDRESS && ADDRESS.test(name);
}

const COMPARED_RECORDS = 50;
const MAX_ADDRESS = 200;
/** Alone or behind a name, as in `Ann <ann@example.com>`. */
const ADDRESS = /(?:^|[\s<(])[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+[)>]*$/;
