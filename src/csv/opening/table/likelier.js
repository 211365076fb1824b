import { shareOfMixed } from '../delimiters/mixed-values.js';
import { ambiguousDelimiter } from '../doubts/ambiguous.js';
import { hasEmptyLine, recordsOfFirst } from '../doubts/two-tables.js';
import { explainsQuotes } from '../quotes/sound-quotes.js';
import { fieldValues } from '../text/field-values.js';
import { countQuoted } from '../text/readings.js';
import { isCut } from './compare-tables.js';
import { isEven } from './even-widths.js';
import { USUAL } from './usual.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from './table.js' */

/**
 * @param {Table} one
 * @param {Table} other
 * @param {string} text
 * @param {CsvRule} rule
 * @returns {Table} The second one only where it explains the text better.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function likelier(one, other, text, rule) {
  const [alone, otherAlone] = [one, other].map(table => withoutNotes(table, text));
  return compare(alone, otherAlone, text, rule) === alone ? one : other;
}

/**
 * @param {Table} table
 * @param {string} text
 * @returns {Table} Without the lines of one field below an empty line, where a single record stands above it.
 */
function withoutNotes(table, text) {
  const { records, first } = table;
  const [record, ...notes] = records.slice(first);
  if (notes.length === 0 || notes.some(({ width }) => width > 1) || !hasEmptyLine(text, record, notes[0])) return table;
  return { ...table, records: records.slice(0, first + 1), good: 0, bad: 0, share: 1 };
}

/**
 * As `likelier`, for tables without notes.
 *
 * @param {Table} one
 * @param {Table} other
 * @param {string} text
 * @param {CsvRule} rule
 * @returns {Table}
 */
function compare(one, other, text, rule) {
  const isAsGood = isRegular(other, rule) || isShort(other, rule) || (other.good > 0 && other.share >= one.share);
  const isOwnEven = isEven({ ...other, records: recordsOfFirst(text, other) });
  if (!isAsGood && !isOwnEven) return one;
  if ([one, other].some(onlyEnds)) throw ambiguousDelimiter(one, other, text);
  if (fits(one, rule) !== fits(other, rule)) return fits(one, rule) ? one : other;
  const [isQuoting, isOtherQuoting] = [one, other].map(table => countQuoted(table) > 0 && explainsQuotes(table, text));
  if (isAsGood && isQuoting !== isOtherQuoting) return isQuoting ? one : other;
  const [isTab, isOtherTab] = [one, other].map(({ reading }) => reading.delimiter === '\t');
  const isAlone = one.records.length === 1;
  if (isAsGood && (isTab || !isAlone) && isTab !== isOtherTab) return isTab ? one : other;
  const [mixed, otherMixed] = [shareOfMixed(one, other, text), shareOfMixed(other, one, text)];
  // With decimal commas in each record, a comma splits `Ada;3,50;x` evenly, and a few records too long are no longer bad.
  const isBar = one.reading.delimiter === '|';
  const isMixed = isBar ? otherMixed > mixed : otherMixed >= mixed;
  if (!isAsGood && (isTab || !isOtherTab) && isMixed) return one;
  const isUsual = USUAL.includes(other.reading.delimiter);
  const isUneven =
    one.width !== other.width || one.width > 2 || [one, other].some(({ reading }) => reading.delimiter === '|');
  // Records of one width outweigh the delimiters in their values.
  const isWorse = isRegular(other, rule) && !isRegular(one, rule);
  // A single record has nothing to agree with: what stands in a third of its values may be the delimiter.
  const isOpen = isWorse || (isAlone && mixed * 3 >= 1);
  // A space behind each delimiter may belong to values such as `Lee, Ann`.
  const isOnlySpaced = isAsGood && one.width > 1 && isSpaced(one, text) && !isSpaced(other, text);
  if (isUneven && mixed * 2 < otherMixed && !isOpen && !isOnlySpaced) return one;
  if (isUneven && isUsual && otherMixed * 2 < mixed) return other;
  throw ambiguousDelimiter(one, other, text);
}

/**
 * Whether another delimiter than the header's splits all records below in as many fields, whose values hold the header's less often than the
 * other way round, or are in quotes that only it explains.
 *
 * @param {Table} one Under the header's delimiter.
 * @param {Table} other
 * @param {string} text
 */
export function splitsBelow(one, other, text) {
  const first = one.first + 1;
  const [below, otherBelow] = [one, other].map(table => ({ ...table, first }));
  const { records, reading } = otherBelow;
  if (one.width < 2 || records.length < first + 1 || records[one.first].width > 1) return false;
  const isSplit = records.slice(first).every(({ sound, width }) => sound && width === one.width);
  if (!isSplit) return false;
  if (countQuoted(other) > 0 && countQuoted(one) === 0) return true;
  return shareOfMixed(below, { reading }, text) > shareOfMixed(otherBelow, one, text);
}

/**
 * Whether a space stands behind each delimiter of each record.
 *
 * @param {Table} table
 * @param {string} text
 */
function isSpaced({ records, first, reading }, text) {
  return records
    .slice(first, first + COMPARED_RECORDS)
    .every(record => fieldValues(text, record, reading).every((value, at) => at === 0 || value.startsWith(' ')));
}

/**
 * Whether a table has as many fields as the names that the rule gives, or an empty one more.
 *
 * @param {Table} table
 * @param {CsvRule} rule
 */
export function fits({ records, first, width }, { header }) {
  if (!Array.isArray(header)) return false;
  return (
    width === header.length || (width === header.length + 1 && records.slice(first).every(({ emptyLast }) => emptyLast))
  );
}

/**
 * Whether all records have one width, but for a few whose quotes are broken. The last one may be cut.
 *
 * @param {Table} table
 * @param {CsvRule} rule
 */
export function isRegular(table, { header }) {
  const { records, width, good } = table;
  // A single record has nothing to agree with. A header alone holds no values.
  const isAlone = records.length === 1 && header !== true;
  const bad = table.bad - Number(isCut(table));
  if (width < 2 || (good === 0 && !isAlone) || bad > good * FEW) return false;
  return bad <= 0 || bad <= records.filter(({ sound }) => !sound).length;
}

/**
 * Whether all records have one width, but for the last one, which may be cut. A header that a wrong delimiter splits as evenly shows more.
 *
 * @param {Table} table
 * @param {CsvRule} rule
 */
function isShort({ records, width, good, bad }, { header }) {
  const last = records[records.length - 1];
  return header !== true && width > 1 && good > 0 && bad === 1 && last.sound && last.width < width;
}

/**
 * Whether the delimiter stands in the first line and in nearly all records, even if these are ragged.
 *
 * @param {Table} table
 */
export function splitsNearlyAll({ records, first, width }) {
  const below = records.slice(first + 1);
  return width > 1 && below.length > 0 && below.filter(record => record.width > 1).length >= below.length * NEARLY_ALL;
}

/**
 * Whether a delimiter stands nowhere but at the end of each line.
 *
 * @param {Table} table
 */
export function onlyEnds({ records, first }) {
  return records.slice(first).every(({ width, emptyLast }) => width === 2 && emptyLast);
}

const COMPARED_RECORDS = 50;
export const FEW = 0.1;
const NEARLY_ALL = 1 - FEW;
