import { LimitError } from '../../errors.js';
import { RFC_4180 } from '../dialect.js';
import { recordTooLong } from '../records/record-errors.js';
import { LF } from '../records/record-scanner.js';
import { endsBehindNames } from './delimiters/trailing-delimiter.js';
import { refuseDoubtfulHeader } from './doubts/header-doubts.js';
import { countLines, emptyLinesBytes } from './empty-lines.js';
import { decodeSample, detectEncoding, ENCODING_SAMPLE_BYTES } from './encoding.js';
import { namedHeader, readHeader } from './header/header.js';
import { headerOf } from './header/header-of.js';
import { joinNames } from './header/join-names.js';
import { linesBetween, openingLines } from './opening-lines.js';
import { guardContent, guardText } from './other-content.js';
import { SAMPLE_BYTES, sampleBytes } from './sample.js';
import { sniffBelow } from './sep-line.js';
import { findFooter } from './table/find-footer.js';
import { lineEndsOf } from './table/sniff.js';
import { SniffOnce } from './table/sniff-once.js';

/** @import { Dialect } from '../dialect.js' */
/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Header } from './header/header.js' */
/** @import { Table } from './table/table.js' */
/** @import { Lines } from './opening-lines.js' */

/**
 * What the opening of an entry says about its records.
 *
 * A line that is skipped, as it came; `byte` is where it begins in the entry.
 * @typedef {{ byte: number, raw: Buffer }} OutsideLine
 *
 * @typedef {Header & { mark: Buffer, dialect: Dialect, skipped: OutsideLine[], footer: OutsideLine[] }} Opened `mark` is the
 *   byte order mark, empty if there is none. `skipped`: the lines before the header or the first record. `footer`: those
 *   behind the last record, up to the entry's end; empty if not all of the entry was seen.
 */

