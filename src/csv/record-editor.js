import { CHUNK_BYTES } from '../memory/memory-plan.js';
import { BlockWriter } from './block-writer.js';
import { fittedRecord } from './fitted-record.js';
import { writtenHeader } from './header-writer.js';
import { readableRecord } from './readable-record.js';
import { badRecord, recordTooLong } from './record-errors.js';
import { RecordScanner } from './record-scanner.js';
import { RecordTests } from './record-tests.js';
import { fieldThatIsNoText } from './record-text.js';
import { RecordTypes } from './record-types.js';
import { RecordWriter } from './record-writer.js';

/** @import { BadRecord, BadRecords } from './bad-records.js' */
/** @import { Dialect } from './dialect.js' */
/** @import { FieldPlan } from './field-plan.js' */
/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { NotUtf8 } from './values-not-utf8.js' */

/**
 * The counts of an entry's records. `read` = `written` + `filtered` + `bad`; `skipped` counts lines that are no records.
 *
 * @typedef {object} CsvCounts
 * @property {number} bytesOut
 * @property {{ read: number, written: number, filtered: number, bad: number, skipped: number }} records
 * @property {{ formatted: number, unparsed: number }} phones
 * @property {{ formatted: number, unparsed: number }} dates
 * @property {{ unparsed: number }} where How often a comparison met a value that is not empty and no number or date.
 * @property {{ record: number, byte: number, code: string }[]} badRecords The first ones. `record` counts from 1;
 *   `byte` counts from 0 in the inflated entry.
 * @property {Dialect | null} dialect As found; null until the header is known.
 * @property {string[]} missing The fields that the rule names and the entry lacks, under `"missing": "ignore"`.
 * @property {NotUtf8} [notUtf8] Absent without such values.
 */

/**
 * Maps the records of translated text back to the entry.
 *
 * @typedef {object} Origin
 * @property {(start: number) => number} byteAt Where the record that begins there begins in the inflated entry.
 * @property {(start: number, after: number) => Buffer} raw The record's bytes in the entry.
 */

/**
 * Applies a field plan to blocks of records: filters records, writes fields as the plan says, and handles bad records.
 * Unchanged fields are copied byte for byte. The editor may overwrite the blocks it is given.
 */
export class RecordEditor {
  /**
   * @param {object} options
   * @param {FieldPlan} options.plan
   * @param {CsvRule} options.rule
   * @param {number} options.delimiter The input's, one byte.
   * @param {boolean} [options.trailingDelimiter] Whether records may end with a delimiter that the header lacks.
   * @param {boolean} [options.endsWithCrlf] Whether all lines do: a CR at the entry's end then ends its last record.
   * @param {BadRecords} options.bad Told of each bad record.
   * @param {number} options.maxRecordBytes
   * @param {CsvCounts} options.counts Updated here.
   * @param {BlockWriter} [options.output]
   */
  constructor(options) {
    const { plan, rule, delimiter, trailingDelimiter = false, bad, maxRecordBytes, counts, output } = options;
    this.plan = plan;
    this.rule = rule;
    this.tests = new RecordTests(plan.tests);
    this.scanner = new RecordScanner(delimiter, plan.width, maxRecordBytes);
    this.trailingDelimiter = trailingDelimiter;
    this.endsWithCrlf = options.endsWithCrlf ?? false;
    this.maxRecordBytes = maxRecordBytes;
    this.bad = bad;
    this.counts = counts;
    this.output = output ?? new BlockWriter(CHUNK_BYTES);
    this.rejected = new BlockWriter(REJECTED_BLOCK_BYTES);
    const outputDelimiter = plan.table === null ? (rule.output.delimiter?.charCodeAt(0) ?? delimiter) : COMMA;
    this.types = new RecordTypes(plan.types, outputDelimiter);
    this.writer = new RecordWriter({
      plan,
      scanner: this.scanner,
      output: this.output,
      delimiter,
      outputDelimiter,
      counts,
    });
    // For records that were given another number of fields.
    /** @type {{ scanner: RecordScanner, writer: RecordWriter } | null} */
    this.fitted = null;
    /** Whether the engine's module must not edit in its place. */
    this.editsHere = false;
  }

  /**
   * Edits the complete records of a block.
   *
   * @param {Buffer} bytes Must begin with a record.
   * @param {boolean} final Whether the entry ends with this block.
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} [origin] Where the records of translated text come from.
   * @returns {number} How many bytes were used: all except an incomplete record at the end.
   * @throws {CsvError | LimitError}
   */
  edit(bytes, final, position, origin = null) {
    const { scanner } = this;
    this.begin(bytes, final);
    while (scanner.next()) this.editRecord(bytes, position, origin);
    this.end();
    return scanner.after;
  }

