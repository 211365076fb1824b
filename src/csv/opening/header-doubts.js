import { CsvError } from '../../errors.js';
import { printable } from '../../printable.js';
import { looseName } from '../../recipe/field-names.js';
import { fieldsIn } from '../fields-in.js';
import { isData } from './cell-shape.js';
import { fieldValues } from './field-values.js';
import { USUAL } from './usual.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Table } from './find-table.js' */

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
  if (Array.isArray(header) || header === false || fieldsIn(rule).length === 0) return;
  // The rule says where the header is, and how it is split.
  if (header === true && delimiter !== 'auto' && skipLines !== 'auto') return;
  // There is nothing to be published.
  if (names === null && table.records.length === 0) return;
  if (names !== null && table.lacksName) {
    throw new CsvError(
      'csv/bad-header',
      `the header has ${names.length} names, but the records have ${names.length + 1} fields, so no value can be told its ` +
        'name: list all names in "header" and set "skipLines" to skip the line that lacks one',
    );
  }
  if (rule.missing !== 'ignore') return;
  const lost = lostNames(rule, names ?? []);
  if (lost.length === 0) return;
  const doubt = names === null ? 'no header was found' : doubtAbout(names, lost, table, text);
  if (doubt === null) return;
  throw new CsvError(
    'csv/bad-header',
    `the field "${printable(lost[0].slice(0, SHOWN_CHARACTERS))}" is to be protected and was not found, but ${doubt}; say where ` +
      'the header is and how it is written with "skipLines", "delimiter", "header" or "encoding"',
  );
}

/**
 * @param {CsvRule} rule
 * @param {string[]} names
 * @returns {string[]} The names of fields that must not be published as they are, and that the header lacks.
 */
function lostNames({ drop, hash, mask }, names) {
  const found = new Set(names.map(name => looseName(name)));
  const fields = [...drop, ...hash, ...mask.map(({ field }) => field)];
  return fields.filter(field => typeof field === 'string').filter(name => !found.has(looseName(name)));
}

/**
 * @param {string[]} names
 * @param {string[]} lost
 * @param {Table} table
 * @param {string} text
 * @returns {string | null} What is odd about a header.
 */
function doubtAbout(names, lost, { records, first, reading }, text) {
  const filled = names.filter(name => name.trim() !== '');
  if (filled.length * 2 <= names.length) return 'most names in the header are empty';
  if (names.length > 1 && names.every(isData)) return 'the header looks like a record';
  const below = records.slice(first + 1, first + 1 + COMPARED_RECORDS);
  if (names.length === 1) {
    const isSplit = (/** @type {string} */ delimiter) =>
      names[0].includes(delimiter) ||
      (below.length > 1 && below.every(({ start, end }) => text.slice(start, end).includes(delimiter)));
    const delimiter = USUAL.find(isSplit);
    if (delimiter !== undefined) return `all lines may be split by ${JSON.stringify(delimiter)}`;
  }
  const wanted = lost.map(name => looseName(name)).filter(Boolean);
  const isWithin = (/** @type {string} */ name) => partsOf(name).some(part => wanted.includes(part));
  const holder = names.find(isWithin);
  if (holder !== undefined) return `its name stands within "${printable(holder.slice(0, SHOWN_CHARACTERS))}"`;
  const isInRow = below.slice(0, SEARCHED_ROWS).some(record => fieldValues(text, record, reading).some(isWithin));
  const isAbove = records.slice(0, first).some(record => fieldValues(text, record, reading).some(isWithin));
  return isInRow || isAbove ? 'a line above or below the header has its name' : null;
}

/**
 * @param {string} name
 * @returns {string[]} What it is made of, if it was joined by something that is no letter, digit, space or `_`.
 */
function partsOf(name) {
  return [name, ...name.split(/[^\p{L}\p{N}\s_.-]+/u)].map(part => looseName(part));
}

const COMPARED_RECORDS = 20;
const SEARCHED_ROWS = 5;
const SHOWN_CHARACTERS = 100;
