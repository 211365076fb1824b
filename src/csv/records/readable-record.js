import { endsField, find, QUOTE } from '../text/find-byte.js';
import { quotedIfSpecial } from '../text/quoting.js';

/**
 * Writes a bad record that is kept in an output with another delimiter, so that readers of the output find all its fields.
 *
 * @param {Buffer} record Without its line end.
 * @param {object} options
 * @param {boolean} options.isSound Whether its quotes are sound. If not, they are read as plain characters.
 * @param {number} options.delimiter Of the record, one byte.
 * @param {number} options.outputDelimiter One byte.
 * @returns {Buffer}
 */
export function readableRecord(record, { isSound, delimiter, outputDelimiter }) {
  /** @type {Buffer[]} */
  const parts = [];
  const separator = Buffer.from([outputDelimiter]);
  for (let start = 0; start <= record.length; ) {
    const isQuoted = isSound && record[start] === QUOTE;
    const end = find(record, delimiter, isQuoted ? afterQuotes(record, start, delimiter) : start);
    const field = record.subarray(start, end);
    if (parts.length > 0) parts.push(separator);
    parts.push(isQuoted ? field : quotedIfSpecial(field, outputDelimiter));
    start = end + 1;
  }
  return Buffer.concat(parts);
}

/**
 * @param {Buffer} record
 * @param {number} opening
 * @param {number} delimiter
 */
function afterQuotes(record, opening, delimiter) {
  let after = find(record, QUOTE, opening + 1) + 1;
  while (!endsField(record, after, delimiter)) after = find(record, QUOTE, after + 1) + 1;
  return after;
}