  /**
   * Edits the first record of a block, or the first line if it has a broken quote.
   *
   * @param {Buffer} bytes Must begin with a record. The entry goes on behind them.
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} [origin] Where the records of translated text come from.
   * @returns {number} How many bytes were used; 0 if the record is incomplete.
   * @throws {CsvError | LimitError}
   */
  editFirst(bytes, position, origin = null) {
    this.begin(bytes, false);
    if (this.scanner.next()) this.editRecord(bytes, position, origin);
    this.end();
    return this.scanner.after;
  }

  /**
   * @param {Buffer} bytes
   * @param {boolean} final
   */
  begin(bytes, final) {
    this.scanner.begin(bytes, final, final && this.endsWithCrlf);
    this.writer.begin(bytes);
    this.rejected.begin(bytes);
  }

  end() {
    this.output.copyPending();
    this.rejected.copyPending();
  }

  /**
   * Edits the record that the scanner has moved to.
   *
   * @param {Buffer} bytes
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} origin
   */
  editRecord(bytes, position, origin) {
    const { scanner, counts, maxRecordBytes } = this;
    const { records } = counts;
    const { width } = this.plan;
    if (scanner.end === scanner.start && width > 1) return;
    if (scanner.after - scanner.lineStart > maxRecordBytes) {
      throw recordTooLong(records.read + 1, byteOf(scanner.lineStart, position, origin), maxRecordBytes);
    }
    if (scanner.fault === null && scanner.fieldCount === width) {
      if (this.accepts(scanner, position, origin)) this.writer.write(bytes);
      return;
    }
    const mayBeComment = this.rule.comments === 'auto' && bytes[scanner.start] === HASH;
    const ragged = mayBeComment ? 'bad' : this.rule.ragged;
    const fitting = { ragged, trailingDelimiter: this.trailingDelimiter, width };
    const fitted = scanner.fault === null ? fittedRecord(scanner, fitting) : null;
    if (fitted !== null) this.editFitted(fitted, bytes, position, origin);
    else if (mayBeComment) this.skipComment(position, origin);
    else this.handleBadRecord(position, origin);
  }

  /**
   * Counts a record with the right number of fields as written, filtered or, if a value does not fit, bad.
   *
   * @param {RecordScanner} scanner
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} origin
   * @returns {boolean} Whether it is to be written.
   */
  accepts(scanner, position, origin) {
    const { records } = this.counts;
    const passes = this.tests.pass(scanner, this.counts);
    const misfit = passes ? this.misfit(scanner) : null;
    if (misfit !== null) return this.handleMisfit(misfit, position, origin);
    records.read += 1;
    if (passes) records.written += 1;
    else records.filtered += 1;
    return passes;
  }

  /**
   * @param {RecordScanner} scanner
   * @returns {Pick<BadRecord, 'code' | 'field' | 'type'> | null} What is wrong with the first value that does not fit.
   */
  misfit(scanner) {
    const { table } = this.plan;
    const field = table === null ? null : fieldThatIsNoText(scanner, table);
    if (field !== null) return { code: 'csv/not-utf-8', field };
    const misfit = this.types.misfit(scanner);
    return misfit && { code: 'csv/wrong-type', field: misfit.name, type: misfit.type };
  }

  /**
   * Counts and describes a record with a value that does not fit. Its fields are known, so that one that is kept is written as
   * the plan says: what the recipe drops or hashes must not get through.
   *
   * @param {Pick<BadRecord, 'code' | 'field' | 'type'>} misfit
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} origin
   * @returns {boolean} Whether it is to be written.
   */
  handleMisfit(misfit, position, origin) {
    const { lineStart, after } = this.scanner;
    this.addBad({ ...misfit, byte: byteOf(lineStart, position, origin) }, after - lineStart);
    if (this.rule.badRecords === 'quarantine') this.reject(origin);
    return this.rule.badRecords === 'keep';
  }

  /**
   * @param {Buffer} record
   * @param {Buffer} bytes The block.
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} origin
   */
  editFitted(record, bytes, position, origin) {
    this.fitted ??= this.openFitted();
    const { scanner, writer } = this.fitted;
    scanner.begin(record, true);
    scanner.next();
    if (!this.accepts(scanner, position, origin)) return;
    this.output.copyPending();
    writer.begin(record);
    writer.write(record);
    this.output.copyPending();
    this.output.begin(bytes);
  }

  /** Most entries need none. */
  openFitted() {
    const { plan, output, counts, writer } = this;
    const { delimiter } = this.scanner;
    const scanner = new RecordScanner(delimiter, plan.width);
    const { outputDelimiter } = writer;
    return { scanner, writer: new RecordWriter({ plan, scanner, output, delimiter, outputDelimiter, counts }) };
  }

