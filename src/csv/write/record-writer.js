import { CR, QUOTE } from '../text/find-byte.js';
import { quote, quotedIfSpecial } from '../text/quoting.js';
import { Search } from '../text/search.js';
import { needsQuotesForCopy, troublesCopy } from './copy-format.js';
import { FieldEditor, STAYS, TRIMMED } from './field-editor.js';

/** @import { BlockWriter } from '../text/block-writer.js' */
/** @import { CsvCounts } from '../counts.js' */
/** @import { FieldChange, FieldPlan, OutputPart, Run } from '../plan/field-plan.js' */
/** @import { RecordScanner } from '../records/record-scanner.js' */

/**
 * What is written of a record: adjacent fields, a constant, or the record's number.
 *
 * @typedef {Run | { kind: 'constant', bytes: Buffer } | { kind: 'record' }} WrittenPart
 */

/**
 * Writes the scanner's current record field by field as the plan says: fields in any order, changed values, added columns, another
 * delimiter. A field gets quotes where it would be read differently without them. Fields and delimiters that stay are ranges of the input:
 * those that are adjacent there, also across records, are copied together.
 */
export class RecordWriter {
  /**
   * @param {object} options
   * @param {FieldPlan} options.plan
   * @param {RecordScanner} options.scanner
   * @param {BlockWriter} options.output
   * @param {number} options.delimiter The input's, one byte.
   * @param {number} options.outputDelimiter One byte.
   * @param {CsvCounts} options.counts `records.read` is the number of the record; those of phones and dates are updated here.
   */
  constructor({ plan, scanner, output, delimiter, outputDelimiter, counts }) {
    this.plan = plan;
    this.scanner = scanner;
    this.output = output;
    this.outputDelimiter = outputDelimiter;
    /** Whether the records go to COPY. */
    this.isForCopy = plan.table !== null;
    this.changesDelimiter = outputDelimiter !== delimiter;
    this.delimiterBytes = Buffer.from([outputDelimiter]);
    this.records = counts.records;
    this.fields = new FieldEditor(outputDelimiter, counts);
    this.parts = plan.parts.map(part => writtenPart(part, outputDelimiter));
    const runs = plan.parts.filter(isRun);
    this.changesValues = runs.some(({ changes }) => changes.length > 0);
    this.keepsOneField = plan.parts.length === 1 && runs[0].first === runs[0].last;
    // COPY reads an empty line as a record of one field.
    this.quotesEmpty = this.keepsOneField && !this.isForCopy;
    /** Whether a field of the current record may need quotes that it does not have. */
    this.mayNeedQuotes = false;
    this.returns = new Search(CR);
    /** null if the delimiter stays: only fields in quotes hold it then. */
    this.newDelimiters = this.changesDelimiter ? new Search(outputDelimiter) : null;
  }

  /** @param {Buffer} bytes The block that the scanner has begun. */
  begin(bytes) {
    this.output.begin(bytes);
    this.returns.begin(bytes);
    this.newDelimiters?.begin(bytes);
  }

  /**
   * Writes the record that the scanner has moved to.
   *
   * @param {Buffer} bytes The scanner's block.
   */
  write(bytes) {
    const { parts } = this;
    this.mayNeedQuotes = this.holdsSpecial();
    for (let number = 0; number < parts.length; number++) {
      const part = parts[number];
      if (part.kind === 'fields') this.writeRun(part, bytes);
      else this.writeAdded(part);
      if (number < parts.length - 1) this.writeDelimiter(part.kind === 'fields' ? part.last : Number.POSITIVE_INFINITY);
    }
    this.writeLineEnd();
  }

  /**
   * @param {Run} run
   * @param {Buffer} bytes
   */
  writeRun({ first, last, changes }, bytes) {
    let nextChange = 0;
    for (let index = first; index <= last; index++) {
      if (index > first) this.writeDelimiter(index - 1);
      if (nextChange < changes.length && changes[nextChange].index === index) {
        this.writeChanged(bytes, changes[nextChange]);
        nextChange += 1;
      } else this.writeField(bytes, index);
    }
  }

  /** @param {number} index Of the field behind which it stands; that of an added column is beyond all fields. */
  writeDelimiter(index) {
    const { output, scanner, plan } = this;
    if (this.changesDelimiter || index >= plan.width - 1) output.write(this.delimiterBytes);
    else output.addRange(scanner.ends[index], scanner.ends[index] + 1);
  }

