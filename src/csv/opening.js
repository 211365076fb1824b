import { LimitError } from '../errors.js';
import { RFC_4180 } from './dialect.js';
import { readHeader } from './header.js';
import { CR, LF } from './record-scanner.js';
import { byteOrderMarkBytes, detectDelimiter, refuseUtf16, SAMPLE_BYTES, UTF16_SAMPLE_BYTES } from './sniff.js';

/** @import { Dialect } from './dialect.js' */
/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { Header } from './header.js' */

/**
 * What the opening of an entry says about its records.
 *
 * @typedef {Header & { mark: Buffer, dialect: Dialect }} Opened `mark` is the byte order mark, empty if there is none.
 */

/**
 * Reads the opening of an entry: its byte order mark, delimiter and header. Empty lines before the first record are
 * skipped as they arrive, however many there are, unless they may turn out to be records.
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
     * null until enough bytes have arrived to know it.
     * @type {Buffer | null}
     */
    this.mark = null;
    /** How many bytes of the entry have been used. */
    this.position = 0;
    const { header } = rule;
    this.dropsEmptyLines = header === true || (Array.isArray(header) && header.length > 1);
  }

  /**
   * @param {Buffer} bytes The entry's bytes from `position`.
   * @param {boolean} whole Whether the entry ends with them.
   * @returns {{ opened: Opened | null, used: number }} `opened` is null if more bytes are needed. `used`: how many
   *   bytes are done with and must not be passed again.
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
   * @param {Buffer} bytes Must begin with the first record.
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
    const kind = rule.header === 'auto' ? true : rule.header;
    const header = readHeader(bytes, { whole, position, delimiter, kind, maxRecordBytes });
    const dialect = {
      ...RFC_4180,
      delimiter: String.fromCharCode(delimiter),
      headerRows: Number(header?.header != null),
    };
    return header === null ? null : { mark, dialect, ...header };
  }

  /**
   * Without a header, only the first line that is not empty shows whether empty lines are records. Until then they must
   * be kept.
   *
   * @param {number} emptyLines How many bytes they take.
   */
  limitEmptyLines(emptyLines) {
    const most = Math.max(this.maxRecordBytes, SAMPLE_BYTES);
    if (emptyLines <= most) return;
    throw new LimitError(
      'limit/record',
      `the entry begins with more than ${most} bytes of empty lines (limits.maxRecordBytes); without a header they may ` +
        'be records, so all of them must be kept: name the fields in "header"',
    );
  }
}

/**
 * @param {Buffer} bytes
 * @returns {number} How many bytes the empty lines at the beginning take.
 */
function emptyLinesBytes(bytes) {
  let position = 0;
  for (;;) {
    if (bytes[position] === LF) position += 1;
    else if (bytes[position] === CR && bytes[position + 1] === LF) position += 2;
    else return position;
  }
}
