import { CsvError, LimitError } from '../errors.js';
import { CHUNK_BYTES } from '../memory/memory-plan.js';
import { BlockWriter } from './block-writer.js';
import { QUOTE, RecordScanner } from './record-scanner.js';
import { RecordWriter } from './record-writer.js';

/** @import { FieldPlan } from './field-plan.js' */
/** @import { CsvRule } from '../recipe/recipe.js' */

/**
 * What an entry's records came to. `read` = `written` + `filtered` + `bad`.
 *
 * @typedef {object} CsvCounts
 * @property {number} bytesOut
 * @property {{ read: number, written: number, filtered: number, bad: number }} records
 * @property {{ formatted: number, unparsed: number }} phones
 * @property {{ record: number, byte: number, code: string }[]} badRecords The first ones: `record` counts from 1,
 *   `byte` from 0 in the inflated entry.
 */

/**
 * Applies a plan to blocks of records: filters, drops fields, formats phones. What is kept unchanged is copied byte for
 * byte. The blocks it is given are its own: it may write to them.
 */
export class RecordEditor {
  /**
   * @param {object} options
   * @param {FieldPlan} options.plan
   * @param {number} options.delimiter The input's, one byte.
   * @param {number | null} options.outputDelimiter One byte, or null for the input's.
   * @param {CsvRule['badRecords']} options.badRecords
   * @param {number} options.maxRecordBytes
   * @param {number} options.maxDescribed How many bad records are described.
   * @param {CsvCounts} options.counts Counted up here.
   */
  constructor({ plan, delimiter, outputDelimiter, badRecords, maxRecordBytes, maxDescribed, counts }) {
    this.plan = plan;
    this.scanner = new RecordScanner(delimiter, plan.width);
    this.badRecords = badRecords;
    this.maxRecordBytes = maxRecordBytes;
    this.maxDescribed = maxDescribed;
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
   * Edits the whole records of a block.
   *
   * @param {Buffer} bytes Begins with a record.
   * @param {boolean} final Whether the entry ends with it.
   * @param {number} position Where the block begins in the inflated entry.
   * @returns {number} How many bytes were used up: all, or all but a record that is broken off.
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
        this.setAside(position);
      } else if (required.length > 0 && this.lacks(required)) {
        records.filtered += 1;
      } else {
        records.written += 1;
        writer.write(bytes, true);
      }
    }
    output.settle();
    this.rejected.settle();
    return scanner.after;
  }

  /**
   * Writes the header as the records will be: without the fields that are dropped, nothing formatted.
   *
   * @param {Buffer} bytes The header's record.
   */
  editHeader(bytes) {
    const header = Buffer.from(bytes);
    this.scanner.begin(header, true);
    this.scanner.next();
    this.writer.begin(header);
    this.writer.write(header, false);
    this.output.settle();
  }

  /** @param {number[]} required */
  lacks(required) {
    const { scanner } = this;
    for (const index of required) {
      const start = scanner.fieldStart(index);
      const length = scanner.ends[index] - start;
      // `""`, quoted and empty, is empty: no other field of two bytes begins with a quote and is well-formed.
      if (length === 0 || (length === 2 && scanner.bytes[start] === QUOTE)) return true;
    }
    return false;
  }

  /**
   * What becomes of a bad record.
   *
   * @param {number} position
   */
  setAside(position) {
    const { scanner, counts } = this;
    const { records, badRecords } = counts;
    const code = scanner.fault ?? 'csv/field-count';
    const place = { record: records.read, byte: position + scanner.start };
    records.bad += 1;
    if (badRecords.length < this.maxDescribed) badRecords.push({ ...place, code });
    if (this.badRecords === 'fail') {
      throw new CsvError(code, describe(code, scanner.fieldCount, this.plan.width, place), place);
    }
    if (this.badRecords === 'keep') this.output.range(scanner.start, scanner.after);
    else if (this.badRecords === 'quarantine') this.rejected.range(scanner.start, scanner.after);
  }
}

/**
 * @param {number} record
 * @param {number} byte
 * @param {number} maxRecordBytes
 */
export function recordTooLong(record, byte, maxRecordBytes) {
  return new LimitError(
    'limit/record',
    `record ${record} at byte ${byte} is longer than ${maxRecordBytes} bytes (limits.maxRecordBytes); ` +
      'a quote that is never closed may be the reason',
  );
}

/**
 * @param {string} code
 * @param {number} fields
 * @param {number} width
 * @param {{ record: number, byte: number }} place
 */
function describe(code, fields, width, { record, byte }) {
  const where = `record ${record} at byte ${byte}`;
  if (code === 'csv/after-quote') return `${where} has bytes between a closing quote and the next delimiter`;
  if (code === 'csv/unterminated-quote') return `${where} has a quote that is never closed`;
  return `${where} has ${fields} fields, expected ${width}`;
}

const REJECTED_BLOCK_BYTES = 65_536;
