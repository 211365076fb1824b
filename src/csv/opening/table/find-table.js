import { commentsAbove, isComment } from '../header/comments-above.js';
import { namesField } from '../header/used-names.js';
import { splitRecords } from '../text/split-records.js';
import { standsBelowPairs } from './pairs-above.js';
import { canBePreamble } from './preamble.js';

/** @import { Reading, SplitRecord } from '../text/reading.js' */
/** @import { Sample, Table, TableOptions } from './table.js' */

/**
 * Finds where a sample's table begins under a reading: with the first record, or with a later one if more records are good
 * then and what stands before it can be a preamble.
 *
 * @param {Sample} sample
 * @param {Reading} reading
 * @param {TableOptions} options
 * @returns {Table}
 */
export function findTable({ text, whole }, reading, options) {
  let records = splitRecords(text, reading, whole);
  // The first record is longer than the sample: treat it as if it ended with it.
  if (records.length === 0 && !whole) records = splitRecords(text, reading, true);
  let best = score(records, 0, text, options);
  const below = options.hashes && options.skips ? commentsAbove(records, text, reading, options) : 0;
  if (below > 0) {
    const table = score(records, below, text, options);
    if (canBePreamble(records, table, text, reading, options)) {
      if (table.bad <= table.good) return { reading, records, ...table };
      // Comments do not vote: what they have in common with the records is chance.
      if (records.slice(0, below).every(line => isComment(text, line))) best = table;
    }
  }
  if (best.bad > 0 && options.skips) {
    for (const first of candidates(records, text, below)) {
      const later = score(records, first, text, options);
      // Two lines of prose have as many good records as two lines of a table, but no name that the rule uses.
      const isNamed = options.named && namesField(records[first], text, reading, options.used);
      // Below a comment, the names are no record.
      const least = best.good + (isNamed && best.first < below ? -1 : Number(!isNamed));
      const isBelowPairs = () =>
        later.bad === 0 && best.first <= below && standsBelowPairs(records, first, text, reading, isNamed);
      if ((later.good < least && !isBelowPairs()) || later.bad > later.good) continue;
      if (canBePreamble(records, later, text, reading, options)) best = later;
    }
  }
  return { reading, records, ...best };
}

/**
 * @param {SplitRecord[]} records
 * @param {number} first
 * @param {string} text
 * @param {TableOptions} options
 */
function score(records, first, text, { named, hashes }) {
  const header = records[first];
  if (header === undefined) return { ...NO_TABLE, first };
  const { width } = header;
  let counted = 0;
  let same = 0;
  let longer = 0;
  let shorter = 0;
  let missing = 0;
  let comments = 0;
  let goodHashes = 0;
  for (let index = first + 1; index < records.length; index++) {
    const record = records[index];
    const isHash = text[record.start] === '#';
    counted += 1;
    if (record.sound && record.width === width + 1 && !record.emptyLast) missing += 1;
    if (record.sound && record.width === width) {
      same += 1;
      goodHashes += Number(isHash);
    } else if (record.sound && record.width === width + 1 && record.emptyLast) longer += 1;
    else if (hashes && isHash) comments += 1;
    else if (record.sound && record.width === width - 1) shorter += 1;
  }
  counted -= comments;
  const trailingDelimiter = named && longer > same && longer >= NEARLY_ALL * counted;
  const emptyLastName = named && header.emptyLast && width > 1 && shorter > same && shorter >= NEARLY_ALL * counted;
  // Some of the last values may be empty.
  const lacksName = named && missing > Math.max(same, longer) && missing + longer >= NEARLY_ALL * counted;
  const good = emptyLastName ? shorter : trailingDelimiter ? same + longer : same;
  return {
    first,
    width: emptyLastName ? width - 1 : width,
    good,
    bad: counted - good,
    share: (good + Number(header.sound)) / (first + counted + 1),
    comments,
    goodHashes,
    trailingDelimiter,
    emptyLastName,
    lacksName,
  };
}

/**
 * The records that a table may begin with: the first one of each width.
 *
 * @param {SplitRecord[]} records
 * @param {string} text
 * @param {number} from How many comments stand above.
 * @returns {number[]}
 */
function candidates(records, text, from) {
  const seen = new Set([1, records[from].width]);
  const found = [];
  let lines = 0;
  for (let index = from + 1; index < records.length; index++) {
    lines += countLines(text, records[index - 1].start, records[index].start);
    if (lines > MAX_PREAMBLE_LINES) break;
    const { width } = records[index];
    if (!seen.has(width)) found.push(index);
    if (found.length === MAX_CANDIDATES) break;
    seen.add(width);
  }
  return found;
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @returns {number} How many lines begin from `from` to `to`.
 */
function countLines(text, from, to) {
  return text.slice(from, to).split(/\r\n|[\n\r]/).length - 1;
}

const NEARLY_ALL = 0.9;
const MAX_PREAMBLE_LINES = 100;
const MAX_CANDIDATES = 12;
const NO_TABLE = {
  width: 0,
  good: 0,
  bad: 0,
  share: 0,
  comments: 0,
  goodHashes: 0,
  trailingDelimiter: false,
  emptyLastName: false,
  lacksName: false,
};
