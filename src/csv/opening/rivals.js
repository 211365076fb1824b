import { looseName } from '../../recipe/field-names.js';
import { fieldsIn } from '../fields-in.js';
import { ambiguousDelimiter } from './ambiguous.js';
import { isCut } from './compare-tables.js';
import { cutsAmounts, cutsQuotes, cutsValues } from './cut-values.js';
import { isEven } from './even-widths.js';
import { fieldValues } from './field-values.js';
import { findTable } from './find-table.js';
import { shareOfMixed } from './mixed-values.js';
import { absentDelimiter, isJsonLines, mayBeColumn } from './one-column.js';
import { isPunctuation, isWord, rareDelimiters } from './rare-delimiters.js';
import { countQuoted } from './readings.js';
import { isOneColumn, refuseShortColumn, refuseTitle, refuseTitles } from './short-column.js';
import { explainsQuotes } from './sound-quotes.js';
import { recordsOfFirst } from './two-tables.js';
import { USUAL } from './usual.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from './find-table.js' */
/** @import { Reading } from './split-records.js' */

/**
 * Decides between a table and those that it would be with another delimiter, where the rule names fields: a wrong guess would take a
 * part of a value for a field. The table under which more of the named fields are found wins; without names, the one whose values hold
 * fewer of the other's delimiters.
 *
 * @param {Sample} sample
 * @param {Table} table The best one.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 * @throws {CsvError} `csv/ambiguous-dialect`, `csv/bad-header`
 */
export function withoutRival(sample, table, rule, options) {
  if (rule.delimiter !== 'auto' || fieldsIn(rule).length === 0) return table;
  const { text } = sample;
  const isByName = options.named && options.used.length > 0;
  let best = table;
  for (const reading of rivalReadings(table, text, rule)) {
    // A longer delimiter, as `||`, was preferred to the one that it holds.
    const isSame = best.reading.delimiter === reading.delimiter && best.reading.quote !== reading.quote;
    if (!isSame && best.reading.delimiter.includes(reading.delimiter)) continue;
    const other = findTable(sample, reading, options);
    if (isSame) {
      if (isQuoted(other) && isRegular(other, rule) && !isRegular(best, rule)) best = other;
      continue;
    }
    if (reading.quote !== best.reading.quote && !isQuoted(other)) continue;
    if (best.width === 1) refuseShortColumn(sample, other);
    if (best.width === 1 && !isByName && options.named) refuseTitles(other, text);
    if (best.first > 0 && other.width < 2 && !isByName) refuseBelow(sample, best, reading, rule, options);
    if (options.named && splitsBelow(best, other, text)) throw ambiguousDelimiter(best, other, text);
    const isSplit = isEven({ ...other, records: recordsOfFirst(text, other) });
    if (!isSplit && (other.width < 2 || !(USUAL.includes(reading.delimiter) || other.records.length === 1))) continue;
    if (!isByName && !Array.isArray(rule.header) && best.width === 1) refuseTitle(other);
    const [found, otherFound] = isByName ? [best, other].map(one => countFound(one, text, options)) : [0, 0];
    if (found + otherFound > 0) {
      const isSound = other.bad <= other.good * FEW || best.width < 2 || best.bad > best.good;
      if (isSound && otherFound > found) best = other;
    } else if (best.width > 1 || (fits(other, rule) && !fits(best, rule))) {
      best = likelier(best, other, text, rule);
    }
  }
  const withDelimiter = (/** @type {string} */ delimiter) => findTable(sample, { ...best.reading, delimiter }, options);
  const asColumn = () => withDelimiter(absentDelimiter(text));
  if (options.named && isOneColumn(sample, best, rule, options.used)) return asColumn();
  if (isWord(best.reading.delimiter)) {
    const joint = [...JOINTS].find(delimiter => text.includes(delimiter) && isRegular(withDelimiter(delimiter), rule));
    if (joint !== undefined) throw ambiguousDelimiter(best, withDelimiter(joint), text);
  }
  if (best.width > 1 && isJsonLines(sample, best)) throw ambiguousDelimiter(best, asColumn(), text);
  const isCutUnderList = Array.isArray(rule.header) && (cutsAmounts(best, text) || cutsQuotes(best, text));
  if (isCutUnderList) throw ambiguousDelimiter(best, asColumn(), text);
  if (Array.isArray(rule.header) || options.used.length > 0) return best;
  // Words of any text may be as many in each line.
  const mayBeWhole = rule.header !== true && (mayBeColumn(sample, best) || cutsValues(best, text));
  if (isWord(best.reading.delimiter) || mayBeWhole) throw ambiguousDelimiter(best, asColumn(), text);
  return best;
}

/**
 * Refuses a table below skipped lines that another delimiter splits as well from where it begins. The lines above, which it leaves whole,
 * speak against it as a whole only.
 *
 * @param {Sample} sample
 * @param {Table} table
 * @param {Reading} reading
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
function refuseBelow({ text, whole }, table, reading, rule, options) {
  const below = { text: text.slice(table.records[table.first].start), whole };
  const [one, other] = [table.reading, reading].map(each => findTable(below, each, options));
  if (other.width < 2 || other.first > 0 || !isRegular(other, rule)) return;
  if (likelier(one, other, below.text, rule) === other) throw ambiguousDelimiter(one, other, below.text);
}

/**
 * @param {Table} table
 * @param {string} text
 * @param {CsvRule} rule
 * @returns {Reading[]} With other delimiters, and with apostrophes for quotes.
 */
