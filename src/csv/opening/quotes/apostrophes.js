import { fieldsIn } from '../../plan/fields-in.js';
import { isEven } from '../table/even-widths.js';
import { findTable } from '../table/find-table.js';
import { fieldValues } from '../text/field-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from '../table/table.js' */

/**
 * Whether `'` stands around fields: every field that begins with one is sound under that, also over several lines, and records
 * that were broken at a delimiter or a line end within become whole. One such field is enough.
 *
 * @param {Table} other With `'`.
 * @param {Table} best What has been found so far.
 * @param {Table} base As RFC 4180, with the same delimiter.
 */
export function isSurelyApostrophes(other, best, base) {
  const { quote, escape: escaping } = other.reading;
  if (quote !== "'" || base.reading.quote === "'" || escaping === 'loose') return false;
  if (other.reading.delimiter !== base.reading.delimiter) return false;
  // Where all records have one field more than the header, none is good.
  if (other.lacksName && !best.lacksName && !holdsQuoted(base)) return isSound(other) && holdsQuoted(other);
  const [counts, bestCounts] = endsShort(other) ? [other, best].map(countAbove) : [other, best];
  if (counts.bad >= bestCounts.bad || counts.bad > counts.good * FEW) return false;
  if (counts === other && other.share <= best.share) return false;
  return isSound(other) && holdsQuoted(other) && !holdsQuoted(base);
}

/**
 * Reads `'` around fields where each record holds the delimiter within them: no record is broken by it then, but each has as
 * many fields too many.
 *
 * @param {Sample} sample
 * @param {Table} table As found without that.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 */
export function withApostrophes(sample, table, rule, options) {
  const { reading, first } = table;
  const mayBe =
    rule.quote === 'auto' && reading.quote === '"' && reading.escape === 'double' && reading.delimiter !== "'";
  if (!mayBe || !sample.text.includes("'") || holdsQuoted(table)) return table;
  if (isSound(table) && !mayOpenField(sample.text, reading)) return table;
  const other = findTable(sample, { ...reading, quote: "'" }, options);
  if (isAllQuoted(other, sample.text) || joinsLines(other, table)) return other;
  if (other.lacksName && !table.lacksName && isSound(other) && holdsQuoted(other)) return other;
  if (hasManyBad(table) || table.width < 3) return table;
  // Titles that are padded to the width of the one table have another width than the other.
  if (other.width < 2 || other.first > first || (hasManyBad(other) && !isEven(other)) || !isSound(other)) return table;
  const records = other.records.slice(other.first);
  const isNamed = Array.isArray(rule.header) && rule.header.length === other.width && table.width !== other.width;
  const isSplit = other.records.length === table.records.length && areNarrower(other, table);
  // One record may hold two apostrophes by chance.
  return isNamed || (isSplit && (records.length > 1 || records[0].quoted > 1 || fieldsIn(rule).length > 0))
    ? other
    : table;
}

/**
 * Whether an apostrophe stands where a field may begin. In most texts they all stand within words, as in "don't".
 *
 * @param {string} text
 * @param {Pick<Table['reading'], 'delimiter'>} reading
 */
export function mayOpenField(text, { delimiter }) {
  return standsOutsideWords(text) || WORD_END.test(delimiter);
}

/** @param {string} text */
function standsOutsideWords(text) {
  // A search is much faster than a regular expression that is not compiled yet.
  for (let at = text.indexOf("'"); at !== -1; at = text.indexOf("'", at + 1)) {
    if (at === 0 || !WORD_END.test(text[at - 1])) return true;
  }
  return false;
}

/**
 * @param {Table} other With as many records.
 * @param {Table} table
 */
function areNarrower({ records, first }, table) {
  const gained = records.map(({ width }, index) => table.records[index].width - width).slice(first);
  return gained.every(count => count >= 0) && gained.filter(Boolean).length * 2 > gained.length - 1;
}

/**
 * Whether quotes that are all sound make whole records of lines, which are then nearly all of one width. One is enough where a part of the
 * first record would be skipped without it.
 *
 * @param {Table} other
 * @param {Table} table
 */
function joinsLines(other, table) {
  const quoted = other.records.filter(record => record.quoted > 0).length;
  const isEnough = quoted > 1 || (quoted === 1 && other.first < table.first && other.bad === 0);
  return isEnough && other.records.length < table.records.length && isSound(other) && isEven(other);
}

/**
 * Whether all values have quotes around them, whether the records have one width or not. A title may stand above.
 *
 * @param {Table} table
 * @param {string} text
 */
function isAllQuoted({ records: all, reading }, text) {
  const titles = all.findIndex(({ width, quoted }) => width > 1 || quoted > 0);
  const records = all.slice(Math.max(titles, 0));
  if (records.length < 2 || records.every(({ quoted }) => quoted === 0)) return false;
  return records.every(record => record.sound && filledIn(text, record, reading) <= record.quoted);
}

/**
 * @param {string} text
 * @param {Table['records'][number]} record
 * @param {Table['reading']} reading
 */
function filledIn(text, record, reading) {
  return fieldValues(text, record, reading).filter(Boolean).length;
}

/**
 * @param {Table} table
 * @returns {boolean} Whether the last record lacks fields: the entry may be cut.
 */
function endsShort({ records, width }) {
  return records[records.length - 1].width < width;
}

/**
 * What is left of a table without its last record: where that is cut, it may fit by chance under the wrong reading.
 *
 * @param {Table} table
 */
function countAbove(table) {
  const { records, width, good, bad } = table;
  const isBad = !records[records.length - 1].sound || records[records.length - 1].width !== width;
  return { good: good - Number(!isBad), bad: bad - Number(isBad) };
}

/** @param {Table} table */
function hasManyBad({ good, bad }) {
  // The last one may be cut.
  return bad > Math.max(Number(good > 2), good * FEW);
}

/** @param {Table} table */
export function isSound({ records }) {
  return records.every(({ sound }) => sound);
}

/** @param {Table} table */
function holdsQuoted({ records }) {
  return records.some(({ quoted }) => quoted > 0);
}

const FEW = 0.1;
const WORD_END = /[A-Za-z\d]$/;
