import { printable } from '../../../printable.js';
import { looseName } from '../../../recipe/field-names.js';
import { isData } from '../header/cell-shape.js';
import { findHeader } from '../header/find-header.js';
import { isShortHeaderAbove } from '../header/missing-names.js';
import { holdsName, joinsWords } from '../header/name-parts.js';
import { holdsWords, usedNames } from '../header/used-names.js';
import { USUAL } from '../table/usual.js';
import { fieldValues } from '../text/field-values.js';
import { haveEqualWordCounts, jointOf, splitterOf, wideOf } from './splitter-of.js';

/** @import { Condition, CsvRule, Field } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */

/**
 * @param {CsvRule} rule
 * @param {string[] | null} names As found; null if there is no header.
 * @param {Table} table
 * @param {string} text The sample.
 * @returns {string | null} Why a field that the rule protects may be there, though it was not found; null if it is surely not.
 *   `"missing": "ignore"` is meant for files that lack a field, not for those whose header was not found.
 */
export function doubtAboutFields(rule, names, table, text) {
  const kept = [...(rule.keep ?? []), ...(rule.select ?? [])];
  const isByPosition = kept.length > 0 && kept.every(Number.isInteger);
  const isGiven = rule.delimiter !== 'auto' && rule.quote !== 'auto';
  const splitter =
    table.width === 1 && isByPosition && !isGiven ? (splitterOf(table, text) ?? splitterOfTwo(table, text)) : undefined;
  if (splitter !== undefined) {
    return (
      `the recipe keeps some fields by position, but each record has one, and all may be split by ${JSON.stringify(splitter)}; say how ` +
      'the entry is written with "delimiter" and "quote"'
    );
  }
  if (rule.missing !== 'ignore') return null;
  const width = names?.length ?? table.width;
  const lost = lostFields(rule, names ?? [], width);
  // Those that are kept by position say how wide the table should be.
  const isKept = lost.length === 0 && isByPosition;
  if (isKept) lost.push(...kept.filter(field => Number(field) >= width));
  if (lost.length === 0) return doubtAboutKept(rule, names, table, text);
  // A position needs no header.
  const hasNone = !isKept && names === null && rule.header === 'auto';
  const doubt = hasNone ? 'no header was found' : doubtAbout(names, lost, table, text, rule);
  if (doubt === null) return null;
  const [first] = lost;
  const shown = typeof first === 'number' ? `at position ${first}` : `"${printable(first.slice(0, SHOWN_CHARACTERS))}"`;
  const { drop, hash, mask } = rule;
  const isProtected = [...drop, ...hash, ...mask.map(({ field }) => field)].includes(first);
  const use = isKept ? 'is to be kept' : isProtected ? 'is to be protected' : 'is tested by "where"';
  return (
    `the field ${shown} ${use} and was not found, but ${doubt}; say where ` +
    'the header is and how it is written with "skipLines", "delimiter", "header" or "encoding"'
  );
}

/**
 * @param {CsvRule} rule
 * @param {string[]} names
 * @param {number} width
 * @returns {Field[]} The fields that must not be published as they are, or without which more records are published, and that the entry lacks.
 */
function lostFields({ drop, hash, mask, where }, names, width) {
  const found = new Set(names.map(name => looseName(name)));
  const tested = where === null ? [] : openFields(where);
  const fields = [...drop, ...hash, ...mask.map(({ field }) => field), ...tested];
  return fields.filter(field => (typeof field === 'string' ? !found.has(looseName(field)) : field >= width));
}

/**
 * @param {Condition} condition
 * @param {boolean} [isNot] Whether it is negated.
 * @returns {Field[]} Those that it tests so that a record passes without them: a field that is missing is empty.
 */
function openFields(condition, isNot = false) {
  if ('not' in condition) return openFields(condition.not, !isNot);
  if ('all' in condition) return condition.all.flatMap(part => openFields(part, isNot));
  if ('any' in condition) return condition.any.flatMap(part => openFields(part, isNot));
  const { field, eq, in: list, empty, matches } = condition;
  const isOpen = isNot || empty === true || eq === '' || list?.includes('') || matches !== undefined;
  return isOpen ? [field] : [];
}

/**
 * @param {CsvRule} rule
 * @param {string[] | null} names
 * @param {Table} table
 * @param {string} text
 * @returns {string | null} Why records may take two lines: the line below the header has names that the rule keeps, and the header lacks.
 */
