import { isData } from '../header/cell-shape.js';
import { USUAL } from '../table/usual.js';
import { areAligned } from './fixed-widths.js';

/** @import { Table } from '../table/table.js' */

/**
 * @param {Pick<Table, 'records' | 'first'>} table Of one column.
 * @param {string} text The sample.
 * @returns {string | undefined} A delimiter that stands in all its lines, be it within quotes, or equally often in half of them. Punctuation
 *   that is never guessed counts too, unless all lines are data, such as addresses or amounts of money. Two spaces stand for columns of fixed
 *   width.
 */
export function splitterOf({ records, first }, text) {
  const lines = records
    .slice(first, first + COMPARED_RECORDS)
    .map(({ start, end }) => text.slice(start, end))
    .filter(line => !RULER.test(line));
  if (lines.length === 0) return undefined;
  const areData = lines.every(line => isData(Buffer.from(line, 'latin1').toString()));
  const isSplit = (/** @type {string} */ delimiter) => {
    if (lines.every(line => line.includes(delimiter))) return true;
    if (delimiter === ' "' && lines.length > 1 && lines[0].includes(' ')) {
      return lines.slice(1).every(line => line.includes(delimiter));
    }
    if (!USUAL.includes(delimiter)) return false;
    return lines[0].includes(delimiter) || isInMost(lines, delimiter);
  };
  const found = [...USUAL, ...(areData ? CERTAIN : [...CERTAIN, ...RARE])].find(isSplit) ?? colonOf(lines);
  if (found === undefined && areAligned(lines)) return '  ';
  return found && Buffer.from(found, 'latin1').toString();
}

/**
 * Whether all lines have the same number of words, two or more, as if spaces were the delimiter.
 *
 * @param {Table['records']} records
 * @param {string} text The sample.
 */
export function haveEqualWordCounts(records, text) {
  // A comment may list the names, behind its label.
  const own = records.length > 1 && text[records[0].start] === '#' ? records.slice(1) : records;
  const counts = new Set(
    own.slice(0, COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end).trim().split(/ +/).length),
  );
  return counts.size === 1 && !counts.has(1);
}

/**
 * @param {Pick<Table, 'records' | 'first'>} table Of one column.
 * @param {string} text The sample.
 * @param {number} least
 * @returns {string | undefined} What often joins words into one, if it splits each line into more than `least` fields, and not all lines are
 *   data, such as dates.
 */
export function jointOf({ records, first }, text, least) {
  const lines = records.slice(first, first + COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end));
  if (lines.every(line => isData(Buffer.from(line, 'latin1').toString()))) return undefined;
  return JOINTS.find(joint => lines.every(line => line.split(joint).length > least));
}

/**
 * @param {string[]} lines
 * @returns {string | undefined} A colon, if it stands equally often in each of several lines, those of times and addresses left out.
 */
function colonOf(lines) {
  const counts = new Set(lines.map(line => line.replaceAll(WITH_COLON, '').split(':').length));
  return lines.length > 1 && counts.size === 1 && !counts.has(1) ? ':' : undefined;
}

/**
 * @param {string[]} lines
 * @param {string} delimiter
 */
function isInMost(lines, delimiter) {
  const counts = new Map();
  for (const line of lines) {
    const parts = line.split(delimiter).length;
    counts.set(parts, (counts.get(parts) ?? 0) + 1);
  }
  return [...counts].some(([parts, count]) => parts > 1 && count > 1 && count * 2 >= lines.length);
}

/**
 * @param {Pick<Table, 'records' | 'first'>} table Of one column.
 * @param {string} text The sample.
 * @returns {string | undefined} A wide comma or semicolon, as Chinese text has, that splits two lines or more into the same number of fields.
 */
export function wideOf({ records, first }, text) {
  const lines = records
    .slice(first, first + COMPARED_RECORDS)
    .map(({ start, end }) => Buffer.from(text.slice(start, end), 'latin1').toString());
  return WIDE.find(delimiter => {
    const widths = new Set(lines.map(line => line.split(delimiter).length));
    return lines.length > 1 && widths.size === 1 && !widths.has(1);
  });
}

const COMPARED_RECORDS = 21;
/** A line below names, as `---- ----`. */
const RULER = /^[-=+| ]+$/;
/** A time, the beginning of an address, perhaps with its port, or an address of a network. */
const WITH_COLON =
  /\d:\d\d|^(?:mailto|tel|urn:[a-z\d-]{1,40}):|:\/\/[^\s/:]{0,253}(?::\d{1,5}(?=[/?#]|$))?|(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}/gi;
const WIDE = ['，', '；'];
const CERTAIN = ['^', '~'];
const JOINTS = [...'/-._'];
/** What joins words into one name, as `-`, is not among them. */
const RARE = [...'!#$%&*+<=>?@\\', '\xc2\xa6', '\xc2\xa7', '  ', ' "'];
