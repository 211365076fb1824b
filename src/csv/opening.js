import { CsvError, LimitError } from '../errors.js';
import { byteOrderMarkBytes, detectDelimiter, refuseUtf16, SAMPLE_BYTES, UTF16_SAMPLE_BYTES } from './dialect.js';
import { fieldText } from './field-plan.js';
import { recordTooLong } from './record-editor.js';
import { CR, QUOTE, RecordScanner } from './record-scanner.js';

/** @import { CsvRule } from '../recipe/recipe.js' */

/**
 * What the beginning of an entry tells.
 *
 * @typedef {object} Opened
 * @property {number} markBytes How many bytes the byte order mark takes.
 * @property {number} delimiter One byte.
 * @property {string[] | null} names The header, null where the entry has none.
 * @property {number} width How many fields a record has.
 * @property {Buffer | null} header The header's record as it stands, null where it is not part of the entry.
 * @property {number} recordsFrom Where the records begin.
 */

/**
 * Reads the beginning of an entry: byte order mark, delimiter, header.
 *
 * @param {CsvRule} rule
 * @param {Buffer} bytes The entry from its first byte.
 * @param {boolean} whole Whether that is all of it.
 * @param {number} maxRecordBytes Holds for the first record together with the empty lines before it.
 * @returns {Opened | null} null where more bytes are needed.
 * @throws {CsvError | LimitError} `csv/utf-16`, `csv/bad-header`, `limit/record`, `limit/columns`
 */
export function readOpening(rule, bytes, whole, maxRecordBytes) {
  const sampleBytes = rule.delimiter === 'auto' ? SAMPLE_BYTES : UTF16_SAMPLE_BYTES;
  if (!whole && bytes.length <= sampleBytes) return null;
  refuseUtf16(bytes);
  const markBytes = byteOrderMarkBytes(bytes);
  const delimiter =
    rule.delimiter === 'auto'
      ? detectDelimiter(bytes.subarray(markBytes, SAMPLE_BYTES), whole && bytes.length <= SAMPLE_BYTES)
      : rule.delimiter.charCodeAt(0);
  const opened = { markBytes, delimiter, header: null, recordsFrom: markBytes };
  if (Array.isArray(rule.header)) return { ...opened, names: rule.header, width: rule.header.length };

  const scanner = new RecordScanner(delimiter, MAX_COLUMNS);
  scanner.begin(bytes.subarray(markBytes), whole);
  const found = scanner.nextFilled();
  const reach = found ? scanner.after : scanner.bytes.length;
  if (reach > maxRecordBytes) throw recordTooLong(1, markBytes, maxRecordBytes);
  if (!found && !whole) return null;
  if (scanner.fieldCount > MAX_COLUMNS) {
    throw new LimitError('limit/columns', `the first record has ${scanner.fieldCount} fields (limit: ${MAX_COLUMNS})`);
  }
  // An entry without a first record is an empty one: there is nothing that a field could be missing from.
  if (!found) return { ...opened, names: null, width: 0 };
  if (rule.header === true && scanner.fault !== null) {
    throw new CsvError('csv/bad-header', `the header at byte ${markBytes + scanner.start} has a broken quote`, {
      byte: markBytes + scanner.start,
    });
  }
  if (holdsBareReturn(scanner)) {
    throw new CsvError(
      'csv/bad-header',
      `the first record, at byte ${markBytes + scanner.start}, holds a CR outside of quotes; if the entry's lines end in CR ` +
        'only, convert them to LF',
      { byte: markBytes + scanner.start },
    );
  }
  if (rule.header === false) return { ...opened, names: null, width: scanner.fieldCount };
  const names = Array.from({ length: scanner.fieldCount }, (_, index) =>
    fieldText(scanner.bytes, scanner.fieldStart(index), scanner.ends[index]),
  );
  return {
    ...opened,
    names,
    width: names.length,
    header: scanner.bytes.subarray(scanner.start, scanner.after),
    recordsFrom: markBytes + scanner.after,
  };
}

/**
 * Old Macintosh line ends would make one record of the whole entry, and let fields through that are to be dropped.
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
