import { FieldEnds } from './field-ends.js';
import { behindMarks } from './text-lines.js';

/** @import { Reading, SplitRecord } from './reading.js' */

/**
 * The values of a record's fields, without their quotes and, if the reading says so, without space around them.
 *
 * @param {string} text
 * @param {Pick<SplitRecord, 'start' | 'end'>} record
 * @param {Reading} reading
 * @returns {string[]} In Unicode.
 */
export function fieldValues(text, record, reading) {
  return fieldTexts(text, record, reading).map(unicodeOf);
}

/**
 * As `fieldValues`, with one character a byte.
 *
 * @param {string} text
 * @param {Pick<SplitRecord, 'start' | 'end'>} record
 * @param {Reading} reading
 * @returns {string[]}
 */
export function fieldTexts(text, { start, end }, reading) {
  return fieldRanges(new FieldEnds(text.slice(0, end), reading), start, end).map(({ from, to, quoted }) => {
    const field = reading.spaces ? text.slice(from, to).trim() : text.slice(from, to);
    return quoted ? unquote(field, reading) : field;
  });
}

/**
 * Where the fields of a record are, behind byte order marks. A field with a broken quote ends at the next delimiter.
 *
 * @param {FieldEnds} ends
 * @param {number} start
 * @param {number} end
 */
export function fieldRanges(ends, start, end) {
  const ranges = [];
  for (let from = behindMarks(ends.text, start); ; ) {
    const found = ends.endOf(from, end);
    const to = found < 0 ? ends.plainEnd(from, end) : found;
    ranges.push({ from, to, quoted: found >= 0 && ends.openingQuote(from, end) !== -1 });
    if (to >= end) return ranges;
    from = to + ends.reading.delimiter.length;
  }
}

/**
 * Whether a field without quotes holds a CR that ends no record.
 *
 * @param {string} text
 * @param {Pick<SplitRecord, 'start' | 'end'>} record
 * @param {Reading} reading
 */
export function holdsBareReturn(text, { start, end }, reading) {
  if (!text.slice(start, end).includes('\r')) return false;
  return fieldRanges(new FieldEnds(text, reading), start, end).some(
    ({ from, to, quoted }) => !quoted && text.slice(from, to).includes('\r'),
  );
}

/** @param {string} field One character a byte. */
function unicodeOf(field) {
  return BEYOND_ASCII.test(field) ? Buffer.from(field, 'latin1').toString() : field;
}

/**
 * @param {string} field With its quotes.
 * @param {Reading} reading
 */
function unquote(field, { quote, escape: escaping, delimiter }) {
  const value = field.slice(1, -1);
  if (escaping !== 'backslash')
    return value.length > LONG_VALUE ? undouble(value, quote) : value.replaceAll(quote + quote, quote);
  return value.replace(/\\(\\|[^\\]+)/g, (both, next) =>
    ['\\', quote, delimiter].some(escaped => next.startsWith(escaped)) ? next : both,
  );
}

/**
 * Makes one of two quotes. `replaceAll` takes several times as long, and thirty times the memory of the value, where all of it is
 * quotes.
 *
 * @param {string} value
 * @param {string} quote
 */
function undouble(value, quote) {
  const bytes = Buffer.from(value, 'latin1');
  const code = quote.charCodeAt(0);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    bytes[length++] = byte;
    if (byte === code && bytes[at + 1] === code) at += 1;
  }
  return bytes.toString('latin1', 0, length);
}

const LONG_VALUE = 16_384;

/** Hardly any field has it, and the way through a Buffer takes ten times as long. */
const BEYOND_ASCII = /[\x80-\xff]/;
