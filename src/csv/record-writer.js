import { PhoneEditor, quote } from './phone-editor.js';
import { CR, QUOTE } from './record-scanner.js';

/** @import { BlockWriter } from './block-writer.js' */
/** @import { FieldPlan, Run } from './field-plan.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/**
 * Writes the scanner's records as a plan has them: fields dropped, phones formatted, delimiters changed. Neighbouring
 * fields that stay are one copy, across records too.
 */
export class RecordWriter {
  /**
   * @param {object} options
   * @param {FieldPlan} options.plan
   * @param {RecordScanner} options.scanner
   * @param {BlockWriter} options.output
   * @param {number} options.delimiter The input's, one byte.
   * @param {number} options.outputDelimiter One byte.
   * @param {{ formatted: number, unparsed: number }} options.counts Of phones, counted up here.
   */
  constructor({ plan, scanner, output, delimiter, outputDelimiter, counts }) {
    this.plan = plan;
    this.scanner = scanner;
    this.output = output;
    this.outputDelimiter = outputDelimiter;
    this.changesDelimiter = outputDelimiter !== delimiter;
    this.delimiterBytes = Buffer.from([outputDelimiter]);
    this.phones = new PhoneEditor(outputDelimiter, counts);
    this.lastKept = /** @type {Run} */ (plan.runs.at(-1)).last;
    this.cutsLastField = this.lastKept !== plan.width - 1;
    const { first, last, phones } = plan.runs[0];
    this.keepsOneField = plan.runs.length === 1 && first === last;
    this.mayEmptyRecords = this.keepsOneField && (plan.width > 1 || phones.length > 0);
    this.nextOutputDelimiter = -1;
  }

  /** @param {Buffer} bytes The block that the scanner began too. */
  begin(bytes) {
    this.output.begin(bytes);
    this.nextOutputDelimiter = -1;
  }

  /**
   * Writes the record that the scanner is at.
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
      let nextPhone = 0;
      for (let index = first; index <= last; index++) {
        if (fields > 0) output.write(this.delimiterBytes, 1);
        fields += 1;
        const start = scanner.fieldStart(index);
        const end = scanner.ends[index];
        const phone = phones[nextPhone];
        const isPhone = phone?.index === index;
        if (isPhone) nextPhone += 1;
        const length = isPhone && formatsPhones ? this.phones.format(phone, bytes, start, end) : -1;
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
}

const EMPTY_FIELD = Buffer.from('""');
