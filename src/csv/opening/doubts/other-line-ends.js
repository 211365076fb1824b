import { CsvError } from '../../../errors.js';
import { printable } from '../../../printable.js';

/** @import { Table } from '../table/table.js' */

/**
 * Refuses a single line in which other characters than LF and CR seem to end the lines, such as U+2028: all but its first values would be
 * taken for one record, or for names.
 *
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseOtherLineEnds({ records, first, width, reading }, text) {
  const [line, second] = records.slice(first);
  if (width < 2 || line === undefined || second !== undefined) return;
  const plain = text.slice(line.start, line.end).replaceAll(/"(?:[^"]|"")*"/g, 'x');
  const [end] = LINE_END.exec(plain) ?? [];
  if (end === undefined) return;
  const parts = plain.split(end).filter(Boolean);
  const split = parts.filter(part => part.includes(reading.delimiter));
  // Within a value, it is none.
  if (split.length < 2 || split.length * 2 < parts.length) return;
  const shown = printable(Buffer.from(end, 'latin1').toString());
  throw new CsvError(
    'csv/bad-header',
    `all of the entry is one line, but ${shown} seems to end lines in it; write LF or CRLF between the records`,
  );
}

/** NEL, LS, PS, a vertical tab, a form feed, a record separator, or how a string of JSON writes a line end. */
const LINE_END = /\xc2\x85|\xe2\x80[\xa8\xa9]|[\x0b\x0c\x1e]|\\r\\n|\\n/;
