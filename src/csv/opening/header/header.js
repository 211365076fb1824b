import { CsvError, LimitError } from '../../../errors.js';
import { isNative, nativeDelimiter } from '../../dialect.js';
import { recordTooLong } from '../../records/record-errors.js';
import { afterMarks } from '../../text/find-byte.js';
import { quote } from '../../text/quoting.js';
import { fieldTexts, fieldValues, holdsBareReturn } from '../text/field-values.js';
import { isFilled, readLine, readRecord } from '../text/split-records.js';
import { behindEmptyLines } from '../text/text-lines.js';

/** @import { Dialect } from '../../dialect.js' */
/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * @typedef {object} Header
 * @property {string[] | null} names The fields' names; null if there are none.
 * @property {number} width How many fields a record has; 0 if the entry has no record.
 * @property {Buffer | null} header The header as RFC 4180, with its line end; null if none is to be written.
 */

/**
 * Reads an entry's header, or its first record if it has none, which sets the width.
 *
 * @param {Buffer} bytes UTF-8. Must begin with the header, or with empty lines before it.
 * @param {object} options
 * @param {boolean} options.whole Whether the entry ends with these bytes.
 * @param {number} options.position Where they begin in the entry.
 * @param {Reading} options.reading
 * @param {Dialect} options.dialect
 * @param {boolean} options.emptyLastName Whether the header ends with a delimiter that the records lack.
 * @param {((rows: string[][]) => string[]) | null} [options.joinNames] Joins the rows of a header of several.
 * @param {number} options.maxRecordBytes
 * @returns {(Header & { used: number }) | null} null if more bytes are needed. `used`: how many bytes the header takes.
 * @throws {CsvError | LimitError} `csv/bad-header`, `limit/record`, `limit/columns`
 */
export function readHeader(bytes, { whole, position, reading, dialect, emptyLastName, joinNames, maxRecordBytes }) {
  const text = bytes.toString('latin1');
  const rows = Math.max(1, dialect.headerRows);
  /** @type {SplitRecord[]} */
  const records = [];
  for (let start = 0; records.length < rows; ) {
    start = behindEmptyLines(text, start, reading.cr);
    const near = text.slice(0, start + maxRecordBytes);
    const isCut = near.length < text.length;
    const found = readRecord(near, start, reading, whole && !isCut, maxRecordBytes);
    // A quote that is not known to be closed within the limit costs its line.
    const record = found === null && isCut ? readLine(near, start, reading, false) : found;
    const end = record === null || start === text.length ? text.length : record.after;
    if (end - start > maxRecordBytes) throw recordTooLong(1, position + start, maxRecordBytes);
    if (start === text.length || record === null) {
      if (!whole) return null;
      // An entry without records is empty: no field can be missing from it.
      return { names: null, width: 0, header: null, used: start };
    }
    if (isFilled(near, record)) records.push(record);
    start = record.after;
  }
  const last = records[records.length - 1];
  const width = last.width - Number(emptyLastName);
  if (width > MAX_COLUMNS) {
    throw new LimitError('limit/columns', `the first record has ${width} fields (limit: ${MAX_COLUMNS})`);
  }
  for (const record of records) refuseBareReturn(text, record, reading, position);
  if (dialect.headerRows === 0) return { names: null, width, header: null, used: 0 };

  const fields = joinNames && rows > 1 ? joined(joinNames) : fieldTexts(text, last, reading).slice(0, width);
  const names = fields.map(field => Buffer.from(field, 'latin1').toString());
  const isOneEmptyName = emptyLastName && last.end - afterMarks(bytes, last.start) === 1;
  const isCopied = isNative(dialect) && rows === 1 && last.sound && !isOneEmptyName;
  const header = isCopied
    ? copiedHeader(bytes, last, emptyLastName)
    : headerRecord(fields, nativeDelimiter(dialect), text.slice(last.end, last.after));
  return { names, width, header, used: last.after };

  /** @param {(rows: string[][]) => string[]} join */
  function joined(join) {
    const joinedNames = join(records.map(record => fieldValues(text, record, reading)));
    return joinedNames.slice(0, width).map(name => Buffer.from(name).toString('latin1'));
  }
}

/**
 * A header of the names in the recipe, for an entry that has none.
 *
 * @param {readonly string[]} names
 * @param {Dialect} dialect
 * @param {string} lineEnd Of the first record; empty if it is not known.
 */
export function namedHeader(names, dialect, lineEnd) {
  const fields = names.map(name => Buffer.from(name).toString('latin1'));
  return headerRecord(fields, nativeDelimiter(dialect), lineEnd || '\n');
}

/**
 * With line ends that are not found to be such, an entry would be one record, and fields that the recipe drops would get
 * through.
 *
 * @param {string} text
 * @param {SplitRecord} record
 * @param {Reading} reading
 * @param {number} position
 */
function refuseBareReturn(text, record, reading, position) {
  if (!holdsBareReturn(text, record, reading)) return;
  const byte = position + record.start;
  throw new CsvError(
    'csv/bad-header',
    `the first record, at byte ${byte}, holds a CR outside of quotes that does not end a line; put the field into quotes, ` +
      'or end all lines in one way',
    { byte },
  );
}

/**
 * @param {Buffer} bytes
 * @param {SplitRecord} record RFC 4180, with a delimiter of one byte.
 * @param {boolean} emptyLastName
 */
function copiedHeader(bytes, { start, end, after }, emptyLastName) {
  const content = afterMarks(bytes, start);
  if (!emptyLastName) return bytes.subarray(content, after);
  return Buffer.concat([bytes.subarray(content, end - 1), bytes.subarray(end, after)]);
}

/**
 * Writes a header as RFC 4180. Bytes that are not UTF-8 stay.
 *
 * @param {string[]} names One character a byte.
 * @param {string} delimiter
 * @param {string} lineEnd As it was.
 */
function headerRecord(names, delimiter, lineEnd) {
  const needsQuotes = names.length === 1 && names[0] === '';
  const fields = names.map(name =>
    needsQuotes || /["\n\r]/.test(name) || name.includes(delimiter)
      ? quote(Buffer.from(name, 'latin1')).toString('latin1')
      : name,
  );
  return Buffer.from(fields.join(delimiter) + (lineEnd === '\r' ? '\r\n' : lineEnd), 'latin1');
}

const MAX_COLUMNS = 65_536;
