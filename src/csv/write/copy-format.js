import { CR, LF, QUOTE } from '../text/find-byte.js';

/** @import { RecordScanner } from '../records/record-scanner.js' */

// What COPY … FROM STDIN (FORMAT csv) reads differently from RFC 4180 as we read it: a quote within an unquoted field begins a
// quoted part of it, an unquoted CR is an error, and a line of `\.` ends the data before PostgreSQL 18. Such fields are
// written in quotes. Records end with LF, because COPY takes only one kind of line end.

/**
 * The delimiter for COPY: the input's, so that fields are copied as they are, if it is one that COPY surely reads as we do.
 *
 * @param {number} delimiter The input's, one byte.
 * @returns {number}
 */
export function copyDelimiter(delimiter) {
  return COPIED.includes(delimiter) ? delimiter : COMMA;
}

/**
 * Whether COPY would read a record differently if it were copied.
 *
 * @param {RecordScanner} scanner Has moved to the record.
 */
export function troublesCopy(scanner) {
  const { bytes, start, end, ends, fieldCount } = scanner;
  const record = bytes.subarray(start, end);
  if (!record.includes(QUOTE) && !record.includes(CR)) return isEndMarker(bytes, start, end);
  for (let index = 0; index < fieldCount; index++) {
    const from = scanner.fieldStart(index);
    if (bytes[from] === QUOTE && from < ends[index]) continue;
    for (let at = from; at < ends[index]; at++) if (bytes[at] === QUOTE || bytes[at] === CR) return true;
  }
  return false;
}

/**
 * Whether COPY would read an unquoted field differently without quotes.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @param {number} delimiter One byte.
 */
export function needsQuotesForCopy(bytes, start, end, delimiter) {
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE || byte === delimiter || byte === CR || byte === LF) return true;
  }
  return isEndMarker(bytes, start, end);
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 */
function isEndMarker(bytes, start, end) {
  return end - start === 2 && bytes[start] === BACKSLASH && bytes[start + 1] === DOT;
}

const COMMA = 0x2c;
const COPIED = Buffer.from(',;|\t');
const BACKSLASH = 0x5c;
const DOT = 0x2e;
