import { CsvError } from '../../../errors.js';
import { printable } from '../../../printable.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */

/**
 * Refuses lines that name their values themselves, as `name: Ann` or `id=1&name=Ann` do, rather than by a header: a delimiter cuts them
 * at will.
 *
 * @param {CsvRule} rule
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseLabelledLines({ header }, { records, first, width, reading }, text) {
  const own = records.slice(first, first + COMPARED_RECORDS);
  const lines = own.map(({ start, end }) => text.slice(start, end));
  const found = lines.map(line => LABEL.exec(line)?.[1] ?? '');
  const labels = found.filter(Boolean);
  if (labels.length < 2 || labels.length < lines.length * NEARLY_ALL || found[0] === '') return;
  // As many fields in each of them, of which only the first has a name, are those of a table. Of two, one may be a part of a value.
  const isGiven = Array.isArray(header) && header.length === width;
  // A comma may stand in front of a date in words.
  const isLog = reading.delimiter !== ',';
  const isRow = (/** @type {string} */ line, /** @type {number} */ at) => {
    const rest = line.slice(line.indexOf(reading.delimiter) + 1);
    if (own[at].width !== width || NAMED.test(rest)) return false;
    return width > 2 || (isGiven ? !rest.startsWith(' ') : isLog && TIME.test(rest));
  };
  if (width > 1 && lines.every(isRow)) return;
  const isList = new Set(labels).size > 1;
  const arePairs = lines.every(line => PAIRS.test(line));
  if (!isList && !arePairs) return;
  const label = printable(Buffer.from(labels[0], 'latin1').toString());
  throw new CsvError(
    'csv/bad-header',
    `each line begins with a name for its value, such as "${label}", so the entry is no table; write it as CSV first, or say how ` +
      'it is written with "delimiter"',
    { record: 1, byte: records[first].start },
  );
}

const COMPARED_RECORDS = 50;
const NEARLY_ALL = 0.9;
/** Not of an address such as `https://a.b`. */
const LABEL = /^[\s>-]{0,20}([A-Za-z_\x80-\xff][\w\x80-\xff -]{0,40}?)\.*(?:=(?!")|:(?: |$))/;
/** A date, a time, or both. */
const TIME = /^(?=\d)(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})?[T ]?(?:\d{1,2}:\d\d(?::\d\d)?\S{0,10})?$/;
const NAMED = /[\w.-]=/;
/** Two names with values in one line. */
const PAIRS = /^[\s>-]{0,20}[A-Za-z_][\w.-]*=.*[,;&|\s][A-Za-z_][\w.-]*=/;
