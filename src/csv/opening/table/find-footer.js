import { holdsOtherTable } from '../doubts/two-tables.js';
import { linesBetween } from '../opening-lines.js';
import { isEmptyRow } from '../text/empty-row.js';
import { afterLine, lineEndLength } from '../text/text-lines.js';
import { fitsColumns } from './fits-records.js';
import { holdsTable } from './preamble.js';

/** @import { Sample, Table } from './table.js' */
/** @import { SplitRecord } from "../text/reading.js" */

/**
 * Finds the lines at the end of an entry that are no records of its table. An empty line, or a row whose fields are all
 * empty, stands between them and the last good record; without that they are bad records. They are looked for only if the
 * sample is the whole entry.
 *
 * @param {Sample} sample
 * @param {Table} table
 * @param {object} options
 * @param {number} options.from Where the records begin, behind the header.
 * @param {number} options.width How many fields a record has.
 * @returns {{ from: number, to: number }[]} Without empty lines.
 */
export function findFooter({ text, whole }, { reading, records, trailingDelimiter }, { from, width }) {
  // In a table of one column, an empty line is a record.
  if (!whole || width < 2) return [];
  const isOwn = (/** @type {SplitRecord} */ record) => record.start >= from && isGood(record);
  const last = records.findLastIndex(isOwn);
  if (last === -1 || last === records.length - 1) return [];
  // A line of nothing but delimiters below a padded title is no table.
  const own = records.filter(isOwn);
  if (own.every(record => isEmptyRow(text, record, reading))) return [];
  for (let index = last + 1; index < records.length; index++) {
    const [before, record] = [records[index - 1], records[index]];
    const isApart =
      holdsEmptyLine(text, before.after, record.start, reading.cr) ||
      isEmptyRow(text, before, reading) ||
      isEmptyRow(text, record, reading);
    if (!isApart) continue;
    const footer = records.slice(index);
    const lines = linesBetween(text, record.start, text.length, reading.cr).lines;
    const isFooter =
      lines.length <= MAX_LINES && !footer.some(mayBeRecord) && !footer.every(row => isEmptyRow(text, row, reading));
    return isFooter && !holdsTable(footer, last) && !holdsOtherTable(footer, text, reading) ? lines : [];
  }
  return [];

  /**
   * Whether a row looks like a record with a field too many, or like one that lacks its last value.
   *
   * @param {SplitRecord} row
   */
  function mayBeRecord(row) {
    if (!row.sound || row.width < 3) return false;
    if (row.width > width) return !row.emptyLast && fitsColumns(row, own, text, reading);
    return row.width === width - 1 && fitsColumns(row, own, text, reading, FROM_BEGINNING);
  }

  /** @param {SplitRecord} record */
  function isGood(record) {
    if (!record.sound) return false;
    return record.width === width || (trailingDelimiter && record.width === width + 1 && record.emptyLast);
  }
}

/**
 * @param {string} text
 * @param {number} from Where a line begins.
 * @param {number} to
 * @param {boolean} cr
 */
function holdsEmptyLine(text, from, to, cr) {
  for (let start = from; start < to; start = afterLine(text, start, cr)) {
    if (lineEndLength(text, start, cr) > 0) return true;
  }
  return false;
}

const MAX_LINES = 10;
const FROM_BEGINNING = [0];
