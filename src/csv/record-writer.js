import { PhoneEditor } from './phone-editor.js';
import { CR, QUOTE } from './record-scanner.js';

/** @import { BlockWriter } from './block-writer.js' */
/** @import { FieldPlan, OutputPart, Run } from './field-plan.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/**
 * Writes the scanner's current record as the plan says: drops fields, formats phones, changes the delimiter. Unchanged
 * fields that are adjacent in the input, also across records, are copied as one range.
 *
 * In a rare record, a copied field would be read differently in the output (see `needsFieldByField`). Such a record is
 * written field by field, and a field is quoted where needed.
 */
export class RecordWriter {
  /**
   * @param {object} options
   * @param {FieldPlan} options.plan
   * @param {RecordScanner} options.scanner
   * @param {BlockWriter} options.output
   * @param {number} options.delimiter The input's, one byte.
   * @param {number} options.outputDelimiter One byte.
   * @param {{ formatted: number, unparsed: number }} options.counts Phone counts, updated here.
   */
  constructor({ plan, scanner, output, delimiter, outputDelimiter, counts }) {
    this.plan = plan;
    this.scanner = scanner;
    this.output = output;
    this.outputDelimiter = outputDelimiter;
    this.changesDelimiter = outputDelimiter !== delimiter;
    this.delimiterBytes = Buffer.from([outputDelimiter]);
    this.phones = new PhoneEditor(outputDelimiter, counts);
    this.runs = plan.parts.filter(isRun);
    this.lastKept = /** @type {Run} */ (this.runs.at(-1)).last;
    this.cutsLastField = this.lastKept !== plan.width - 1;
    const { first, last, changes } = this.runs[0];
    this.keepsOneField = plan.parts.length === 1 && first === last;
    /** Whether a record that is not an empty line may become one. */
    this.mayEmptyRecords = this.keepsOneField && (plan.width > 1 || changes.length > 0);
    /** The next output delimiter in the block. A hit before the record is outdated. */
    this.nextOutputDelimiter = -1;
  }

  /** @param {Buffer} bytes The block that the scanner has begun. */
  begin(bytes) {
    this.output.begin(bytes);
    this.nextOutputDelimiter = -1;
  }

  /**
   * Writes the record that the scanner has moved to.
   *
   * @param {Buffer} bytes The scanner's block. A new delimiter is written into it.
   * @param {boolean} formatsPhones false for the header.
   */
  write(bytes, formatsPhones) {
    const { scanner, output } = this;
    const { ends } = scanner;
    const { runs } = this;
    const { width } = this.plan;
    if (this.needsFieldByField(bytes)) {
      this.writeFields(bytes, formatsPhones);
      return;
    }
    if (this.changesDelimiter) {
      for (let index = 0; index < width - 1; index++) bytes[ends[index]] = this.outputDelimiter;
    }
    for (let number = 0; number < runs.length; number++) {
      const { first, last, changes } = runs[number];
      let from = scanner.fieldStart(first);
      if (formatsPhones) {
        for (const { index, phone } of changes) {
          if (phone === null) continue;
          const start = scanner.fieldStart(index);
          const length = this.phones.format(phone, bytes, start, ends[index]);
          if (length === -1) continue;
          output.addRange(from, start);
          output.write(this.phones.bytes, length);
          from = ends[index];
        }
      }
      if (number < runs.length - 1) {
        output.addRange(from, ends[last] + 1);
      } else {
        output.addRange(from, ends[last]);
        output.addRange(scanner.end, scanner.after);
      }
    }
  }

  /**
   * Whether a copied field may be read differently in the output: it holds the new delimiter, it ends in a CR and an LF
   * will follow, or it is the only one and empty.
   *
   * @param {Buffer} bytes
   * @returns {boolean}
   */
  needsFieldByField(bytes) {
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
   * Whether the last kept field ends in a CR that would be read as part of the newline.
   *
   * @param {Buffer} bytes
   * @param {number} end Where the field ends.
   */
  losesCarriageReturn(bytes, end) {
    return bytes[end - 1] === CR && this.scanner.after === this.scanner.end + 1;
  }

  /**
   * Writes the record field by field, with quotes where a field needs them.
   *
   * @param {Buffer} bytes
   * @param {boolean} formatsPhones
   */
  writeFields(bytes, formatsPhones) {
    const { scanner, output } = this;
    let fields = 0;
    for (const { first, last, changes } of this.runs) {
      let nextPhone = 0;
      for (let index = first; index <= last; index++) {
        if (fields > 0) output.write(this.delimiterBytes, 1);
        fields += 1;
        const start = scanner.fieldStart(index);
        const end = scanner.ends[index];
        const phone = changes[nextPhone]?.phone ?? null;
        const isPhone = changes[nextPhone]?.index === index;
        if (isPhone) nextPhone += 1;
        const length = isPhone && phone !== null && formatsPhones ? this.phones.format(phone, bytes, start, end) : -1;
        // Most readers skip an empty line, so a record must not become one.
        if (this.keepsOneField && (length === 0 || (start === end && this.plan.width > 1))) output.write(EMPTY_FIELD);
        else if (length !== -1) output.write(this.phones.bytes, length);
        else if (this.needsQuotes(bytes, start, end, index)) this.writeQuoted(bytes, start, end);
        else output.addRange(start, end);
      }
    }
    output.addRange(scanner.end, scanner.after);
  }

  /**
   * Writes an unquoted field in quotes, and doubles those in it.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   */
  writeQuoted(bytes, start, end) {
    const { output } = this;
    const field = bytes.subarray(start, end);
    output.write(QUOTE_BYTE);
    let from = 0;
    for (let at = field.indexOf(QUOTE); at !== -1; at = field.indexOf(QUOTE, at + 1)) {
      output.addRange(start + from, start + at + 1);
      from = at;
    }
    output.addRange(start + from, end);
    output.write(QUOTE_BYTE);
  }

  /**
   * Whether an unquoted field would be read differently in the output.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   * @param {number} index
   */
  needsQuotes(bytes, start, end, index) {
    if (start === end || bytes[start] === QUOTE) return false;
    if (index === this.lastKept && this.cutsLastField && this.losesCarriageReturn(bytes, end)) return true;
    return this.changesDelimiter && bytes.subarray(start, end).includes(this.outputDelimiter);
  }
}

/**
 * @param {OutputPart} part
 * @returns {part is Run}
 */
function isRun(part) {
  return part.kind === 'fields';
}

const EMPTY_FIELD = Buffer.from('""');
const QUOTE_BYTE = Buffer.from('"');
