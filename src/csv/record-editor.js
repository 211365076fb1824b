import { CsvError, LimitError } from '../errors.js';
import { BlockWriter } from './block-writer.js';
import { PhoneEditor, quote } from './phone-editor.js';
import { CR, QUOTE, RecordScanner } from './record-scanner.js';

/** @import { FieldPlan, Run } from './field-plan.js' */
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
    this.outputDelimiter = outputDelimiter ?? delimiter;
    this.changesDelimiter = this.outputDelimiter !== delimiter;
    this.delimiterBytes = Buffer.from([this.outputDelimiter]);
    this.lastKept = /** @type {Run} */ (plan.runs.at(-1)).last;
    this.cutsLastField = this.lastKept !== plan.width - 1;
    const { first, last, phones } = plan.runs[0];
    this.keepsOneField = plan.runs.length === 1 && first === last;
    this.mayEmptyRecords = this.keepsOneField && (plan.width > 1 || phones.length > 0);
    this.badRecords = badRecords;
    this.maxRecordBytes = maxRecordBytes;
    this.maxDescribed = maxDescribed;
    this.counts = counts;
    this.output = new BlockWriter(BLOCK_BYTES);
    this.rejected = new BlockWriter(REJECTED_BLOCK_BYTES);
    this.phones = new PhoneEditor(this.outputDelimiter, counts.phones);
    this.nextOutputDelimiter = -1;
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
    const { scanner, output, counts, maxRecordBytes } = this;
    const { width, required } = this.plan;
    const { records } = counts;
    scanner.begin(bytes, final);
    output.begin(bytes);
    this.rejected.begin(bytes);
    this.nextOutputDelimiter = -1;
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
        this.write(bytes, true);
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
    this.output.begin(header);
    this.nextOutputDelimiter = -1;
    this.write(header, false);
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
   * Writes the scanner's record as planned.
   *
   * @param {Buffer} bytes
   * @param {boolean} formatsPhones Not in the header.
   */
  write(bytes, formatsPhones) {
    const { scanner, output } = this;
    const { ends } = scanner;
    const { runs, width } = this.plan;
    if (this.isMisreadable(bytes)) {
      this.writeFields(bytes, formatsPhones);
      return;
    }
    if (this.changesDelimiter) {
      for (let index = 0; index < width - 1; index++) bytes[ends[index]] = this.outputDelimiter;
    }
    for (let number = 0; number < runs.length; number++) {
      const { first, last, phones } = runs[number];
      let from = scanner.fieldStart(first);
      if (formatsPhones) {
        for (const phone of phones) {
          const start = scanner.fieldStart(phone.index);
          const length = this.phones.format(phone, bytes, start, ends[phone.index]);
          if (length === -1) continue;
          output.range(from, start);
          output.write(this.phones.bytes, length);
          from = ends[phone.index];
        }
      }
      if (number < runs.length - 1) {
        output.range(from, ends[last] + 1);
      } else {
        output.range(from, ends[last]);
        output.range(scanner.end, scanner.after);
      }
    }
  }

  /**
   * Whether a field that is copied may be read as something else where it will stand: it holds the new delimiter, it
   * ends in a CR and a LF will follow, or it is empty and alone.
   *
   * @param {Buffer} bytes
   * @returns {boolean}
   */
  isMisreadable(bytes) {
    if (this.mayEmptyRecords) return true;
    const { scanner } = this;
    if (this.changesDelimiter) {
      if (this.nextOutputDelimiter < scanner.start) {
        const found = bytes.indexOf(this.outputDelimiter, scanner.start);
        this.nextOutputDelimiter = found === -1 ? bytes.length : found;
      }
      if (this.nextOutputDelimiter < scanner.end) return true;
    }
    return this.cutsLastField && this.losesCarriageReturn(bytes, scanner.ends[this.lastKept]);
  }

  /**
   * Whether the CR that the record's last field ends in would be read as part of its newline.
   *
   * @param {Buffer} bytes
   * @param {number} end
   */
  losesCarriageReturn(bytes, end) {
    return bytes[end - 1] === CR && this.scanner.after === this.scanner.end + 1;
  }

  /**
   * The record field by field, each with quotes where it needs them.
   *
   * @param {Buffer} bytes
   * @param {boolean} formatsPhones
   */
  writeFields(bytes, formatsPhones) {
    const { scanner, output } = this;
    let fields = 0;
    for (const { first, last, phones } of this.plan.runs) {
      for (let index = first; index <= last; index++) {
        if (fields > 0) output.write(this.delimiterBytes, 1);
        fields += 1;
        const start = scanner.fieldStart(index);
        const end = scanner.ends[index];
        const phone = formatsPhones ? phones.find(candidate => candidate.index === index) : undefined;
        const length = phone ? this.phones.format(phone, bytes, start, end) : -1;
        // An empty line would be no record for most readers.
        if (this.keepsOneField && (length === 0 || (start === end && this.plan.width > 1))) output.write(EMPTY_FIELD);
        else if (length !== -1) output.write(this.phones.bytes, length);
        else if (this.isMisread(bytes, start, end, index)) output.write(quote(bytes.subarray(start, end)));
        else output.range(start, end);
      }
    }
    output.range(scanner.end, scanner.after);
  }

  /**
   * Whether a field would be read as something else without quotes.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {number} index
   */
  isMisread(bytes, start, end, index) {
    if (start === end || bytes[start] === QUOTE) return false;
    if (index === this.lastKept && this.cutsLastField && this.losesCarriageReturn(bytes, end)) return true;
    return this.changesDelimiter && bytes.subarray(start, end).includes(this.outputDelimiter);
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

const EMPTY_FIELD = Buffer.from('""');
const BLOCK_BYTES = 262_144;
const REJECTED_BLOCK_BYTES = 65_536;
