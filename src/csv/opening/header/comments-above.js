import { fieldValues } from '../text/field-values.js';
import { isData } from './cell-shape.js';
import { isHeader, isUnlike } from './looks-like-names.js';
import { losesName } from './used-names.js';

/** @import { TableOptions } from '../table/table.js' */
/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * Counts the comments above a table. A line with `#` that has as many fields as the next line may name the fields, as in `# x, y`
 * above numbers: it is a comment only if the next line names them.
 *
 * @param {SplitRecord[]} records
 * @param {string} text
 * @param {Reading} reading
 * @param {TableOptions} options
 * @returns {number} How many records begin with `#` and are comments.
 */
export function commentsAbove(records, text, reading, options) {
  let count = 0;
  while (count < records.length && text[records[count].start] === '#') count += 1;
  if (count === 0 || count === records.length) return 0;
  const { width } = records[count];
  const isApart = (/** @type {SplitRecord} */ record) =>
    record.width !== width || (width === 1 && isComment(text, record));
  const lines = records.slice(0, count);
  if (lines.every(isApart)) return count;
  if (!lines.every(line => isApart(line) || isComment(text, line))) return 0;
  return namesFields(records, count, text, reading, options) ? count : 0;
}

/**
 * Whether a line begins with what no name or value begins with.
 *
 * @param {string} text
 * @param {Pick<SplitRecord, 'start'>} line
 */
export function isComment(text, { start }) {
  return COMMENT.test(text.slice(start, start + 3));
}

/**
 * Whether a line is a comment that has a label, as `#Fields: date time` in the log of a server: what it lists may be the names.
 *
 * @param {string} text
 * @param {Pick<SplitRecord, 'start' | 'end'>} line
 */
export function isLabelled(text, { start, end }) {
  return LABELLED.test(Buffer.from(text.slice(start, Math.min(end, start + SEEN_CHARACTERS)), 'latin1').toString());
}

/**
 * @param {SplitRecord[]} records
 * @param {number} first
 * @param {string} text
 * @param {Reading} reading
 * @param {TableOptions} options
 */
function namesFields(records, first, text, reading, { named, used }) {
  if (!named || losesName(records, first, text, reading, used)) return false;
  if (fieldValues(text, records[first], reading).some(isData)) return false;
  return used.length > 0 || isHeader(records, first, text, reading) || isUnlike(records, first, text, reading);
}

const COMMENT = /^#(?:[ #!]|[\r\n])/;
const SEEN_CHARACTERS = 100;
const LABELLED = /^# ?\p{L}[\p{L}-]{1,40}: ?\S/u;
