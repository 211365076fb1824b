import { fieldValues } from '../text/field-values.js';
import { countQuoted } from '../text/readings.js';

/** @import { Table } from './table.js' */

/**
 * @param {Table} one
 * @param {Table} other
 */
export function isMore(one, other) {
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
export function isDecimal({ records, share, reading }, other, text) {
  if (other.reading.delimiter !== ',' || share !== 1 || other.share !== 1 || records.length < 2) return false;
  return records.every(record => fieldValues(text, record, reading).every(value => DECIMAL.test(value)));
}

/**
 * Whether the table's delimiter holds the other's, as a comma and a space hold the space, and splits as well.
 *
 * @param {Table} one
 * @param {Table} other
 */
export function isLonger(one, other) {
  const holds =
    one.reading.delimiter !== other.reading.delimiter && one.reading.delimiter.includes(other.reading.delimiter);
  return holds && one.share === other.share && one.width === other.width;
}

/**
 * Whether the last record may be cut within its quotes.
 *
 * @param {Table} table
 */
export function isCut({ records, good }) {
  return good > 1 && !records[records.length - 1].sound;
}

/** A number with a decimal comma, if it has any. */
const DECIMAL = /^ ?[-+]?\d+(?:,\d+)? ?$/;
