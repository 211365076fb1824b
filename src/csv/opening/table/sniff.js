import { fieldsIn } from '../../plan/fields-in.js';
import { withLonger } from '../delimiters/longer-delimiter.js';
import { isCertain, isControl, isPunctuation, isWord, rareDelimiters } from '../delimiters/rare-delimiters.js';
import { withRepeated } from '../delimiters/repeated-delimiter.js';
import { withoutRival } from '../delimiters/rivals.js';
import { endOfQuotedTitles, withTitles } from '../header/padded-titles.js';
import { withoutHalves } from '../quotes/apostrophe-halves.js';
import { withApostrophes } from '../quotes/apostrophes.js';
import { withOtherQuotes } from '../quotes/other-quotes.js';
import { withQuotesBesideSpace } from '../quotes/quotes-beside-space.js';
import { withSoundQuotes } from '../quotes/sound-quotes.js';
import { holdsBareReturn } from '../text/field-values.js';
import { baseReading, countQuoted, isBetter, isPoor, otherReadings } from '../text/readings.js';
import { lineEndLength } from '../text/text-lines.js';
import { isCut, isDecimal, isLonger, isMore } from './compare-tables.js';
import { isEven } from './even-widths.js';
import { findTable } from './find-table.js';
import { splitsNearlyAll } from './likelier.js';
import { tableOptions } from './table-options.js';
import { USUAL } from './usual.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from './table.js' */
/** @import { Reading } from '../text/reading.js' */

/**
 * Finds how an entry is to be read from its first records. What the rule says is taken as given. Another reading than RFC
 * 4180 is taken only where more records are good under it.
 *
 * @param {Sample} sample
 * @param {CsvRule} rule
 * @param {string | null} [sepDelimiter] The delimiter that a line with `sep=` says.
 * @returns {Table}
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function sniff(sample, rule, sepDelimiter = null) {
  const options = tableOptions(rule);
  const base = baseReading(rule, sepDelimiter);
  const given = rule.delimiter === 'auto' && sepDelimiter === null ? null : base.delimiter;
  const delimiters = given === null ? USUAL : [given];
  const plain = bestOf(sample, base, delimiters, options);
  const table = withReturns(sample, plain, delimiters, options);
  const isFound = table.bad === 0 && table.first === 0 && (given !== null || table.width > 1 || isQuotedColumn(table));
  const likely = isFound ? table : findForeign(sample, table, delimiters, rule, options);
  const quoted = withQuotes(sample, likely, rule, options);
  const found = withSoundQuotes(sample, quoted, rule, delimiters, options);
  if (given !== null) return found;
  const single = withRepeated(sample, withLonger(sample, found, options), rule, options);
  const likeliest = withoutRival(sample, single, rule, options);
  // Two bars are often one delimiter.
  const isOther = likeliest.reading.delimiter === '|' && single.reading.delimiter !== '|';
  const best = withLonger(sample, isOther ? withRepeated(sample, likeliest, rule, options) : likeliest, options);
  const isSame = best.reading.delimiter === found.reading.delimiter;
  return withoutHalves(sample, isSame ? best : withQuotes(sample, best, rule, options), rule, options);
}

/**
 * Reads a table with the quotes that show with its delimiter. Those of a title that a spreadsheet has padded say nothing about the records below.
 *
 * @param {Sample} sample
 * @param {Table} table
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 */
function withQuotes(sample, table, rule, options) {
  const from = options.skips && sample.text.includes("'") ? endOfQuotedTitles(sample.text, table) : 0;
  if (from > 0) {
    const below = { ...sample, text: sample.text.slice(from) };
    const found = withOwnQuotes(below, findTable(below, table.reading, options), rule, options);
    if (found.reading.quote !== table.reading.quote) return withTitles(found, table.records, from);
  }
  return withOwnQuotes(sample, table, rule, options);
}

/**
 * As `withQuotes`, where no title has quotes.
 *
 * @param {Sample} sample
 * @param {Table} table
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 */
function withOwnQuotes(sample, table, rule, options) {
  const unspaced = withApostrophes(sample, table, rule, options);
  const spaced = withQuotesBesideSpace(sample, unspaced, rule, options);
  return withOtherQuotes(sample, spaced, rule, options);
}

/**
 * Whether quotes show that records of one field are meant so.
 *
 * @param {Table} table
 */
function isQuotedColumn({ width, records }) {
  return width === 1 && records.some(({ quoted }) => quoted > 0);
}

/**
 * The table under the delimiter with the largest share of good records. Ties go to the delimiter with more good records, then
 * to the one that ends no record, to the one with more fields, and to the more common one. It is the first delimiter if no
 * other splits the first record and has at least as many good records (counting the header) as bad ones.
 *
 * @param {Sample} sample
 * @param {Reading} base
 * @param {readonly string[]} delimiters
 * @param {TableOptions} options
 * @returns {Table}
 */
function bestOf(sample, base, delimiters, options) {
  let best = findTable(sample, { ...base, delimiter: delimiters[0] }, options);
  for (const delimiter of delimiters.slice(1)) {
    if (!sample.text.includes(delimiter)) continue;
    const table = findTable(sample, { ...base, delimiter }, options);
    if (table.width < 2) continue;
    const isColumn = best.width < 2;
    if (isColumn && splitsNearlyAll(table)) {
      best = table;
      continue;
    }
    if (isColumn && best.bad === 0 && table.bad > 0 && table.good + 1 < table.bad) continue;
    if (isColumn || isMore(table, best) || isDecimal(table, best, sample.text)) best = table;
  }
  return best;
}