/**
 * Reads the opening of an entry: its byte order mark, dialect, preamble and header. Empty lines before the first record are
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
    this.encoding = 'utf-8';
    /** How many bytes of the entry have been used. */
    this.position = 0;
    /** How many of them were empty lines. */
    this.emptyLines = 0;
    this.sniffer = new SniffOnce();
    const { header, skipLines } = rule;
    const isNamed = header === true || header === 'auto' || (Array.isArray(header) && header.length > 1);
    this.dropsEmptyLines = isNamed && !(Number(skipLines) > 0);
  }

  /**
   * @param {Buffer} bytes The entry's bytes from `position`.
   * @param {boolean} whole Whether the entry ends with them.
   * @returns {{ opened: Opened | null, used: number }} `opened` is null if more bytes are needed. `used`: how many
   *   bytes are done with and must not be passed again.
   * @throws {CsvError | LimitError} `csv/bad-header`, `csv/encoding`, `csv/not-csv`, `limit/record`, `limit/columns`
   */
  read(bytes, whole) {
    const { rule } = this;
    let used = 0;
    if (this.mark === null) {
      if (!whole && bytes.length <= ENCODING_SAMPLE_BYTES) return { opened: null, used };
      guardContent(bytes);
      const { encoding, markBytes } = detectEncoding(bytes, rule);
      this.encoding = encoding;
      used = markBytes;
      this.mark = markBytes > 0 ? UTF_8_MARK : NO_MARK;
    }
    let start = used;
    if (this.dropsEmptyLines || (rule.header === false && !(Number(rule.skipLines) > 0))) {
      start += emptyLinesBytes(bytes.subarray(used), this.encoding);
    }
    if (this.dropsEmptyLines) {
      this.emptyLines += countLines(bytes.subarray(used, start));
      used = start;
    } else {
      this.limitEmptyLines(start - used);
    }

    const { opened, taken } = this.open(bytes.subarray(start), whole, this.position + start) ?? UNOPENED;
    if (taken > 0) used = start + taken;
    if (opened !== null) this.sniffer.forget();
    this.position += used;
    return { opened, used };
  }

  /**
   * @param {Buffer} bytes Must begin with the first line that is not empty, or with the lines to be skipped.
   * @param {boolean} whole
   * @param {number} position Where they begin in the entry.
   * @returns {{ opened: Opened, taken: number } | null} `taken`: how many bytes the skipped lines and the header take.
   */
  open(bytes, whole, position) {
    const { rule, maxRecordBytes } = this;
    const { text, byteAt } = decodeSample(bytes, this.encoding);
    guardText(text, rule);
    const opening = openingLines(text, whole, rule);
    if (opening.end > Math.max(maxRecordBytes, SAMPLE_BYTES)) throw recordTooLong(1, position, maxRecordBytes);
    if (!whole && !opening.complete) return null;
    const available = text.toString('latin1', opening.end, opening.end + SAMPLE_BYTES + 1);
    const size = sampleBytes(available, whole, rule);
    if (size === null) return null;
    const given = { text: available.slice(0, size), whole: whole && available.length <= size };
    const { sample, table } = this.sniffer.sniff(given, read => sniffBelow(read, rule, opening.delimiter));
    // The LF that a cut entry lacks.
    const completed = sample.text.length > Math.min(size, available.length) ? Buffer.concat([text, LAST_LF]) : text;
    const found = headerOf(sample.text, table, rule);
    const first = table.records[found.first];
    const end = first?.start ?? (sample.whole ? sample.text.length : 0);
    const preamble = linesBetween(sample.text, 0, end, table.reading.cr);
    const skipped = linesBetween(text.toString('latin1', 0, opening.end), 0, opening.end, table.reading.cr);
    const start = opening.end + preamble.end;
    const dialect = {
      ...this.dialectOf(table, lineEndsOf(sample, table)),
      skipLines: this.countSkipped(skipped, preamble),
      headerRows: found.rows,
      trailingDelimiter: table.trailingDelimiter || endsBehindNames(sample.text, table, found, rule),
    };
    const lineEnd = first === undefined ? '' : sample.text.slice(first.end, first.after);
    const header = this.readNames(completed.subarray(start), lineEnd, {
      whole,
      position: position + byteAt(start),
      reading: table.reading,
      dialect,
      // That of a padded title says nothing about the header below.
      emptyLastName: table.emptyLastName && first?.emptyLast === true,
      joinNames,
      maxRecordBytes,
    });
    if (header === null) return null;
    const { used, ...shape } = header;
    const { trailingDelimiter } = dialect;
    refuseDoubtfulHeader(rule, shape.names, { ...table, first: found.first, trailingDelimiter }, sample.text);
    if (shape.width === 0) dialect.headerRows = 0;
    const records = { from: preamble.end + used, width: shape.width };
    const footer = rule.ragged === 'bad' ? findFooter(sample, table, records) : [];
    dialect.footerLines = footer.length;
    /** @param {Lines['lines']} lines @param {number} [offset] */
    const linesOf = (lines, offset = 0) =>
      lines.map(({ from, to }) => ({
        byte: position + byteAt(offset + from),
        raw: Buffer.from(bytes.subarray(byteAt(offset + from), byteAt(offset + to))),
      }));
    return {
      opened: {
        mark: /** @type {Buffer} */ (this.mark),
        dialect,
        ...shape,
        skipped: [...linesOf(skipped.lines), ...linesOf(preamble.lines, opening.end)],
        footer: linesOf(footer, opening.end),
      },
      taken: Math.min(byteAt(start + used), bytes.length),
    };
  }

  /**
   * @param {Buffer} bytes
   * @param {string} lineEnd Of the first record; empty if it is not known.
   * @param {Parameters<typeof readHeader>[1]} options
   */
  readNames(bytes, lineEnd, options) {
    const { header, writeHeader } = this.rule;
    if (!Array.isArray(header)) return readHeader(bytes, options);
    const written = writeHeader ? namedHeader(header, options.dialect, lineEnd) : null;
    return { names: header, width: header.length, header: written, used: 0 };
  }

  /**
   * @param {Table} table
   * @param {Dialect['lineEnds']} lineEnds
   * @returns {Dialect}
   */
  dialectOf({ reading, trailingDelimiter }, lineEnds) {
    const { delimiter, cr, comments: _comments, ...quoting } = reading;
    return {
      ...RFC_4180,
      encoding: this.encoding,
      delimiter: Buffer.from(delimiter, 'latin1').toString(),
      ...quoting,
      lineEnds: cr && !lineEnds.includes('cr') ? [...lineEnds, 'cr'] : lineEnds,
      comments: this.rule.comments === 'auto' || this.rule.comments === 'none' ? null : this.rule.comments,
      trailingDelimiter,
    };
  }

  /**
   * @param {Lines} given The lines that the rule or `sep=` says to skip.
   * @param {Lines} preamble
   * @returns {number} How many lines are skipped, with the empty ones before and between them.
   */
  countSkipped(given, preamble) {
    if (preamble.lines.length > 0) return this.emptyLines + given.count + preamble.count;
    return given.count > 0 ? this.emptyLines + given.count : 0;
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

const LAST_LF = Buffer.from([LF]);
const NO_MARK = Buffer.alloc(0);
const UTF_8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UNOPENED = { opened: null, taken: 0 };
