import { CsvError } from '../../../errors.js';
import { fieldValues } from '../text/field-values.js';
import { shownRecord } from './shown-record.js';

/** @import { Table } from '../table/table.js' */

/**
 * The error of an entry that two delimiters split about as well.
 *
 * @param {Table} one
 * @param {Table} other
 * @param {string} text The sample.
 * @param {string} [shown] Which record is shown.
 */
export function ambiguousDelimiter(one, other, text, shown = 'the first one') {
  const [first, second] = [one, other].map(({ reading, records, first: at }) => {
    const delimiter = JSON.stringify(Buffer.from(reading.delimiter, 'latin1').toString());
    return { line: `"delimiter": ${delimiter}`, shown: shownRecord(fieldValues(text, records[at], reading)) };
  });
  return new CsvError(
    'csv/ambiguous-dialect',
    `the records can be read in two ways: ${shown} is ${first.shown} or ${second.shown}; set ${first.line}, ` +
      `or ${second.line}`,
    { record: 1 },
  );
}

/**
 * The error of an entry whose records are cut within apostrophes, if these are no quotes.
 *
 * @param {Table} one
 * @param {Table} other With apostrophes for quotes.
 * @param {string} text The sample.
 * @param {Table['records'][number]} record One that is cut.
 */
export function ambiguousQuote(one, other, text, record) {
  const same = other.records.find(({ start }) => start === record.start) ?? record;
  const [cut, whole] = [fieldValues(text, record, one.reading), fieldValues(text, same, other.reading)].map(
    shownRecord,
  );
  const quote = JSON.stringify(one.reading.quote);
  return new CsvError(
    'csv/ambiguous-dialect',
    `a record can be read in two ways: as ${cut} or ${whole}; set "quote": ${quote}, or "quote": "'"`,
    { record: one.records.indexOf(record) + 1 },
  );
}