function rivalReadings({ reading }, text, rule) {
  // A tab is tried first: hardly any value holds one.
  const usual = ['\t', ...USUAL.filter(delimiter => delimiter !== '\t')].filter(
    delimiter => delimiter !== reading.delimiter && text.includes(delimiter),
  );
  const rare = rareDelimiters(text, true).filter(
    delimiter => isPunctuation(delimiter) && delimiter !== reading.delimiter,
  );
  // Quotes may have been given up only because another delimiter cuts them.
  const isGivenUp = rule.quote === 'auto' && reading.quote === 'none';
  /** @type {Reading[]} */
  const tried = isGivenUp ? [{ ...reading, quote: '"', escape: 'double' }, reading] : [reading];
  const rivals = [...usual, ...rare].flatMap(delimiter => tried.map(one => ({ ...one, delimiter })));
  if (rule.quote !== 'auto' || reading.quote !== '"' || !text.includes("'")) return rivals;
  return [...rivals, ...rivals.map(rival => ({ ...rival, quote: /** @type {const} */ ("'") }))];
}

/**
 * Whether a table has as many fields as the names that the rule gives, or an empty one more.
 *
 * @param {Table} table
 * @param {CsvRule} rule
 */
function fits({ records, first, width }, { header }) {
  if (!Array.isArray(header)) return false;
  return (
    width === header.length || (width === header.length + 1 && records.slice(first).every(({ emptyLast }) => emptyLast))
  );
}

/**
 * Whether a delimiter stands nowhere but at the end of each line.
 *
 * @param {Table} table
 */
function onlyEnds({ records, first }) {
  return records.slice(first).every(({ width, emptyLast }) => width === 2 && emptyLast);
}

/** @param {Table} table */
function isQuoted({ records, first }) {
  const own = records.slice(first);
  return own.every(({ sound }) => sound) && own.some(({ quoted }) => quoted > 0);
}

/**
 * Whether all records have one width, but for a few whose quotes are broken. The last one may be cut.
 *
 * @param {Table} table
 * @param {CsvRule} rule
 */
function isRegular(table, { header }) {
  const { records, width, good } = table;
  // A single record has nothing to agree with. A header alone holds no values.
  const isAlone = records.length === 1 && header !== true;
  const bad = table.bad - Number(isCut(table));
  if (width < 2 || (good === 0 && !isAlone) || bad > good * FEW) return false;
  return bad <= 0 || bad <= records.filter(({ sound }) => !sound).length;
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
 * @returns {Table} The second one only where it explains the text better.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
function likelier(one, other, text, rule) {
  const isAsGood = isRegular(other, rule) || (other.good > 0 && other.share >= one.share);
  const isOwnEven = isEven({ ...other, records: recordsOfFirst(text, other) });
  if (!isAsGood && !isOwnEven) return one;
  if ([one, other].some(onlyEnds)) throw ambiguousDelimiter(one, other, text);
  if (fits(one, rule) !== fits(other, rule)) return fits(one, rule) ? one : other;
  const [isQuoting, isOtherQuoting] = [one, other].map(table => countQuoted(table) > 0 && explainsQuotes(table, text));
  if (isAsGood && isQuoting !== isOtherQuoting) return isQuoting ? one : other;
  const [isTab, isOtherTab] = [one, other].map(({ reading }) => reading.delimiter === '\t');
  const isAlone = one.records.length === 1;
  if (isAsGood && !isAlone && isTab !== isOtherTab) return isTab ? one : other;
  const [mixed, otherMixed] = [shareOfMixed(one, other, text), shareOfMixed(other, one, text)];
  // With decimal commas in each record, a comma splits `Ada;3,50;x` evenly, and a few records too long are no longer bad.
  const isBar = one.reading.delimiter === '|';
  const isMixed = isBar ? otherMixed > mixed : otherMixed >= mixed;
  if (!isAsGood && (isTab || !isOtherTab) && isMixed) return one;
  const isUsual = USUAL.includes(other.reading.delimiter);
  const isUneven = one.width !== other.width || [one, other].some(({ reading }) => reading.delimiter === '|');
  if (isUneven && mixed * 2 < otherMixed) return one;
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
function splitsBelow(one, other, text) {
  const first = one.first + 1;
  const [below, otherBelow] = [one, other].map(table => ({ ...table, first }));
  const { records, reading } = otherBelow;
  if (one.width < 2 || records.length < first + 1 || records[one.first].width > 1) return false;
  const isSplit = records.slice(first).every(({ sound, width }) => sound && width === one.width);
  if (!isSplit) return false;
  if (countQuoted(other) > 0 && countQuoted(one) === 0) return true;
  return shareOfMixed(below, { reading }, text) > shareOfMixed(otherBelow, one, text);
}

const FEW = 0.1;
/** What is never guessed, and yet speaks against a space. */
const JOINTS = '!#$%&*=@';
