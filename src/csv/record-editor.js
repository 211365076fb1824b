import { CHUNK_BYTES } from '../memory/memory-plan.js';
import { BlockWriter } from './block-writer.js';
import { badRecord, recordTooLong } from './record-errors.js';
import { QUOTE, RecordScanner } from './record-scanner.js';
import { RecordWriter } from './record-writer.js';

/** @import { BadRecords } from './bad-records.js' */
/** @import { Dialect } from './dialect.js' */
/** @import { FieldPlan } from './field-plan.js' */
/** @import { CsvRule } from '../recipe/recipe.js' */

/**
 * The counts of an entry's records. `read` = `written` + `filtered` + `bad`; `skipped` counts lines that are no records.
 *
 * @typedef {object} CsvCounts
 * @property {number} bytesOut
 * @property {{ read: number, written: number, filtered: number, bad: number, skipped: number }} records
 * @property {{ formatted: number, unparsed: number }} phones
 * @property {{ record: number, byte: number, code: string }[]} badRecords The first ones. `record` counts from 1;
 *   `byte` counts from 0 in the inflated entry.
 * @property {Dialect | null} dialect As found; null until the header is known.
 * @property {string[]} missing The fields that the rule names and the entry lacks, under `"missing": "ignore"`.
 */

/**
 * Applies a field plan to blocks of records: filters records, drops fields, formats phones, and handles bad records.
 * Unchanged fields are copied byte for byte. The editor may overwrite the blocks it is given.
 */
export class RecordEditor {
  /**
   * @param {object} options
   * @param {FieldPlan} options.plan
   * @param {number} options.delimiter The input's, one byte.
   * @param {number | null} options.outputDelimiter One byte, or null for the input's.
   * @param {CsvRule['badRecords']} options.badRecords
   * @param {BadRecords} options.bad Told of each bad record.
   * @param {number} options.maxRecordBytes
   * @param {CsvCounts} options.counts Updated here.
   */
  constructor({ plan, delimiter, outputDelimiter, badRecords, bad, maxRecordBytes, counts }) {
    this.plan = plan;
    this.scanner = new RecordScanner(delimiter, plan.width);
    this.badRecords = badRecords;
    this.maxRecordBytes = maxRecordBytes;
    this.bad = bad;
    this.counts = counts;
    this.output = new BlockWriter(CHUNK_BYTES);
    this.rejected = new BlockWriter(REJECTED_BLOCK_BYTES);
    this.writer = new RecordWriter({
      plan,
      scanner: this.scanner,
      output: this.output,
      delimiter,
      outputDelimiter: outputDelimiter ?? delimiter,
      counts: counts.phones,
    });
  }

  /**
   * Edits the complete records of a block.
   *
   * @param {Buffer} bytes Must begin with a record.
   * @param {boolean} final Whether the entry ends with this block.
   * @param {number} position Where the block begins in the inflated entry.
   * @returns {number} How many bytes were used: all except an incomplete record at the end.
   * @throws {CsvError | LimitError}
   */
  edit(bytes, final, position) {
    const { scanner, output, writer, counts, maxRecordBytes } = this;
    const { width, required } = this.plan;
    const { records } = counts;
    scanner.begin(bytes, final);
    writer.begin(bytes);
    this.rejected.begin(bytes);
    while (scanner.next()) {
      if (scanner.end === scanner.start && width > 1) continue;
      if (scanner.after - scanner.start > maxRecordBytes) {
        throw recordTooLong(records.read + 1, position + scanner.start, maxRecordBytes);
      }
      records.read += 1;
      if (scanner.fault !== null || scanner.fieldCount !== width) {
        this.handleBadRecord(position);
      } else if (required.length > 0 && this.lacks(required)) {
        records.filtered += 1;
      } else {
        records.written += 1;
        writer.write(bytes, true);
      }
    }
    output.copyPending();
    this.rejected.copyPending();
    return scanner.after;
  }

  /**
   * Writes the header: fields are dropped and the delimiter is changed as in the records, but no phone is formatted.
   *
   * @param {Buffer} bytes The header's record.
   */
  editHeader(bytes) {
    const header = Buffer.from(bytes);
    this.scanner.begin(header, true);
    this.scanner.next();
    this.writer.begin(header);
    this.writer.write(header, false);
    this.output.copyPending();
  }

  /**
   * @param {number[]} required
   * @returns {boolean} Whether one of these fields is empty.
   */
  lacks(required) {
    const { scanner } = this;
    for (const index of required) {
      const start = scanner.fieldStart(index);
      const length = scanner.ends[index] - start;
      // The record is well-formed, so a field of two bytes that begins with a quote is `""`.
      if (length === 0 || (length === 2 && scanner.bytes[start] === QUOTE)) return true;
    }
    return false;
  }

  /**
   * Counts and describes a bad record and handles it as the rule says.
   *
   * @param {number} position Where the block begins in the inflated entry.
   */
  handleBadRecord(position) {
    const { scanner } = this;
    const code = scanner.fault ?? 'csv/field-count';
    const found = { record: this.counts.records.read, byte: position + scanner.start };
    this.bad.addBad({ ...found, code, ...(scanner.fault === null && { fields: scanner.fieldCount }) });
    if (this.badRecords === 'fail') {
      throw badRecord(code, found, { fields: scanner.fieldCount, width: this.plan.width });
    }
    if (this.badRecords === 'keep') this.output.addRange(scanner.start, scanner.after);
    else if (this.badRecords === 'quarantine') this.rejected.addRange(scanner.start, scanner.after);
  }
}

const REJECTED_BLOCK_BYTES = 65_536;