/**
 * Whether a CR ends a record too: if there is no other line end, or if many more records are good then.
 *
 * @param {Sample} sample
 * @param {Table} plain Without that.
 * @param {readonly string[]} delimiters
 * @param {TableOptions} options
 * @returns {Table}
 */
function withReturns(sample, plain, delimiters, options) {
  const { text } = sample;
  if (!text.includes('\r') || !BARE_RETURN.test(text)) return plain;
  const [header] = plain.records;
  // As it is, the header would be refused.
  const isRefused = header !== undefined && holdsBareReturn(text, header, plain.reading);
  const isBroken = header !== undefined && !header.sound && text.slice(header.start, header.after).includes('\r');
  const areBroken = (/** @type {Table} */ { records }) => records.some(({ sound }) => !sound);
  if (plain.bad === 0 && !isRefused && !isBroken && !areBroken(plain)) return plain;
  const usual = bestOf(sample, { ...plain.reading, cr: true }, delimiters, options);
  const isRare = usual.width < 2 && delimiters.length > 1 && areBroken(plain);
  const rare = isRare ? rareDelimiters(text, true).filter(isPunctuation) : [];
  const table = rare.length > 0 ? bestOf(sample, usual.reading, [',', ...rare], options) : usual;
  const isAlone =
    plain.records.length <= 1 && (table.records.length === 0 || lineEndsOf(sample, table).join() === 'cr');
  const gained = table.good - plain.good;
  if (areBroken(plain) && !areBroken(table) && table.width > 1 && gained >= 0) return table;
  if (isAlone || (table.width > 1 && gained >= 3 && gained >= table.records.length / 10)) return table;
  // Each LF stands within quotes then.
  const isColumn = table.records.every(({ quoted }) => quoted === 1) && areBroken(plain);
  const isWhole = table.good > 0 && table.bad === 0 && (isColumn || (table.width > 1 && plain.bad >= plain.good));
  if (isWhole && lineEndsOf(sample, table).join() === 'cr') return table;
  return isRefused && table.width > 1 && table.width === plain.width && table.share >= plain.share ? table : plain;
}

/**
 * Finds a reading other than RFC 4180 under which more records are good.
 *
 * @param {Sample} sample
 * @param {Table} base The best as RFC 4180.
 * @param {readonly string[]} delimiters
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 */
function findForeign(sample, base, delimiters, rule, options) {
  const { text } = sample;
  let best = base;
  /** @param {readonly string[]} tried */
  const tryOthers = tried => {
    for (const delimiter of tried) {
      if (!text.includes(delimiter)) continue;
      for (const reading of otherReadings({ ...base.reading, delimiter }, rule, text)) {
        const table = findTable(sample, reading, options);
        if (isBetter(table, best, base, rule)) best = table;
      }
    }
  };
  if (base.bad > 0 || base.width < 2) tryOthers(delimiters);
  if (rule.delimiter !== 'auto' || delimiters.length === 1 || (base.bad === 0 && isQuotedColumn(base))) return best;
  // Words and phone numbers hold what would split them.
  if (Array.isArray(rule.header) && rule.header.length === 1) return best;
  const isSplitEvenly = () =>
    delimiters.some(
      delimiter => text.includes(delimiter) && isEven(findTable(sample, { ...base.reading, delimiter }, options)),
    );
  // Control characters stand in no value: they are tried even where another delimiter does.
  const rare = rareDelimiters(text, fieldsIn(rule).length > 0).filter(isPoor(best) ? Boolean : isControl);
  for (const delimiter of rare) {
    if (isWord(delimiter) && (!delimiters.includes(best.reading.delimiter) || isSplitEvenly())) continue;
    for (const reading of [
      { ...base.reading, delimiter },
      ...otherReadings({ ...base.reading, delimiter }, rule, text),
    ]) {
      const table = findTable(sample, reading, options);
      const isOnlyCut = best.reading.delimiter === delimiter && best.bad === 1 && isCut(best);
      if (reading.quote === "'" && countQuoted(table) === 0) continue;
      if (!isCertain(table, text) || (isOnlyCut && reading.quote !== best.reading.quote)) continue;
      if (best.width < 2 || isMore(table, best) || isLonger(table, best)) best = table;
    }
  }
  return best;
}

/**
 * The line ends that a table's records have.
 *
 * @param {Sample} sample
 * @param {Table} table
 * @returns {('lf' | 'crlf' | 'cr')[]}
 */
export function lineEndsOf({ text }, { records, reading }) {
  const found = new Set();
  for (const { end, after } of records) {
    if (after === end) continue;
    if (lineEndLength(text, end, reading.cr) === 2) found.add('crlf');
    else found.add(text[end] === '\n' ? 'lf' : 'cr');
  }
  return /** @type {const} */ (['lf', 'crlf', 'cr']).filter(lineEnd => found.has(lineEnd));
}

const BARE_RETURN = /\r(?!\n)/;
