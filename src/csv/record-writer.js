import { troublesCopy } from './copy-format.js';
import { FieldByFieldWriter } from './field-by-field-writer.js';
import { FieldEditor, STAYS, TRIMMED } from './field-editor.js';
import { CR, find, QUOTE } from './find-byte.js';
import { quotedIfSpecial } from './quoting.js';

/** @import { BlockWriter } from './block-writer.js' */
/** @import { FieldPlan, OutputPart, Run } from './field-plan.js' */
/** @import { CsvCounts } from './counts.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/**
 * What is written of a record, and what follows it: adjacent fields, a constant, or the record's number. `follows`: whether a
 * delimiter has to be written behind it. `delimiters`: how many are copied with a run, because they follow it in the input: 0 or 1.
 *
 * @typedef {Run & { follows: boolean, delimiters: number } | { kind: 'constant', bytes: Buffer, follows: boolean } |
 *   { kind: 'record', follows: boolean }} WrittenPart
 */

/**
 * Writes the scanner's current record as the plan says: fields in any order, changed values, added columns, another
 * delimiter. Unchanged fields that are adjacent in the input, also across records, are copied as one range.
 *
 * In a rare record, a copied field would be read differently in the output (see `needsFieldByField`). Such a record is
 * left to a FieldByFieldWriter.
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
    this.parts = plan.parts.map((part, number) => writtenPart(part, number < plan.parts.length - 1, this));
    this.runs = plan.parts.filter(isRun);
    const { first, last, changes } = this.runs[0];
    this.keepsOneField = plan.parts.length === 1 && first === last;
    /** Whether a record that is not an empty line may become one. */
    this.mayEmptyRecords = this.keepsOneField && (plan.width > 1 || changes.length > 0);
    this.changesValues = this.runs.some(({ changes }) => changes.length > 0);
    this.byField = new FieldByFieldWriter(this);
    /** The next output delimiter and the next CR in the block. A hit before the record is outdated. */
    this.nextOutputDelimiter = -1;
    this.nextReturn = -1;
  }

  /** @param {Buffer} bytes The block that the scanner has begun. */
  begin(bytes) {
    this.output.begin(bytes);
    this.nextOutputDelimiter = -1;
    this.nextReturn = -1;
  }

  /**
   * Writes the record that the scanner has moved to.
   *
   * @param {Buffer} bytes The scanner's block. A new delimiter is written into it.
   */
  write(bytes) {
    const { scanner, output, parts } = this;
    if (this.needsFieldByField(bytes)) {
      this.byField.write(bytes);
      return;
    }
    const { ends } = scanner;
    if (this.changesDelimiter) {
      for (let index = 0; index < this.plan.width - 1; index++) bytes[ends[index]] = this.outputDelimiter;
    }
    for (let number = 0; number < parts.length; number++) {
      const part = parts[number];
      if (part.kind === 'fields') {
        const start = scanner.fieldStart(part.first);
        const from = part.changes.length === 0 ? start : this.writeChanges(part, bytes, start);
        output.addRange(from, ends[part.last] + part.delimiters);
      } else {
        this.writeAdded(part);
      }
      if (part.follows) output.write(this.delimiterBytes);
    }
    this.writeLineEnd();
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
   * @param {Run} run
   * @param {Buffer} bytes
   * @param {number} from Where the run begins.
   * @returns {number} Where the rest of it begins, which stays as it is.
   */
  writeChanges({ changes }, bytes, from) {
    const { scanner, output, fields } = this;
    const { ends } = scanner;
    for (let number = 0; number < changes.length; number++) {
      const change = changes[number];
      const start = scanner.fieldStart(change.index);
      const end = ends[change.index];
      const length = fields.edit(change, bytes, start, end);
      if (length === STAYS) continue;
      if (length === TRIMMED) {
        const quotes = Number(bytes[start] === QUOTE);
        output.addRange(from, start + quotes);
        output.addRange(fields.from, fields.to);
        from = end - quotes;
        continue;
      }
      output.addRange(from, start);
      output.write(fields.bytes, length);
      from = end;
    }
    return from;
  }

  /** @param {Exclude<WrittenPart, Run>} part */
  writeAdded(part) {
    if (part.kind === 'constant') this.output.write(part.bytes);
    else this.output.write(quotedIfSpecial(Buffer.from(String(this.records.read)), this.outputDelimiter));
  }

  /**
   * Whether a copied field may be read differently in the output: it holds the new delimiter or a CR, which many readers take
   * for a line end; it is the only one and empty; or COPY reads it differently.
   *
   * @param {Buffer} bytes
   * @returns {boolean}
   */
  needsFieldByField(bytes) {
    const { scanner } = this;
    if (this.isForCopy && (this.changesValues || troublesCopy(scanner))) return true;
    if (this.mayEmptyRecords) return true;
    if (this.changesDelimiter) {
      if (this.nextOutputDelimiter < scanner.start) {
        const found = bytes.indexOf(this.outputDelimiter, scanner.start);
        this.nextOutputDelimiter = found === -1 ? bytes.length : found;
      }
      if (this.nextOutputDelimiter < scanner.end) return true;
    }
    if (this.nextReturn < scanner.start) this.nextReturn = find(bytes, CR, scanner.start);
    return this.nextReturn < scanner.end;
  }
}

/**
 * @param {OutputPart} part
 * @param {boolean} isFollowed Whether it is not the last one.
 * @param {{ plan: FieldPlan, outputDelimiter: number }} writer
 * @returns {WrittenPart}
 */
function writtenPart(part, isFollowed, { plan, outputDelimiter }) {
  if (part.kind === 'fields') {
    const follows = isFollowed && part.last === plan.width - 1;
    return { ...part, follows, delimiters: Number(isFollowed && !follows) };
  }
  if (part.value === 'record') return { kind: 'record', follows: isFollowed };
  return { kind: 'constant', bytes: quotedIfSpecial(part.value, outputDelimiter), follows: isFollowed };
}

/**
 * @param {OutputPart} part
 * @returns {part is Run}
 */
function isRun(part) {
  return part.kind === 'fields';
}

const LINE_END = Buffer.from('\n');
