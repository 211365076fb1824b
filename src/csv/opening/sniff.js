import { withApostrophes } from './apostrophes.js';
import { fieldValues, holdsBareReturn } from './field-values.js';
import { findTable } from './find-table.js';
import { usedNames } from './preamble.js';
import { withQuotesBesideSpace } from './quotes-beside-space.js';
import {
  baseReading,
  countQuoted,
  findRepeated,
  isBetter,
  isCertain,
  isControl,
  isPoor,
  otherReadings,
  rareDelimiters,
} from './readings.js';
import { lineEndLength } from './text-lines.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from './find-table.js' */
/** @import { Reading } from './split-records.js' */

/**
 * Finds how an entry is to be read from its first records. What the rule says is taken as given. Another reading than RFC
 * 4180 is taken only where more records are good under it.
 *
 * @param {Sample} sample
 * @param {CsvRule} rule
 * @param {string | null} [sepDelimiter] The delimiter that a line with `sep=` says.
 * @returns {Table}
 */
export function sniff(sample, rule, sepDelimiter = null) {
  const given = rule.delimiter === 'auto' && sepDelimiter === null ? null : baseReading(rule, sepDelimiter).delimiter;
  const options = {
    named: rule.header === true || rule.header === 'auto',
    sure: rule.header === true,
    used: usedNames(rule),
    skips: rule.skipLines === 'auto',
    hashes: rule.comments === 'auto',
  };
  const base = baseReading(rule, sepDelimiter);
  const delimiters = given === null ? USUAL : [given];
  const plain = bestOf(sample, base, delimiters, options);
  const table = withReturns(sample, plain, delimiters, options);
  const isFound = table.bad === 0 && table.first === 0 && (given !== null || table.width > 1 || isQuotedColumn(table));
  const likely = isFound ? table : findForeign(sample, table, delimiters, rule, options);
  const unspaced = withApostrophes(sample, likely, rule, options);
  const found = withQuotesBesideSpace(sample, unspaced, rule, options);
  if (given !== null) return found;
  return findRepeated(sample, found, options) ?? found;
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
  if (!BARE_RETURN.test(text)) return plain;
  const [header] = plain.records;
  // As it is, the header would be refused.
  const isRefused = header !== undefined && holdsBareReturn(text, header, plain.reading);
  const isBroken = header !== undefined && !header.sound && text.slice(header.start, header.after).includes('\r');
  if (plain.bad === 0 && !isRefused && !isBroken) return plain;
  const table = bestOf(sample, { ...plain.reading, cr: true }, delimiters, options);
  const isAlone =
    plain.records.length <= 1 && (table.records.length === 0 || lineEndsOf(sample, table).join() === 'cr');
  const gained = table.good - plain.good;
  if (isAlone || (table.width > 1 && gained >= 3 && gained >= table.records.length / 10)) return table;
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
  if (rule.delimiter !== 'auto' || delimiters.length === 1) return best;
  // Control characters stand in no value: they are tried even where another delimiter does.
  const rare = rareDelimiters(text).filter(isPoor(best) ? Boolean : isControl);
  for (const delimiter of rare) {
    for (const reading of [
      { ...base.reading, delimiter },
      ...otherReadings({ ...base.reading, delimiter }, rule, text),
    ]) {
      const table = findTable(sample, reading, options);
      if (!isCertain(table, text)) continue;
      if (best.width < 2 || isMore(table, best) || isLonger(table, best)) best = table;
    }
  }
  return best;
}

/**
 * @param {Table} one
 * @param {Table} other
 */
function isMore(one, other) {
  const share = shareBeside(one, other);
  const otherShare = shareBeside(other, one);
  if (share !== otherShare) return share > otherShare;
  // A reading that breaks quoted fields at their line ends has more records.
  const fewer = one.good > other.good ? other : one;
  const isMoreGood = one.good !== other.good && countQuoted(fewer) <= countQuoted(fewer === one ? other : one);
  if (isMoreGood) return fewer === other;
  const isEven = !one.trailingDelimiter && !one.emptyLastName;
  if (isEven !== (!other.trailingDelimiter && !other.emptyLastName)) return isEven;
  return one.width > other.width;
}

/**
 * The share of good records, where lines with `#` are comments only if they are no good records of the other table.
 *
 * @param {Table} table
 * @param {Table} other
 */
function shareBeside({ share, first, good, bad, comments }, { goodHashes }) {
  if (goodHashes === 0 || comments === 0) return share;
  const counted = first + 1 + good + bad;
  return (share * counted) / (counted + comments);
}

/**
 * Whether commas split records of numbers with decimal commas as evenly as their delimiter does.
 *
 * @param {Table} one
 * @param {Table} other
 * @param {string} text
 */
function isDecimal({ records, share, reading }, other, text) {
  if (other.reading.delimiter !== ',' || share !== 1 || other.share !== 1 || records.length < 2) return false;
  return records.every(record => fieldValues(text, record, reading).every(value => DECIMAL.test(value)));
}

/**
 * Whether the table's delimiter holds the other's, as a comma and a space hold the space, and splits as well.
 *
 * @param {Table} one
 * @param {Table} other
 */
function isLonger(one, other) {
  const holds =
    one.reading.delimiter !== other.reading.delimiter && one.reading.delimiter.includes(other.reading.delimiter);
  return holds && one.share === other.share && one.width === other.width;
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

const USUAL = [',', ';', '\t', '|'];
const BARE_RETURN = /\r(?!\n)/;
/** A number with a decimal comma, if it has any. */
const DECIMAL = /^ ?[-+]?\d+(?:,\d+)? ?$/;
