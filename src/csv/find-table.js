import { isData } from './cell-shape.js';
import { fieldValues, splitRecords } from './split-records.js';

/** @import { Reading, SplitRecord } from './split-records.js' */

/**
 * The beginning of an entry, one character a byte. `whole`: whether it is the whole entry.
 * @typedef {{ text: string, whole: boolean }} Sample
 *
 * What the rule says about the opening. `named`: whether the first record names the fields. `skips`: whether lines before it
 * may be skipped. `hashes`: whether a line with `#` that is no good record is a comment.
 * @typedef {{ named: boolean, skips: boolean, hashes: boolean }} TableOptions
 */

/**
 * A sample's table under one reading.
 *
 * @typedef {object} Table
 * @property {Reading} reading
 * @property {SplitRecord[]} records All records of the sample.
 * @property {number} first Which of them begins the table: its header, or its first record if it has none.
 * @property {number} width How many fields the table has.
 * @property {number} good How many records after `first` are good.
 * @property {number} bad
 * @property {number} share The good ones' share of all records, `first` and those before it included: from 0 to 1.
 * @property {boolean} trailingDelimiter
 * @property {boolean} emptyLastName Whether the header ends with a delimiter that the records lack.
 */

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
  if (best.bad > 0 && options.skips) {
    for (const first of candidates(records, text)) {
      const later = score(records, first, text, options);
      if (later.good <= best.good || later.bad > later.good) continue;
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
  for (let index = first + 1; index < records.length; index++) {
    const record = records[index];
    counted += 1;
    if (record.sound && record.width === width) same += 1;
    else if (record.sound && record.width === width + 1 && record.emptyLast) longer += 1;
    else if (hashes && text[record.start] === '#') counted -= 1;
    else if (record.sound && record.width === width - 1) shorter += 1;
  }
  const trailingDelimiter = named && longer > same && longer >= NEARLY_ALL * counted;
  const emptyLastName = named && header.emptyLast && width > 1 && shorter > same && shorter >= NEARLY_ALL * counted;
  const good = emptyLastName ? shorter : trailingDelimiter ? same + longer : same;
  return {
    first,
    width: emptyLastName ? width - 1 : width,
    good,
    bad: counted - good,
    share: (good + Number(header.sound)) / (first + counted + 1),
    trailingDelimiter,
    emptyLastName,
  };
}

/**
 * The records that a table may begin with: the first one of each width.
 *
 * @param {SplitRecord[]} records
 * @param {string} text
 * @returns {number[]}
 */
function candidates(records, text) {
  const seen = new Set([1, records[0].width]);
  const found = [];
  let lines = 0;
  for (let index = 1; index < records.length; index++) {
    lines += countLines(text, records[index - 1].start, records[index].start);
    if (lines > MAX_PREAMBLE_LINES) break;
    const { width } = records[index];
    if (!seen.has(width)) found.push(index);
    seen.add(width);
  }
  return found;
}

/**
 * Whether the records before the table can be a preamble, rather than a header with a mistake or another table. In doubt they
 * are not: names must not be taken from a record.
 *
 * @param {SplitRecord[]} records
 * @param {ReturnType<typeof score>} table
 * @param {string} text
 * @param {Reading} reading
 * @param {TableOptions} options
 */
function canBePreamble(records, { first, width, good }, text, reading, { named }) {
  const before = records.slice(0, first);
  if (holdsTable(before, good)) return false;
  if (!named) return true;
  if (before.some(line => isForeignHeader(text.slice(line.start, line.end), width, reading.delimiter))) return false;
  const multiple = before.filter(line => line.width > 1 && !text.startsWith('# ', line.start));
  if (multiple.length === 0) return true;
  const values = multiple.map(line => fieldValues(text, line, reading));
  const filled = values.map(cells => cells.filter(Boolean).length);
  const pairs = filled.every(count => count <= 2) && width >= 4;
  if (pairs) return true;
  const alike = multiple.some(
    (line, index) =>
      Math.abs(line.width - width) <= 1 &&
      filled[index] >= width - 1 &&
      !isSentence(text.slice(line.start, line.end), reading.delimiter),
  );
  return !(alike && width > 2) && isHeader(records, first, text, reading);
}

/**
 * Whether lines above or below a table are another table.
 *
 * @param {SplitRecord[]} lines
 * @param {number} good How many records the table has.
 */
export function holdsTable(lines, good) {
  const counts = new Map();
  for (const { width, emptyLast } of lines) {
    const filled = width - Number(emptyLast);
    counts.set(filled, (counts.get(filled) ?? 0) + 1);
  }
  return [...counts].some(([width, count]) => width > 2 && count > 2 && count * 4 >= good);
}

/**
 * @param {string} line
 * @param {string} delimiter
 */
function isSentence(line, delimiter) {
  const [, ...rest] = line.split(delimiter);
  return /[.!?:]\s*$/.test(line) && rest.every(part => /^ \S/.test(part));
}

/**
 * Whether a line would have the table's number of fields with another delimiter: it is the header then.
 *
 * @param {string} line
 * @param {number} width
 * @param {string} delimiter
 */
function isForeignHeader(line, width, delimiter) {
  if (width === 2 && line.includes(' ')) return false;
  return [',', ';', '\t', '|'].some(other => other !== delimiter && line.split(other).length === width);
}

/**
 * Whether a record names fields: its values are no data, and those below are.
 *
 * @param {SplitRecord[]} records
 * @param {number} first
 * @param {string} text
 * @param {Reading} reading
 */
function isHeader(records, first, text, reading) {
  const names = fieldValues(text, records[first], reading);
  const filled = names.filter(name => name.trim() !== '');
  if (filled.some(isData) || new Set(filled).size < filled.length || filled.length < names.length * 0.75) return false;
  const rows = records.slice(first + 1, first + 21).map(record => fieldValues(text, record, reading));
  return names.some((_, column) => {
    const cells = rows.map(row => row[column] ?? '').filter(cell => cell.trim() !== '');
    return cells.length > 0 && cells.filter(isData).length >= cells.length * 0.8;
  });
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
const NO_TABLE = { width: 0, good: 0, bad: 0, share: 0, trailingDelimiter: false, emptyLastName: false };
