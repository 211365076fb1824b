import { RFC_4180 } from '../dialect.js';
import { BlockWriter } from '../text/block-writer.js';
import { endsWithinQuotes } from '../text/ends-within-quotes.js';
import { afterMarks } from '../text/find-byte.js';
import { readableRecord } from './readable-record.js';
import { badRecord } from './record-errors.js';
import { byteOf } from './record-origin.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { BadRecord } from './bad/bad-record.js' */
/** @import { BadRecords } from './bad/bad-records.js' */
/** @import { CsvCounts } from '../counts.js' */
/** @import { Dialect } from '../dialect.js' */
/** @import { Origin } from './record-origin.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/**
 * Sets aside what is no good record: bad records, comments and skipped lines. Counts and describes each, and drops, rejects or
 * keeps it as the rule says.
 */
export class SetAside {
  /**
   * @param {object} options
   * @param {CsvRule} options.rule
   * @param {BadRecords} options.bad Told of each bad record.
   * @param {CsvCounts} options.counts Updated here.
   * @param {number} options.width How many fields a record should have.
   * @param {RecordScanner} options.scanner Moves to the record.
   * @param {BlockWriter} options.output For records that are kept.
   * @param {number} options.outputDelimiter One byte.
   */
  constructor({ rule, bad, counts, width, scanner, output, outputDelimiter }) {
    this.rule = rule;
    this.bad = bad;
    this.counts = counts;
    this.width = width;
    this.scanner = scanner;
    this.output = output;
    this.outputDelimiter = outputDelimiter;
    this.rejected = new BlockWriter(REJECTED_BLOCK_BYTES);
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
    else {
      const dialect = { ...RFC_4180, delimiter: String.fromCharCode(scanner.delimiter) };
      const isOpen = endsWithinQuotes(scanner.bytes.subarray(start, end), dialect);
      this.addBad({ code: scanner.fault, byte }, after - lineStart, isOpen);
    }
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
   * @param {{ code: 'csv/after-quote' | 'csv/unterminated-quote', byte: number, raw: Buffer, text: Buffer, dialect: Dialect }} line `raw`
   *   as it came, `text` in UTF-8; both with the line end.
   */
  rejectForeign({ code, byte, raw, text, dialect }) {
    const { badRecords } = this.rule;
    const lineEnd = /\r?\n$|\r$/.exec(text.toString('latin1', Math.max(0, text.length - 2)))?.[0] ?? '';
    const line = text.subarray(0, text.length - lineEnd.length);
    this.addBad({ code, byte }, raw.length, endsWithinQuotes(line.subarray(afterMarks(line, 0)), dialect));
    if (badRecords === 'quarantine' && !this.bad.isHopeless) this.rejected.write(raw);
    if (badRecords !== 'keep') return;
    this.output.write(this.readable(line, false));
    this.output.write(Buffer.from(lineEnd === '\r' ? '\r\n' : lineEnd));
  }

  /**
   * @param {Omit<BadRecord, 'record'>} found
   * @param {number} bytes How many it has.
   * @param {boolean} [isOpen] Whether a quote is open at the end of its line.
   * @throws {CsvError} Under `"badRecords": "fail"`.
   */
  addBad(found, bytes, isOpen) {
    const { records } = this.counts;
    records.read += 1;
    const bad = { record: records.read, ...found };
    this.bad.addBad(bad, bytes, isOpen);
    if (this.rule.badRecords === 'fail') throw badRecord(bad, this.width);
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
    return readableRecord(record, { isSound, delimiter, outputDelimiter: this.outputDelimiter });
  }
}

const LINE_END = Buffer.from('\n');
const REJECTED_BLOCK_BYTES = 65_536;
