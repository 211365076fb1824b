import { CsvError, LimitError } from '../errors.js';
import { fieldText } from './quoting.js';
import { recordTooLong } from './record-errors.js';
import { CR, QUOTE, RecordScanner } from './record-scanner.js';

/** @import { CsvRule } from '../recipe/recipe.js' */

/**
 * @typedef {object} Header
 * @property {string[] | null} names The fields' names; null if there are none.
 * @property {number} width How many fields a record has; 0 if the entry has no record.
 * @property {Buffer | null} header The header's bytes, with its newline; null if the header is not part of the entry.
 */

/**
 * Determines an entry's field names and the number of its fields, from the rule or from the first record.
 *
 * @param {Buffer} bytes Must begin with the first record.
 * @param {object} options
 * @param {boolean} options.whole Whether the entry ends with these bytes.
 * @param {number} options.position Where they begin in the entry.
 * @param {number} options.delimiter One byte.
 * @param {Exclude<CsvRule['header'], 'auto'>} options.kind
 * @param {number} options.maxRecordBytes
 * @returns {Header | null} null if more bytes are needed.
 * @throws {CsvError | LimitError} `csv/bad-header`, `limit/record`, `limit/columns`
 */
export function readHeader(bytes, { whole, position, delimiter, kind, maxRecordBytes }) {
  if (Array.isArray(kind)) return { names: kind, width: kind.length, header: null };

  const counter = new RecordScanner(delimiter, 0);
  counter.begin(bytes, whole);
  const found = counter.next();
  if ((found ? counter.after : bytes.length) > maxRecordBytes) throw recordTooLong(1, position, maxRecordBytes);
  // An entry without records is empty: no field can be missing from it.
  if (!found) return whole ? { names: null, width: 0, header: null } : null;
  const width = counter.fieldCount;
  if (width > MAX_COLUMNS) {
    throw new LimitError('limit/columns', `the first record has ${width} fields (limit: ${MAX_COLUMNS})`);
  }
  const scanner = new RecordScanner(delimiter, width);
  scanner.begin(bytes, whole);
  scanner.next();
  if (kind === true && scanner.fault !== null) {
    throw new CsvError('csv/bad-header', `the header at byte ${position} has a broken quote`, { byte: position });
  }
  if (holdsBareReturn(scanner)) {
    throw new CsvError(
      'csv/bad-header',
      `the first record, at byte ${position}, holds a CR outside of quotes; if the entry's lines end in CR only, ` +
        'convert them to LF',
      { byte: position },
    );
  }
  if (kind === false) return { names: null, width, header: null };
  const names = Array.from({ length: width }, (_, index) =>
    fieldText(bytes, scanner.fieldStart(index), scanner.ends[index]),
  );
  return { names, width, header: bytes.subarray(0, scanner.after) };
}

/**
 * Whether an unquoted field holds a CR. With line ends of CR only, as on the classic Macintosh, the whole entry would be
 * one record, and fields that the recipe drops would get through.
 *
 * @param {RecordScanner} scanner
 */
function holdsBareReturn(scanner) {
  const { bytes, ends, fieldCount } = scanner;
  for (let index = 0; index < fieldCount; index++) {
    const start = scanner.fieldStart(index);
    const field = bytes.subarray(start, ends[index]);
    if (field[0] !== QUOTE && field.includes(CR)) return true;
  }
  return false;
}

const MAX_COLUMNS = 65_536;
