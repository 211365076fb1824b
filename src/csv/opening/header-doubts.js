import { CsvError } from '../../errors.js';
import { printable } from '../../printable.js';
import { looseName } from '../../recipe/field-names.js';
import { fieldsIn } from '../fields-in.js';
import { isData } from './cell-shape.js';
import { isEven } from './even-widths.js';
import { fieldValues } from './field-values.js';
import { findHeader } from './find-header.js';
import { refuseFixedWidths } from './fixed-widths.js';
import { refuseLostRecord } from './lost-record.js';
import { holdsName } from './name-parts.js';
import { refuseOtherDelimiterBelow } from './other-delimiter-below.js';
import { refuseOtherLineEnds } from './other-line-ends.js';
import { haveEqualWordCounts, splitterOf } from './splitter-of.js';
import { mayHaveRowNumbers } from './trailing-delimiter.js';
import { hasEmptyLine } from './two-tables.js';
import { holdsWords, usedNames } from './used-names.js';
import { isTitleAbove, signOfTitle } from './wide-title.js';

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
  if (fieldsIn(rule).length === 0) return;
  if (names === null || Array.isArray(header)) refuseLostRecord(table, text);
  if (delimiter === 'auto') refuseFixedWidths(table, text);
  if (Array.isArray(header)) {
    refuseOtherDelimiterBelow(rule, table, text);
    return;
  }
  // The rule says where the header is, and how it is split.
  if (header !== 'auto' && delimiter !== 'auto' && skipLines !== 'auto') return;
  // There is nothing to be published.
  if (names === null && table.records.length === 0) return;
  const below = table.records.slice(table.first + 1);
  const isLonger = (/** @type {SplitRecord} */ record) => record.width > table.width;
  const lacksNames = table.lacksName || (rule.ragged === 'cut' && below.length > 0 && below.every(isLonger));
  if (names !== null ? lacksNames : header === 'auto' && isShortHeaderAbove(table, text)) {
    throw new CsvError(
      'csv/bad-header',
      `the header has ${table.lacksName || names === null ? 'one name fewer' : 'fewer names'} than the records have fields, so no value can be told its name: list all names in ` +
        '"header" and set "skipLines" to skip the line that lacks one',
    );
  }
  if (names !== null && mayHaveRowNumbers(table, text)) {
    throw new CsvError(
      'csv/bad-header',
      'each record ends with a delimiter, but its first field counts the records, so the header may lack a name; list all names in ' +
        '"header" and set "skipLines" to skip the header',
    );
  }
  refuseOtherLineEnds(table, text);
  const hasValue = (/** @type {SplitRecord} */ record) => fieldValues(text, record, table.reading).some(Boolean);
  const isFilledUp = rule.ragged !== 'bad' && header !== false && table.width > 1;
  if (isFilledUp && below.length > 1 && below.every(({ width }) => width === 1)) {
    throw new CsvError(
      'csv/bad-header',
      `the first line has ${table.width} fields, but all others have one, so it may be a title; say where the header is and how it ` +
        'is written with "skipLines" or "delimiter"',
    );
  }
  refuseOtherDelimiterBelow(rule, table, text);
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
  const mayBeTitle = skipLines === 'auto' && usedNames(rule).length === 0 && isOneRow(names, table, text);
  const sign = mayBeTitle ? signOfTitle(table, text) : null;
  if (sign !== null) {
    throw new CsvError(
      'csv/bad-header',
      `the first line may be a title, since it ${sign}; set "skipLines" to skip the title, or to 0 if there is none`,
    );
  }
  if (
    names === null &&
    skipLines === 'auto' &&
    table.good === 0 &&
    below.length > 1 &&
    isEven({ ...table, first: table.first + 1 })
  ) {
    throw new CsvError(
      'csv/bad-header',
      `the first record has ${table.width} fields, and none of the others has as many, so it may be a title or lack some; say where the ` +
        'records begin with "skipLines", or name the fields in "header"',
    );
  }
  const kept = [...(rule.keep ?? []), ...(rule.select ?? [])];
  const whole =
    table.width === 1 && kept.length > 0 && kept.every(Number.isInteger) ? splitterOf(table, text) : undefined;
  if (whole !== undefined) {
    throw new CsvError(
      'csv/bad-header',
      `the recipe keeps some fields by position, but each record has one, and all may be split by ${JSON.stringify(whole)}; say how ` +
        'the entry is written with "delimiter" and "quote"',
    );
  }
  if (rule.missing !== 'ignore') return;
  const lost = lostFields(rule, names ?? [], names?.length ?? table.width);
  if (lost.length === 0) return;
  const doubt =
    names === null && header === 'auto' ? 'no header was found' : doubtAbout(names, lost, table, text, rule);
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
 * @param {CsvRule} rule
 * @returns {string | null} What is odd about a header.
 */
function doubtAbout(names, lost, { records, first, width, reading, good, bad }, text, rule) {
  const delimiter = width === 1 ? splitterOf({ records, first }, text) : undefined;
  if (delimiter !== undefined) return `all lines may be split by ${JSON.stringify(delimiter)}`;
  const isLost = lost.some(field => typeof field === 'number');
  if (width === 1 && isLost && haveEqualWordCounts(records.slice(first), text))
    return 'all lines have the same number of words';
  if (names === null) return bad > good ? 'most records have another number of fields than the first' : null;
  if (bad > good) return 'most records do not fit the header';
  const filled = names.filter(name => name.trim() !== '');
  if (filled.length * 2 <= names.length) return 'most names in the header are empty';
  const isAlone = names.length === 1 && rule.header !== 'auto';
  if (!isAlone && (names.every(isData) || isRecord(text, { records, first, reading }, names, rule))) {
    return 'the header looks like a record';
  }
  const below = records.slice(first + 1, first + 1 + SEARCHED_ROWS);
  const wanted = lost.flatMap(field => (typeof field === 'string' && looseName(field)) || []);
  if (width === 1 && wanted.some(name => holdsWords(names[0], name)))
    return 'its name is one of the words in the header';
  const isWithin = (/** @type {string} */ name) => holdsName(name, wanted);
  const holder = names.find(isWithin);
  if (holder !== undefined) return `its name stands within "${printable(holder.slice(0, SHOWN_CHARACTERS))}"`;
  const isInRow = below.some(record => fieldValues(text, record, reading).some(isWithin));
  const isAbove = records.slice(0, first).some(record => fieldValues(text, record, reading).some(isWithin));
  return isInRow || isAbove ? 'a line above or below the header has its name' : null;
}

/**
 * @param {string} text
 * @param {Parameters<typeof findHeader>[1]} table
 * @param {string[]} names
 * @param {CsvRule} rule
 * @returns {boolean} Whether its first record looks like those below. Where the rule says that it is a header, it may look no different.
 */
function isRecord(text, table, names, rule) {
  const { first, rows, isSure } = findHeader(text, table);
  if (rows === 0 && first === table.first) return true;
  const used = usedNames(rule);
  return rule.header === 'auto' && !isSure && !names.some(name => used.includes(looseName(name)));
}

const SEARCHED_ROWS = 5;
const SHOWN_CHARACTERS = 100;
/** A name as programs write it. */
const PLAIN_NAME = /^\p{L}[\p{L}\p{N}_.-]*(?: [\p{L}\p{N}]+)?$/u;
