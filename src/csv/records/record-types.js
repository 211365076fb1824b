import { QUOTE } from '../text/find-byte.js';
import { undoubled } from '../text/quoting.js';
import { trimmedEnd, trimmedStart } from '../transforms/trim.js';
import { FieldEditor, STAYS, TRIMMED } from '../write/field-editor.js';

/** @import { Fits, TypedField } from '../plan/field-plan.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/** Finds values that do not fit the type of their field. */
export class RecordTypes {
  /**
   * @param {TypedField[]} types
   * @param {number} outputDelimiter One byte.
   */
  constructor(types, outputDelimiter) {
    this.types = types;
    /** Changes a field once more when the record is written, and counts it there. */
    this.editor = types.some(({ change }) => change !== null) ? new FieldEditor(outputDelimiter, UNCOUNTED) : null;
  }

  /**
   * @param {RecordScanner} scanner Has moved to the record.
   * @returns {TypedField | null} The first field whose value does not fit, as it would be written.
   */
  misfit(scanner) {
    const { types, editor } = this;
    const { bytes, ends } = scanner;
    for (let number = 0; number < types.length; number++) {
      const { index, trims, change, fits } = types[number];
      const [start, end] = [scanner.fieldStart(index), ends[index]];
      const isRight =
        change === null || editor === null
          ? fieldFits(fits, bytes, start, end, trims)
          : changedFits(fits, editor, editor.edit(change, bytes, start, end), bytes, start, end);
      if (!isRight) return types[number];
    }
    return null;
  }
}

/**
 * Whether what a FieldEditor has made of a field fits.
 *
 * @param {Fits} fits
 * @param {FieldEditor} editor
 * @param {number} length What `edit` has returned.
 * @param {Buffer} bytes What it was given.
 * @param {number} start
 * @param {number} end
 */
export function changedFits(fits, editor, length, bytes, start, end) {
  if (length === STAYS) return fieldFits(fits, bytes, start, end, false);
  if (length === TRIMMED) return valueFits(fits, bytes, editor.from, editor.to, bytes[start] === QUOTE);
  return fieldFits(fits, editor.bytes, 0, length, false);
}

/**
 * @param {Fits} fits
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {boolean} trims
 */
function fieldFits(fits, bytes, start, end, trims) {
  const isQuoted = end > start && bytes[start] === QUOTE;
  let [from, to] = isQuoted ? [start + 1, end - 1] : [start, end];
  if (trims) {
    from = trimmedStart(bytes, from, to);
    to = trimmedEnd(bytes, from, to);
  }
  return valueFits(fits, bytes, from, to, isQuoted);
}

/**
 * Whether a value fits. An empty one stands for NULL, in quotes too.
 *
 * @param {Fits} fits
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {boolean} isQuoted Whether the quotes in it are doubled.
 */
export function valueFits(fits, bytes, start, end, isQuoted) {
  if (start === end || fits === null) return true;
  if (!isQuoted) return fits(bytes, start, end);
  if (end - start > SHORT.length) {
    const value = undoubled(bytes.subarray(start, end));
    return fits(value, 0, value.length);
  }
  // Making a Buffer of a short value would take longer than to judge it.
  let length = 0;
  for (let position = start; position < end; position++) {
    const byte = bytes[position];
    SHORT[length] = byte;
    length += 1;
    if (byte === QUOTE) position += 1;
  }
  return fits(SHORT, 0, length);
}

/** Values are judged one at a time. */
const SHORT = Buffer.alloc(1024);

const UNCOUNTED = { phones: { formatted: 0, unparsed: 0 }, dates: { formatted: 0, unparsed: 0 } };
