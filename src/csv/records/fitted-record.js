import { CR, LF, QUOTE } from '../text/find-byte.js';
import { quote } from '../text/quoting.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/**
 * Gives a record with sound quotes the expected number of fields, if the rule allows it: empty fields are added at its end,
 * or surplus ones are cut off.
 *
 * @param {RecordScanner} scanner Has moved to the record.
 * @param {object} options
 * @param {CsvRule['ragged']} options.ragged
 * @param {boolean} options.trailingDelimiter Whether one surplus field that is empty, perhaps in
 *   quotes, is always cut off.
 * @param {number} options.width The expected number.
 * @returns {Buffer | null} The new record, with its line end; null if the record is bad.
 */
export function fittedRecord({ bytes, start, end, after, isCut, ends, fieldCount, delimiter }, options) {
  const { ragged, trailingDelimiter, width } = options;
  const lineEnd = isCut ? CRLF : bytes.subarray(end, after);
  if (fieldCount < width) {
    if (ragged === 'bad') return null;
    return Buffer.concat([bytes.subarray(start, end), Buffer.alloc(width - fieldCount, delimiter), lineEnd]);
  }
  const cut = ends[width - 1];
  const mayCut = ragged === 'cut' || isTrailing() || (ragged === 'pad' && holdsEmptyFields(bytes, cut, end, delimiter));
  if (!mayCut) return null;
  return Buffer.concat([...cutRecord(bytes.subarray(start, cut), lineEnd, width, delimiter), lineEnd]);

  function isTrailing() {
    return trailingDelimiter && fieldCount === width + 1 && holdsEmptyFields(bytes, cut, end, delimiter);
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} start Where a delimiter is.
 * @param {number} end
 * @param {number} delimiter
 * @returns {boolean} Whether there are only empty fields.
 */
function holdsEmptyFields(bytes, start, end, delimiter) {
  for (let position = start; position < end; position += 1) {
    const isEmptyField =
      bytes[position - 1] === delimiter && bytes[position] === QUOTE && bytes[position + 1] === QUOTE;
    if (isEmptyField) position += 1;
    else if (bytes[position] !== delimiter) return false;
  }
  return true;
}

/**
 * Puts the last field into quotes, if its CR would be read as part of the newline, or if it is the only one and empty: most
 * readers skip an empty line.
 *
 * @param {Buffer} record
 * @param {Buffer} lineEnd
 * @param {number} width
 * @param {number} delimiter
 * @returns {Buffer[]}
 */
function cutRecord(record, lineEnd, width, delimiter) {
  if (width === 1 && record.length === 0) return [quote(record)];
  if (record.at(-1) !== CR || lineEnd[0] !== LF) return [record];
  // A quoted field cannot end with a CR, so the field is plain.
  const from = record.lastIndexOf(delimiter) + 1;
  return [record.subarray(0, from), quote(record.subarray(from))];
}

const CRLF = Buffer.from('\r\n');