  /**
   * Writes the header: with the columns and the delimiter of the records that are written.
   *
   * @param {Buffer} bytes The header's record.
   */
  editHeader(bytes) {
    const scanner = new RecordScanner(this.scanner.delimiter, this.plan.width);
    scanner.begin(bytes, true);
    scanner.next();
    this.output.write(writtenHeader(this.plan, scanner, this.writer.outputDelimiter));
  }

  /**
   * Skips a line that begins with `#`.
   *
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} origin
   */
  skipComment(position, origin) {
    const { lineStart, after } = this.scanner;
    const byte = byteOf(lineStart, position, origin);
    this.bad.addComment({ record: this.counts.records.read + 1, byte, code: 'csv/skipped' }, after - lineStart);
    if (this.rule.badRecords !== 'skip') this.reject(origin);
  }

  /**
   * Skips a line that was found before the translation, or by the opening.
   *
   * @param {{ byte: number, raw: Buffer }} line `raw` as it came, with its line end.
   */
  skipLine({ byte, raw }) {
    this.bad.addSkipped({ record: this.counts.records.read + 1, byte, code: 'csv/skipped' }, raw.length);
    if (this.rule.badRecords !== 'skip') this.rejected.write(raw);
  }

  /**
   * Counts and describes a bad record and handles it as the rule says.
   *
   * @param {number} position Where the block begins in the inflated entry.
   * @param {Origin | null} origin
   */
  handleBadRecord(position, origin) {
    const { scanner } = this;
    const { lineStart, start, end, after, fieldCount } = scanner;
    const byte = byteOf(lineStart, position, origin);
    if (scanner.fault === null) this.addBad({ code: 'csv/field-count', byte, fields: fieldCount }, after - lineStart);
    else this.addBad({ code: scanner.fault, byte }, after - lineStart);
    if (this.rule.badRecords === 'quarantine') this.reject(origin);
    if (this.rule.badRecords !== 'keep') return;
    if (this.rule.output.delimiter === null && origin === null) {
      this.output.addRange(lineStart, after);
      return;
    }
    this.output.write(this.readable(scanner.bytes.subarray(start, end), scanner.fault === null));
    this.output.addRange(end, after);
    if (scanner.isCut) this.output.write(LINE_END);
  }

  /**
   * Counts and handles a line with a broken quote that was found before the translation.
   *
   * @param {{ code: 'csv/after-quote' | 'csv/unterminated-quote', byte: number, raw: Buffer, text: Buffer }} line `raw` as it
   *   came, `text` in UTF-8; both with the line end.
   */
  rejectForeign({ code, byte, raw, text }) {
    const { badRecords } = this.rule;
    this.addBad({ code, byte }, raw.length);
    if (badRecords === 'quarantine' && !this.bad.isHopeless) this.rejected.write(raw);
    if (badRecords !== 'keep') return;
    const lineEnd = /\r?\n$|\r$/.exec(text.toString('latin1', Math.max(0, text.length - 2)))?.[0] ?? '';
    this.output.write(this.readable(text.subarray(0, text.length - lineEnd.length), false));
    this.output.write(Buffer.from(lineEnd === '\r' ? '\r\n' : lineEnd));
  }

  /**
   * @param {Omit<BadRecord, 'record'>} found
   * @param {number} bytes How many it has.
   * @throws {CsvError} Under `"badRecords": "fail"`.
   */
  addBad(found, bytes) {
    const { records } = this.counts;
    records.read += 1;
    const bad = { record: records.read, ...found };
    this.bad.addBad(bad, bytes);
    if (this.rule.badRecords === 'fail') throw badRecord(bad, this.plan.width);
  }

  /** @param {Origin | null} origin */
  reject(origin) {
    // Nothing of the entry will be published.
    if (this.bad.isHopeless) return;
    const { lineStart, after } = this.scanner;
    if (origin === null) this.rejected.addRange(lineStart, after);
    else this.rejected.write(origin.raw(lineStart, after));
  }

  /**
   * @param {Buffer} record Without its line end.
   * @param {boolean} isSound
   */
  readable(record, isSound) {
    const { delimiter } = this.scanner;
    return readableRecord(record, { isSound, delimiter, outputDelimiter: this.writer.outputDelimiter });
  }
}

/**
 * @param {number} start In the block.
 * @param {number} position Where the block begins in the inflated entry.
 * @param {Origin | null} origin
 * @returns {number} Where a record begins in the inflated entry.
 */
export function byteOf(start, position, origin) {
  return origin === null ? position + start : origin.byteAt(start);
}

const HASH = 0x23;
const COMMA = 0x2c;
const LINE_END = Buffer.from('\n');
const REJECTED_BLOCK_BYTES = 65_536;
