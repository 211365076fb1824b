import { fieldsIn } from '../../plan/fields-in.js';
import { ambiguousQuote } from '../doubts/ambiguous.js';
import { findTable } from '../table/find-table.js';
import { fieldValues } from '../text/field-values.js';
import { isSound } from './apostrophes.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from '../table/table.js' */
/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * Refuses a table whose delimiter stands between two apostrophes in at least half of the records, as in `'1283,72'`, where a rule names
 * fields: the names above may be as many as the halves. A single record may have as many fields as the others by its halves, too.
 *
 * @param {Sample} sample
 * @param {Table} table
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table} The given one.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function withoutHalves(sample, table, rule, options) {
  const { reading } = table;
  const { text } = sample;
  const width = Array.isArray(rule.header) ? rule.header.length : table.width;
  if (rule.quote !== 'auto' || reading.quote === "'" || width < 2 || fieldsIn(rule).length === 0) return table;
  if (!text.includes("'")) return table;
  const first = table.first + Number(options.named);
  const compared = table.records.slice(first, first + COMPARED_RECORDS);
  const fitting = table.records.slice(first).filter(record => record.width === width);
  const halved = findHalved(fitting, text, reading);
  if (halved.length === 0) return table;
  const other = findTable(sample, { ...reading, quote: "'" }, options);
  // Where most have another width, that is what is wrong.
  const [records, cut] = [fitting, halved].map(all => all.filter(record => compared.includes(record)).length);
  if (cut > 0 && cut * 2 >= records && records * 2 >= compared.length)
    throw ambiguousQuote(table, other, text, halved[0]);
  // One that is longer or shorter than the others without them may fit by chance.
  if (table.records.length < first + 2 || !isSound(other)) return table;
  const odd = findOdd(halved, other, width, sample.whole);
  if (odd !== undefined) throw ambiguousQuote(table, other, text, odd);
  return table;
}

/**
 * @param {SplitRecord[]} records
 * @param {string} text
 * @param {Reading} reading
 * @returns {SplitRecord[]} Those in which an apostrophe begins one field and ends another. In a column where one stands at the end of other
 *   records, it belongs to the value, as in `52°04'`.
 */
function findHalved(records, text, reading) {
  const rows = records
    .filter(({ start, end }) => text.slice(start, end).includes("'"))
    .map(record => {
      const values = fieldValues(text, record, reading).map(value => value.trim());
      return { record, values, opened: values.findIndex(value => OPENED.test(value)) };
    });
  const closing = rows.filter(({ opened }) => opened === -1).flatMap(({ values }) => values.flatMap(closedAt));
  const own = new Set(closing);
  return rows
    .filter(
      ({ values, opened }) =>
        opened >= 0 && values.some((value, at) => at > opened && CLOSED.test(value) && !own.has(at)),
    )
    .map(({ record }) => record);
}

/**
 * @param {string} value
 * @param {number} at
 * @returns {number[]} Where it is, if an apostrophe ends it that does not begin it.
 */
function closedAt(value, at) {
  return CLOSED.test(value) ? [at] : [];
}

/**
 * @param {SplitRecord[]} halved Records of the right width that are cut at a delimiter within apostrophes.
 * @param {Table} other With apostrophes for quotes.
 * @param {number} width
 * @param {boolean} whole Whether the last record is the entry's.
 * @returns {SplitRecord | undefined} One that would have as many fields as most others then, or be the entry's last one, which may be cut.
 */
function findOdd(halved, other, width, whole) {
  const { records } = other;
  const widths = new Map(records.map(record => [record.start, record.width]));
  const counts = new Map();
  for (const record of records) counts.set(record.width, (counts.get(record.width) ?? 0) + 1);
  const last = whole ? records[records.length - 1].start : -1;
  return halved.find(({ start }) => {
    const own = widths.get(start);
    if (own === undefined || own >= width) return false;
    return start === last || (counts.get(own) - 1) * 2 >= records.length - 1;
  });
}

const COMPARED_RECORDS = 50;
/** An apostrophe at one end only. */
const OPENED = /^'(?:.*[^'])?$/s;
const CLOSED = /^(?:[^'].*)?'$/s;
