import { looseName } from '../../../recipe/field-names.js';
import { findHeader } from '../header/find-header.js';
import { usedNames } from '../header/used-names.js';
import { isTitleAbove, repeatsNames, signOfTitle, splitsTitleOnly } from '../header/wide-title.js';
import { isEven } from '../table/even-widths.js';
import { fieldValues } from '../text/field-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

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
  if (rule.keep === null && rule.select === null && names?.some(isAddress)) {
    return (
      'the first line has an e-mail address among its names, so it may be a record; say so with "header": false, or set "skipLines" to 0 if ' +
      'it is the header'
    );
  }
  if (names !== null && repeatsNames(table, text)) {
    return 'the first line may be a comment, since a line below has the same names without its sign; set "skipLines" to skip it';
  }
  const used = usedNames(rule);
  const [name] = names ?? [];
  const isUsed = name !== undefined && rule.delimiter === 'auto' && used.includes(looseName(name));
  if (isUsed && isValue(name, table, text)) {
    return (
      `the name ${JSON.stringify(name)} is also a value below, so the first line may be a record; set "skipLines" to 0 if it is the ` +
      'header, or say that there is none with "header": false'
    );
  }
  const isFound = names?.some(name => used.includes(looseName(name)));
  if (names !== null && rule.delimiter === 'auto' && !isFound && splitsTitleOnly(table, text)) {
    return (
      'the first line may be a title, since the next one has another delimiter, as all others have; say where the header is and how it is ' +
      'written with "skipLines" or "delimiter"'
    );
  }
  const mayBeTitle = used.length === 0 && isOneRow(names, table, text);
  const sign = mayBeTitle ? signOfTitle(table, text) : null;
  if (sign !== null) {
    return `the first line may be a title, since it ${sign}; set "skipLines" to skip the title, or to 0 if there is none`;
  }
  if (below.length < 2 || !isEven({ ...table, first: first + 1 })) return null;
  // Of a table, the last record may be cut to the width of a title.
  const isCut = good === 1 && below.length > 2 && below[below.length - 1].width === width;
  if (isCut && names !== null) {
    return (
      `the first line has ${width} fields, and all records but the last one, which may be cut, have another number, so it may be a title; say ` +
      'where the header is with "skipLines"'
    );
  }
  if (names !== null || (good > 0 && !isCut)) return null;
  return (
    `the first record has ${width} fields, and hardly any of the others has as many, so it may be a title or lack some; say where the ` +
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
 * Whether the first name is also a value of its column, in a record that is not the header again, as where each line is a name and its
 * value. In a table that has a header for sure, such a value may be a test or a kind.
 *
 * @param {string} name
 * @param {Table} table
 * @param {string} text
 */
function isValue(name, table, text) {
  const { records, first, width, reading } = table;
  const [header, ...rows] = records
    .slice(first, first + 1 + COMPARED_RECORDS)
    .map(record => fieldValues(text, record, reading));
  const isFound = rows.some(row => row[0] === name && row.some((cell, column) => cell !== header[column]));
  return isFound && (width < 3 || !findHeader(text, table).isSure);
}

/** @param {string} name */
function isAddress(name) {
  return name.length <= MAX_ADDRESS && ADDRESS.test(name);
}

const COMPARED_RECORDS = 50;
const MAX_ADDRESS = 200;
/** Alone or behind a name, as in `Ann <ann@example.com>`, but not within a question. */
const ADDRESS = /^(?:[^<>]*<)?[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>()]+>?$/;
