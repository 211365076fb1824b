import { CsvError, LimitError } from '../errors.js';
import { byteOrderMarkBytes, detectDelimiter, refuseUtf16, SAMPLE_BYTES, UTF16_SAMPLE_BYTES } from './dialect.js';
import { fieldText } from './field-plan.js';
import { recordTooLong } from './record-editor.js';
import { CR, LF, QUOTE, RecordScanner } from './record-scanner.js';

/** @import { CsvRule } from '../recipe/recipe.js' */

/**
 * What the beginning of an entry tells.
 *
 * @typedef {object} Opened
 * @property {Buffer} mark The byte order mark; empty where there is none.
 * @property {number} delimiter One byte.
 * @property {string[] | null} names The header, null where the entry has none.
 * @property {number} width How many fields a record has; 0 where the entry has no record.
 * @property {Buffer | null} header The header's record as it stands, null where it is not part of the entry.
 */

/**
 * Reads the beginning of an entry: byte order mark, delimiter, header. Empty lines before the first record are let go of
 * as they come, however many there are, unless they may turn out to be records.
 */
export class Opening {
  /**
   * @param {CsvRule} rule
   * @param {number} maxRecordBytes
   */
  constructor(rule, maxRecordBytes) {
    this.rule = rule;
    this.maxRecordBytes = maxRecordBytes;
    /**
     * null until it is known.
     * @type {Buffer | null}
     */
    this.mark = null;
    /** Where the bytes that have not been used up begin in the entry. */
    this.position = 0;
    const { header } = rule;
    this.dropsEmptyLines = header === true || (Array.isArray(header) && header.length > 1);
  }

  /**
   * @param {Buffer} bytes The entry from `position` on.
   * @param {boolean} whole Whether the entry ends with them.
   * @returns {{ opened: Opened | null, used: number }} `opened` is null where more bytes are needed; `used`: how many of
   *   these are used up.
   * @throws {CsvError | LimitError} `csv/utf-16`, `csv/bad-header`, `limit/record`, `limit/columns`
   */
  read(bytes, whole) {
    const { rule } = this;
    let used = 0;
    if (this.mark === null) {
      if (!whole && bytes.length <= UTF16_SAMPLE_BYTES) return { opened: null, used };
      refuseUtf16(bytes);
      used = byteOrderMarkBytes(bytes);
      this.mark = Buffer.from(bytes.subarray(0, used));
    }
    let start = used;
    if (rule.header === false || this.dropsEmptyLines) start += emptyLinesBytes(bytes.subarray(used));
    if (this.dropsEmptyLines) used = start;
    else this.limitEmptyLines(start - used);

    const opened = this.open(bytes.subarray(start), whole, this.position + start);
    if (opened?.header) used += opened.header.length;
    this.position += used;
    return { opened, used };
  }

  /**
   * @param {Buffer} bytes Begin with the first record.
   * @param {boolean} whole
   * @param {number} position Where they begin in the entry.
   * @returns {Opened | null}
   */
  open(bytes, whole, position) {
    const { rule, maxRecordBytes } = this;
    const mark = /** @type {Buffer} */ (this.mark);
    if (!whole && bytes.length <= (rule.delimiter === 'auto' ? SAMPLE_BYTES : 0)) return null;
    const delimiter =
      rule.delimiter === 'auto'
        ? detectDelimiter(bytes.subarray(0, SAMPLE_BYTES), whole && bytes.length <= SAMPLE_BYTES)
        : rule.delimiter.charCodeAt(0);
    const opened = { mark, delimiter, header: null };
    if (Array.isArray(rule.header)) return { ...opened, names: rule.header, width: rule.header.length };

    const counter = new RecordScanner(delimiter, 0);
    counter.begin(bytes, whole);
    const found = counter.next();
    if ((found ? counter.after : bytes.length) > maxRecordBytes) throw recordTooLong(1, position, maxRecordBytes);
    // An entry without a first record is an empty one: there is nothing that a field could be missing from.
    if (!found) return whole ? { ...opened, names: null, width: 0 } : null;
    const width = counter.fieldCount;
    if (width > MAX_COLUMNS) {
      throw new LimitError('limit/columns', `the first record has ${width} fields (limit: ${MAX_COLUMNS})`);
    }
    const scanner = new RecordScanner(delimiter, width);
    scanner.begin(bytes, whole);
    scanner.next();
    if (rule.header === true && scanner.fault !== null) {
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
    if (rule.header === false) return { ...opened, names: null, width };
    const names = Array.from({ length: width }, (_, index) =>
      fieldText(bytes, scanner.fieldStart(index), scanner.ends[index]),
    );
    return { ...opened, names, width, header: bytes.subarray(0, scanner.after) };
  }

  /**
   * Without a header it takes a first record that is no empty line to tell whether empty lines are records; until then
   * they are kept.
   *
   * @param {number} emptyLines
   */
  limitEmptyLines(emptyLines) {
    const most = Math.max(this.maxRecordBytes, SAMPLE_BYTES);
    if (emptyLines <= most) return;
    throw new LimitError(
      'limit/record',
      `the entry begins with more than ${most} bytes of empty lines (limits.maxRecordBytes); without a header they may ` +
        'be records, so they cannot be let go of: name the fields in "header"',
    );
  }
}

/**
 * How many bytes the empty lines at the beginning take.
 *
 * @param {Buffer} bytes
 * @returns {number}
 */
function emptyLinesBytes(bytes) {
  let position = 0;
  for (;;) {
    if (bytes[position] === LF) position += 1;
    else if (bytes[position] === CR && bytes[position + 1] === LF) position += 2;
    else return position;
  }
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
