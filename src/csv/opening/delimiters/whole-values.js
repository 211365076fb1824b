import { fieldsIn } from '../../plan/fields-in.js';
import { ambiguousDelimiter } from '../doubts/ambiguous.js';
import { refuseOtherLineEnds } from '../doubts/other-line-ends.js';
import { findTable } from '../table/find-table.js';
import { isRegular, onlyEnds } from '../table/likelier.js';
import { cutsNames, cutsValues } from './cut-values.js';
import { absentDelimiter, areWhole, mayBeColumn } from './one-column.js';
import { isPunctuation, isWord } from './rare-delimiters.js';
import { isOneColumn } from './short-column.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from '../table/table.js' */

/**
 * Refuses a table whose delimiter stands within a value of each record, where the rule names fields.
 *
 * @param {Sample} sample
 * @param {Table} best The best one.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table} As one column where its header shows that it is one.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function withWholeValues(sample, best, rule, options) {
  const { text } = sample;
  const withDelimiter = (/** @type {string} */ delimiter) => findTable(sample, { ...best.reading, delimiter }, options);
  const asColumn = () => withDelimiter(absentDelimiter(text));
  if (options.named && isOneColumn(sample, best, rule, options.used)) return asColumn();
  if (isWord(best.reading.delimiter)) {
    const joint = [...JOINTS].find(delimiter => text.includes(delimiter) && isRegular(withDelimiter(delimiter), rule));
    if (joint !== undefined) throw ambiguousDelimiter(best, withDelimiter(joint), text);
  }
  const isOdd = best.width > 1 && (best.first > 0 || !isRegular(best, rule));
  const dense = isOdd ? findDense(text, withDelimiter, rule) : undefined;
  if (dense !== undefined) throw ambiguousDelimiter(best, dense, text);
  if (best.width > 1 && (areWhole(sample, best) || holdTabs(best, text)))
    throw ambiguousDelimiter(best, asColumn(), text);
  // Names are never cut so: a header that is would be a record.
  const given = Array.isArray(rule.header) ? rule.header.length : 0;
  if (best.width > 1 && cutsValues(best, text, given)) {
    // They would say more.
    if (options.named) refuseOtherLineEnds(best, text);
    throw ambiguousDelimiter(best, asColumn(), text);
  }
  // One name says that each line is one field, of which `"ragged": "cut"` would leave a part.
  if (given === 1 && rule.ragged === 'cut' && best.width > 1 && !onlyEnds(best))
    throw ambiguousDelimiter(best, asColumn(), text);
  // So would the name in the first line.
  if (best.width === 1 && best.bad > 0 && rule.ragged === 'cut') {
    const first = best.records.findIndex((record, at) => at >= best.first && record.width > 1);
    const column = asColumn();
    const same = column.records.findIndex(({ start }) => start === best.records[first]?.start);
    if (first !== -1 && same !== -1)
      throw ambiguousDelimiter({ ...best, first }, { ...column, first: same }, text, 'one');
  }
  if (Array.isArray(rule.header) || options.used.length > 0) return best;
  const tabbed = best.width === 1 ? findTabbed(best, text) : -1;
  if (tabbed >= 0) {
    const split = withDelimiter('\t');
    const same = split.records.findIndex(({ start }) => start === best.records[tabbed].start);
    throw ambiguousDelimiter({ ...best, first: tabbed }, { ...split, first: Math.max(same, 0) }, text, 'one');
  }
  if (isPunctuation(best.reading.delimiter)) {
    if (areSections(best, text)) {
      if (fieldsIn(rule).every(field => field === 0) && citeLaws(best, text)) return asColumn();
      throw ambiguousDelimiter(best, asColumn(), text);
    }
    // As in `~5 kg`, or in the path `~/a`.
    if (onlyBegins(best, text)) throw ambiguousDelimiter(best, asColumn(), text);
  }
  // Words of any text may be as many in each line.
  const mayBeWhole = rule.header !== true && (mayBeColumn(sample, best) || cutsNames(best, text));
  if (isWord(best.reading.delimiter) || mayBeWhole) throw ambiguousDelimiter(best, asColumn(), text);
  return best;
}

/**
 * @param {string} text
 * @param {(delimiter: string) => Table} withDelimiter
 * @param {CsvRule} rule
 * @returns {Table | undefined} The table under punctuation that is never guessed, if that splits all records into many fields, as a colon does
 *   in `/etc/passwd`.
 */
function findDense(text, withDelimiter, rule) {
  const [line] = text.slice(0, SEEN_CHARACTERS).split(/[\r\n]/, 1);
  const dense = [...`:${JOINTS}`].filter(delimiter => line.split(delimiter).length >= MANY);
  const tables = dense.map(withDelimiter);
  return tables.find(table => table.width >= MANY && table.first === 0 && table.bad === 0 && isRegular(table, rule));
}

/**
 * Whether a delimiter stands nowhere but at the beginning of each line.
 *
 * @param {Table} table
 * @param {string} text
 */
function onlyBegins({ records, first, reading }, text) {
  return records.slice(first).every(({ width, start }) => width === 2 && text.startsWith(reading.delimiter, start));
}

/**
 * Whether each line has the sign of a section in front of a number, once, with spaces around it.
 *
 * @param {Table} table
 * @param {string} text
 */
function areSections({ records, first }, text) {
  return records.slice(first).every(({ width, start, end }) => width === 2 && SECTION.test(text.slice(start, end)));
}

/**
 * Whether each line begins as a section of a law does, as in `BGB § 433`.
 *
 * @param {Table} table
 * @param {string} text
 */
function citeLaws({ records, first }, text) {
  return records.slice(first).every(({ start, end }) => LAW.test(text.slice(start, end)));
}

/**
 * Whether a tab stands in each line outside of quotes, though it is not the delimiter: hardly any value holds one.
 *
 * @param {Table} table
 * @param {string} text
 */
function holdTabs({ records, first, reading }, text) {
  if (reading.delimiter.includes('\t') || !text.includes('\t')) return false;
  const lines = records.slice(first, first + COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end));
  return lines.length > 1 && lines.every(line => line.replaceAll(QUOTED, '').includes('\t'));
}

/**
 * Finds two consecutive lines of one column that a tab splits into the same number of fields, where it stands in half of all lines: a title and
 * notes may stand around a table.
 *
 * @param {Table} table
 * @param {string} text
 * @returns {number} Which record is the first of them; -1 if there are none.
 */
function findTabbed({ records, first, reading }, text) {
  if (!text.includes('\t') || reading.delimiter.includes('\t')) return -1;
  const lines = records.slice(first, first + COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end));
  const widths = lines.map(line => line.replaceAll(QUOTED, '').split('\t').length);
  if (widths.filter(width => width > 1).length * 2 < widths.length) return -1;
  const at = widths.findIndex((width, index) => width > 1 && width === widths[index + 1]);
  return at === -1 ? -1 : first + at;
}

const COMPARED_RECORDS = 50;
/** More than in a date with its time. */
const MANY = 7;
const SEEN_CHARACTERS = 4096;
const QUOTED = /"(?:[^"]|"")*"/g;
/** In UTF-8. */
const SECTION = / (?:\xc2\xa7)+ \d/;
const LAW = /^(?:[A-Z][A-Za-z]{1,7}|Art\.) (?:\xc2\xa7)+ /;
/** What is never guessed, and yet speaks against a space. */
const JOINTS = '!#$%&*=@';
