import { CsvError } from '../../errors.js';
import { fieldValues } from './field-values.js';
import { shownRecord } from './shown-record.js';

/** @import { Table } from './find-table.js' */

/**
 * The error of an entry that two delimiters split about as well.
 *
 * @param {Table} one
 * @param {Table} other
 * @param {string} text The sample.
 */
export function ambiguousDelimiter(one, other, text) {
  const [first, second] = [one, other].map(({ reading, records, first: at }) => {
    const delimiter = JSON.stringify(Buffer.from(reading.delimiter, 'latin1').toString());
    return { line: `"delimiter": ${delimiter}`, shown: shownRecord(fieldValues(text, records[at], reading)) };
  });
  return new CsvError(
    'csv/ambiguous-dialect',
    `the records can be read in two ways: the first one is ${first.shown} or ${second.shown}; set ${first.line}, ` +
      `or ${second.line}`,
    { record: 1 },
  );
}
