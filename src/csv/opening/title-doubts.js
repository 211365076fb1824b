import { isEven } from './even-widths.js';
import { fieldValues } from './field-values.js';
import { usedNames } from './used-names.js';
import { isTitleAbove, signOfTitle } from './wide-title.js';

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
