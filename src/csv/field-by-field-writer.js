import { needsQuotesForCopy } from './copy-format.js';
import { STAYS, TRIMMED } from './field-editor.js';
import { CR, QUOTE } from './find-byte.js';
import { quote } from './quoting.js';

/** @import { FieldChange } from './field-plan.js' */
/** @import { RecordWriter } from './record-writer.js' */

/**
 * Writes a record field by field, with quotes where a field would be read differently without them. A RecordWriter, which copies
 * whole ranges, leaves such records to it.
 */
export class FieldByFieldWriter {
  /** @param {RecordWriter} recordWriter Its plan, output and scanner are used. */
  constructor(recordWriter) {
    this.recordWriter = recordWriter;
    this.scanner = recordWriter.scanner;
    this.output = recordWriter.output;
    this.fields = recordWriter.fields;
    // COPY reads an empty line as a record of one field.
    this.quotesEmpty = recordWriter.keepsOneField && !recordWriter.isForCopy;
    this.width = recordWriter.plan.width;
  }

  /**
   * Writes the record that the scanner has moved to.
   *
   * @param {Buffer} bytes The scanner's block.
   */
  write(bytes) {
    const { output, recordWriter } = this;
    const { parts, delimiterBytes } = recordWriter;
    for (let number = 0; number < parts.length; number++) {
      const part = parts[number];
      if (number > 0) output.write(delimiterBytes);
      if (part.kind !== 'fields') {
        recordWriter.writeAdded(part);
        continue;
      }
      let nextChange = 0;
      for (let index = part.first; index <= part.last; index++) {
        if (index > part.first) output.write(delimiterBytes);
        if (nextChange === part.changes.length || part.changes[nextChange].index !== index) {
          this.writeField(bytes, index);
        } else {
          this.writeChanged(bytes, part.changes[nextChange]);
          nextChange += 1;
        }
      }
    }
    recordWriter.writeLineEnd();
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
    if (start === end && this.quotesEmpty && this.width > 1) output.write(EMPTY_FIELD);
    else if (this.needsQuotes(bytes, start, end)) this.writeQuoted(bytes, start, end);
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
    else if (this.needsQuotes(bytes, fields.from, fields.to)) this.writeQuoted(bytes, fields.from, fields.to);
    else output.addRange(fields.from, fields.to);
  }

  /**
   * Writes what a FieldEditor has made of a field. It has quotes where RFC 4180 needs them.
   *
   * @param {Buffer} bytes
   * @param {number} length
   */
  writeBytes(bytes, length) {
    const { output, recordWriter } = this;
    const { isForCopy, outputDelimiter } = recordWriter;
    if (isForCopy && bytes[0] !== QUOTE && needsQuotesForCopy(bytes, 0, length, outputDelimiter)) {
      output.write(quote(bytes.subarray(0, length)));
    } else output.write(bytes, length);
  }

  /**
   * Writes what is left of a value that was quoted.
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
   */
  needsQuotes(bytes, start, end) {
    if (start === end || bytes[start] === QUOTE) return false;
    const { changesDelimiter, outputDelimiter, isForCopy } = this.recordWriter;
    if (isForCopy) return needsQuotesForCopy(bytes, start, end, outputDelimiter);
    const field = bytes.subarray(start, end);
    return field.includes(CR) || (changesDelimiter && field.includes(outputDelimiter));
  }
}

const EMPTY_FIELD = Buffer.from('""');
const QUOTE_BYTE = Buffer.from('"');