  /**
   * @param {Buffer} bytes
   * @param {number} index
   */
  writeField(bytes, index) {
    const { output, scanner } = this;
    const start = scanner.fieldStart(index);
    const end = scanner.ends[index];
    // Most readers skip an empty line, so a record must not become one.
    if (start === end && this.quotesEmpty && this.plan.width > 1) output.write(EMPTY_FIELD);
    else if (this.needsQuotes(bytes, start, end)) output.write(quote(bytes.subarray(start, end)));
    else output.addRange(start, end);
  }

  /**
   * @param {Buffer} bytes
   * @param {FieldChange} change
   */
  writeChanged(bytes, change) {
    const { output, fields, scanner } = this;
    const { index } = change;
    const start = scanner.fieldStart(index);
    const length = fields.edit(change, bytes, start, scanner.ends[index]);
    if (length === STAYS) this.writeField(bytes, index);
    else if (length > 0) this.writeBytes(fields.bytes, length);
    else if (length === TRIMMED && bytes[start] === QUOTE) this.writeTrimmed(fields.from, fields.to);
    else if ((length === 0 || fields.from === fields.to) && this.quotesEmpty) output.write(EMPTY_FIELD);
    else if (length === 0) return;
    else if (this.needsQuotes(bytes, fields.from, fields.to))
      output.write(quote(bytes.subarray(fields.from, fields.to)));
    else output.addRange(fields.from, fields.to);
  }

  /**
   * Writes what a FieldEditor has made of a field. It has quotes where RFC 4180 needs them.
   *
   * @param {Buffer} bytes
   * @param {number} length
   */
  writeBytes(bytes, length) {
    const { output, isForCopy, outputDelimiter } = this;
    if (isForCopy && bytes[0] !== QUOTE && needsQuotesForCopy(bytes, 0, length, outputDelimiter)) {
      output.write(quote(bytes.subarray(0, length)));
    } else output.write(bytes, length);
  }

  /**
   * Writes what is left of a value, in the quotes that it had.
   *
   * @param {number} from
   * @param {number} to
   */
  writeTrimmed(from, to) {
    const { output } = this;
    output.write(QUOTE_BYTE);
    output.addRange(from, to);
    output.write(QUOTE_BYTE);
  }

  /** @param {Exclude<WrittenPart, Run>} part */
  writeAdded(part) {
    if (part.kind === 'constant') this.output.write(part.bytes);
    else this.output.write(quotedIfSpecial(Buffer.from(String(this.records.read)), this.outputDelimiter));
  }

  writeLineEnd() {
    const { scanner, output, isForCopy } = this;
    const { end, after } = scanner;
    if (!isForCopy) output.addRange(end, after);
    else if (after > end && !scanner.isCut) output.addRange(after - 1, after);
    else output.write(LINE_END);
    if (scanner.isCut && !isForCopy) output.write(LINE_END);
  }

  /**
   * Whether the record holds what is read differently in a field without quotes: the new delimiter, or a CR, which many readers take
   * for a line end; or what COPY reads differently.
   */
  holdsSpecial() {
    const { scanner, returns, newDelimiters } = this;
    if (this.isForCopy && (this.changesValues || troublesCopy(scanner))) return true;
    if (newDelimiters !== null && newDelimiters.at(scanner.start) < scanner.end) return true;
    return returns.at(scanner.start) < scanner.end;
  }

  /**
   * Whether a field would be read differently in the output.
   *
   * @param {Buffer} bytes
   * @param {number} start
   * @param {number} end
   */
  needsQuotes(bytes, start, end) {
    if (!this.mayNeedQuotes || start === end || bytes[start] === QUOTE) return false;
    const { changesDelimiter, outputDelimiter, isForCopy } = this;
    if (isForCopy) return needsQuotesForCopy(bytes, start, end, outputDelimiter);
    const field = bytes.subarray(start, end);
    return field.includes(CR) || (changesDelimiter && field.includes(outputDelimiter));
  }
}

/**
 * @param {OutputPart} part
 * @param {number} outputDelimiter
 * @returns {WrittenPart}
 */
function writtenPart(part, outputDelimiter) {
  if (part.kind === 'fields') return part;
  if (part.value === 'record') return { kind: 'record' };
  return { kind: 'constant', bytes: quotedIfSpecial(part.value, outputDelimiter) };
}

/**
 * @param {OutputPart} part
 * @returns {part is Run}
 */
function isRun(part) {
  return part.kind === 'fields';
}

const LINE_END = Buffer.from('\n');
const EMPTY_FIELD = Buffer.from('""');
const QUOTE_BYTE = Buffer.from('"');
