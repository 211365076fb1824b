import { QUOTE } from '../text/find-byte.js';
import { quote, quotedIfSpecial } from '../text/quoting.js';
import { trimmedEnd, trimmedStart } from '../transforms/trim.js';

/** @import { FieldPlan } from '../plan/field-plan.js' */
/** @import { RecordScanner } from '../records/record-scanner.js' */

/**
 * Writes the header as a plan says: its fields' new names, those of added columns, and all others byte for byte, with quotes
 * where they are needed.
 *
 * @param {FieldPlan} plan
 * @param {RecordScanner} scanner Has moved to the header.
 * @param {number} outputDelimiter One byte.
 * @returns {Buffer} The header with its line end.
 */
export function writtenHeader({ parts, renamed, trimmed }, scanner, outputDelimiter) {
  /** @type {Buffer[]} */
  const columns = [];
  for (const part of parts) {
    if (part.kind === 'set') {
      columns.push(quotedIfSpecial(Buffer.from(part.name), outputDelimiter));
      continue;
    }
    for (let index = part.first; index <= part.last; index++) {
      const name = renamed.get(index);
      columns.push(
        name === undefined
          ? fieldName(scanner, index, trimmed.has(index), outputDelimiter)
          : quotedIfSpecial(Buffer.from(name), outputDelimiter),
      );
    }
  }
  const delimiter = Buffer.from([outputDelimiter]);
  const header = columns.flatMap((column, number) => (number === 0 ? [column] : [delimiter, column]));
  // Most readers skip an empty line, so the header must not become one.
  if (columns.length === 1 && columns[0].length === 0) header.push(quote(columns[0]));
  header.push(scanner.bytes.subarray(scanner.end, scanner.after));
  return Buffer.concat(header);
}

/**
 * @param {RecordScanner} scanner
 * @param {number} index
 * @param {boolean} trims
 * @param {number} outputDelimiter One byte.
 * @returns {Buffer} The field as it is to be written.
 */
function fieldName(scanner, index, trims, outputDelimiter) {
  const { bytes, ends } = scanner;
  const start = scanner.fieldStart(index);
  const isQuoted = bytes[start] === QUOTE && ends[index] > start;
  const [from, to] = isQuoted ? [start + 1, ends[index] - 1] : [start, ends[index]];
  const trimmedFrom = trims ? trimmedStart(bytes, from, to) : from;
  const name = bytes.subarray(trimmedFrom, trims ? trimmedEnd(bytes, trimmedFrom, to) : to);
  if (isQuoted) return Buffer.concat([QUOTE_BYTE, name, QUOTE_BYTE]);
  // A CR cannot stand at its end: the opening refuses one outside of quotes.
  return name[0] === QUOTE || name.includes(outputDelimiter) ? quote(name) : name;
}

const QUOTE_BYTE = Buffer.from([QUOTE]);