function doubtAboutKept({ keep, select, skipLines }, names, { records, first, reading }, text) {
  const below = records[first + 1];
  if (names === null || below === undefined || skipLines !== 'auto') return null;
  const row = fieldValues(text, below, reading);
  if (row.some(isData)) return null;
  const found = new Set(names.map(name => looseName(name)));
  const kept = [...(keep ?? []), ...(select ?? [])].flatMap(field =>
    typeof field === 'string' ? looseName(field) : [],
  );
  const name = row.find(value => kept.includes(looseName(value)) && !found.has(looseName(value)));
  if (name === undefined) return null;
  return (
    `the field "${printable(name.slice(0, SHOWN_CHARACTERS))}" is to be kept and stands in the line below the header, so records may take two ` +
    'lines; write each of them in one line, or say where the header is with "skipLines" or "header"'
  );
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
  const delimiter =
    width === 1 ? (splitterOf({ records, first }, text) ?? wideOf({ records, first }, text)) : undefined;
  if (delimiter !== undefined) return `all lines may be split by ${JSON.stringify(delimiter)}`;
  const isLost = lost.some(field => typeof field === 'number');
  if (width === 1 && isLost && haveEqualWordCounts(records.slice(first), text))
    return 'all lines have the same number of words';
  const mayBeJoint = width === 1 && isLost && rule.delimiter === 'auto';
  const joint = mayBeJoint ? jointOf({ records, first }, text, leastOf(lost)) : undefined;
  if (joint !== undefined) return `all lines may be split by ${JSON.stringify(joint)}`;
  const finding = findingDelimiter(lost, records, width, text);
  if (finding !== undefined) return `${JSON.stringify(finding)} as delimiter would find it`;
  if (names === null) return bad > good ? 'most records have another number of fields than the first' : null;
  if (bad > good) return 'most records do not fit the header';
  const filled = names.filter(name => name.trim() !== '');
  if (filled.length * 2 <= names.length) return 'most names in the header are empty';
  const isAlone = names.length === 1 && rule.header !== 'auto';
  if (!isAlone && (names.every(isData) || isRecord(text, { records, first, reading }, names, rule))) {
    return 'the header looks like a record';
  }
  if (isShortHeaderAbove({ records, first, width, reading }, text)) return 'the line above may name all fields but one';
  const below = records.slice(first + 1, first + 1 + SEARCHED_ROWS);
  const wanted = lost.flatMap(field => (typeof field === 'string' && looseName(field)) || []);
  if (width === 1 && wanted.some(name => holdsWords(names[0], name)))
    return 'its name is one of the words in the header';
  const isMissed = lost.some(field => typeof field === 'string' && BEYOND_ASCII.test(field));
  const misread = isMissed ? names.find(name => MISREAD.test(name)) : undefined;
  if (misread !== undefined) return `"${printable(misread.slice(0, SHOWN_CHARACTERS))}" is read with another encoding`;
  const isWithin = (/** @type {string} */ name) => holdsName(name, wanted);
  const { start, end } = records[first];
  const line = looseName(Buffer.from(text.slice(start, end), 'latin1').toString());
  if (wanted.some(name => name.includes(reading.delimiter) && line.includes(name)))
    return 'the delimiter cuts its name';
  const holder = names.find(isWithin);
  const alike = names.find(name => joinsWords(name, wanted));
  if (alike !== undefined) return `"${printable(alike.slice(0, SHOWN_CHARACTERS))}" may be its name`;
  if (holder !== undefined) return `its name stands within "${printable(holder.slice(0, SHOWN_CHARACTERS))}"`;
  const isNamed = (/** @type {string} */ value) => isWithin(value) || joinsWords(value, wanted);
  const isBeside = [...records.slice(0, first), ...below].some(record =>
    fieldValues(text, record, reading).some(isNamed),
  );
  return isBeside ? 'a line above or below the header has its name' : null;
}

/**
 * @param {Field[]} lost
 * @param {Table['records']} records
 * @param {number} width
 * @param {string} text
 * @returns {string | undefined} A delimiter under which half of the lines have a field at the position of a lost one; two lines that follow each
 *   other are enough in one column, or where a field is named by position.
 */
function findingDelimiter(lost, records, width, text) {
  const lines = records.slice(0, COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end));
  const least = leastOf(lost);
  const finding = USUAL.find(
    delimiter => lines.filter(line => line.split(delimiter).length > least).length * 2 >= Math.max(lines.length, 1),
  );
  return finding ?? (width === 1 || least < Infinity ? splitterOfTwo({ records }, text, least) : undefined);
}

/**
 * @param {Field[]} lost
 * @returns {number} The first position; infinite if there is none.
 */
function leastOf(lost) {
  return Math.min(...lost.filter(field => typeof field === 'number'));
}

/**
 * @param {Pick<Table, 'records'>} table
 * @param {string} text
 * @param {number} [least]
 * @returns {string | undefined} A delimiter that splits two lines, one behind the other, in as many fields, more than `least`: a table may stand
 *   below other text.
 */
function splitterOfTwo({ records }, text, least = 1) {
  const lines = records.slice(0, COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end));
  return USUAL.find(delimiter => {
    const parts = lines.map(line => line.split(delimiter).length);
    return parts.some((count, at) => count > Math.max(least, 1) && count === parts[at + 1]);
  });
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

const BEYOND_ASCII = /[^\0-\x7f]/;
/** What is no UTF-8, and what UTF-8 is in windows-1252, such as `Ã¤`. */
const MISREAD = /\ufffd|[ÂÃ][\u0080-\u00bf\u0152-\u2122]/;
const COMPARED_RECORDS = 20;
const SEARCHED_ROWS = 5;
const SHOWN_CHARACTERS = 100;
