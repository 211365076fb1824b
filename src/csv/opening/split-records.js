/** @import { Dialect } from '../dialect.js' */

/**
 * One way to read an entry. Text is UTF-8 with one character a byte (`latin1`), so that positions are bytes.
 *
 * @typedef {Pick<Dialect, 'quote' | 'escape' | 'spaces'> & { delimiter: string, cr: boolean, comments: string | null }}
 *   Reading `delimiter` has one character a byte too. `cr`: whether a CR ends a record.
 *
 * A record in the text. `sound` is false if a quote is broken: it then ends with the line on which it begins, and stray
 * quotes are plain characters. `quoted` counts its fields in quotes.
 *
 * @typedef {object} SplitRecord
 * @property {number} start
 * @property {number} end Without the line end.
 * @property {number} after
 * @property {number} width
 * @property {number} quoted
 * @property {boolean} sound
 * @property {boolean} emptyLast Whether the last field is empty, or white space in quotes.
 */

/**
 * Splits text of any dialect into its records, without empty lines and comments.
 *
 * @param {string} text
 * @param {Reading} reading
 * @param {boolean} whole Whether the entry ends with the text. Otherwise a last record that is not complete is left out.
 * @param {number} [maxOpen] As for `readRecord`.
 * @returns {SplitRecord[]}
 */
export function splitRecords(text, reading, whole, maxOpen = OPEN_QUOTE_BYTES) {
  const { comments, cr } = reading;
  const records = [];
  for (let position = 0; position < text.length; ) {
    if (comments !== null && text.startsWith(comments, position)) {
      position = afterLine(text, position, cr);
      continue;
    }
    const record = readRecord(text, position, reading, whole, maxOpen);
    if (record === null) break;
    if (record.end > record.start) records.push(record);
    position = record.after;
  }
  return records;
}

/**
 * Reads the record that begins at `start`.
 *
 * @param {string} text
 * @param {number} start
 * @param {Reading} reading
 * @param {boolean} whole
 * @param {number} maxOpen If the text ends within quotes that are open for more characters than this, they are broken.
 * @returns {SplitRecord | null} null if the record is not complete.
 */
export function readRecord(text, start, reading, whole, maxOpen) {
  const { length } = text;
  let quoted = 0;
  let width = 0;
  for (let position = start; ; position += reading.delimiter.length) {
    const from = position;
    position = fieldEnd(text, from, reading, length);
    if (!whole && (position === CUT || (position === UNCLOSED && length - start <= maxOpen))) return null;
    if (position < 0) return readLine(text, start, reading, whole);
    width += 1;
    if (position > from && beginsWithQuote(text, from, reading, length)) quoted += 1;
    if (position < length && text.startsWith(reading.delimiter, position)) continue;
    const lineEnd = lineEndLength(text, position, reading.cr);
    // A CR at the end of the text may be half of a CRLF.
    if (!whole && position + lineEnd >= length && text[length - 1] !== '\n') return null;
    const emptyLast = isEmpty(text, from, position, reading);
    return { start, end: position, after: position + lineEnd, width, quoted, sound: true, emptyLast };
  }
}

/**
 * Reads the line at `start` as a record with a broken quote.
 *
 * @param {string} text
 * @param {number} start
 * @param {Reading} reading
 * @param {boolean} whole
 * @returns {SplitRecord | null}
 */
export function readLine(text, start, reading, whole) {
  const after = afterLine(text, start, reading.cr);
  if (!whole && after === text.length && text[after - 1] !== '\n') return null;
  let end = after;
  if (text[end - 1] === '\n') end -= 1;
  if (end > start && text[end - 1] === '\r' && (reading.cr || end < after)) end -= 1;
  const fields = fieldRanges(text, start, end, reading);
  const last = fields[fields.length - 1];
  const emptyLast = isEmpty(text, last.from, last.to, reading);
  return { start, end, after, width: fields.length, quoted: 0, sound: false, emptyLast };
}

/**
 * The values of a record's fields, without their quotes and, if the reading says so, without space around them.
 *
 * @param {string} text
 * @param {SplitRecord} record
 * @param {Reading} reading
 * @returns {string[]} In Unicode.
 */
export function fieldValues(text, record, reading) {
  return fieldTexts(text, record, reading).map(field => Buffer.from(field, 'latin1').toString());
}

/**
 * As `fieldValues`, with one character a byte.
 *
 * @param {string} text
 * @param {SplitRecord} record
 * @param {Reading} reading
 * @returns {string[]}
 */
export function fieldTexts(text, { start, end }, reading) {
  return fieldRanges(text, start, end, reading).map(({ from, to, quoted }) => {
    const field = reading.spaces ? text.slice(from, to).trim() : text.slice(from, to);
    return quoted ? unquote(field, reading) : field;
  });
}

/**
 * Where the fields of a record are. A field with a broken quote ends at the next delimiter.
 *
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {Reading} reading
 */
function fieldRanges(text, start, end, reading) {
  const ranges = [];
  for (let from = start; ; ) {
    const found = fieldEnd(text, from, reading, end);
    const to = found < 0 ? plainEnd(text, from, reading, end) : found;
    ranges.push({ from, to, quoted: found >= 0 && beginsWithQuote(text, from, reading, end) });
    if (to >= end) return ranges;
    from = to + reading.delimiter.length;
  }
}

/**
 * Whether a field without quotes holds a CR that ends no record.
 *
 * @param {string} text
 * @param {SplitRecord} record
 * @param {Reading} reading
 */
export function holdsBareReturn(text, { start, end }, reading) {
  return fieldRanges(text, start, end, reading).some(
    ({ from, to, quoted }) => !quoted && text.slice(from, to).includes('\r'),
  );
}

/**
 * @param {string} field With its quotes.
 * @param {Reading} reading
 */
function unquote(field, { quote, escape: escaping }) {
  const value = field.slice(1, -1);
  if (escaping !== 'backslash') return value.replaceAll(quote + quote, quote);
  return value.replace(/\\([\\"'])/g, (both, character) =>
    character === '\\' || character === quote ? character : both,
  );
}

/**
 * @param {string} text
 * @param {number} start
 * @param {Reading} reading
 * @param {number} limit Where the text or the record ends.
 * @returns {number} Where the field ends; negative if its quotes are broken.
 */
function fieldEnd(text, start, reading, limit) {
  if (!beginsWithQuote(text, start, reading, limit)) return plainEnd(text, start, reading, limit);
  const opening = reading.spaces ? afterSpaces(text, start, reading, limit) : start;
  const closed = afterClosingQuote(text, opening, reading);
  if (closed === -1 || closed > limit) return UNCLOSED;
  const end = reading.spaces ? afterSpaces(text, closed, reading, limit) : closed;
  if (end === limit || text.startsWith(reading.delimiter, end) || lineEndLength(text, end, reading.cr) > 0) return end;
  const rest = limit === text.length ? text.slice(end, end + MAX_DELIMITER_BYTES) : '';
  return rest === '\r' || (rest !== '' && reading.delimiter.startsWith(rest)) ? CUT : AFTER_QUOTE;
}

/**
 * @param {string} text
 * @param {number} start
 * @param {Reading} reading
 * @param {number} limit
 */
function beginsWithQuote(text, start, reading, limit) {
  const { quote } = reading;
  if (quote === 'none') return false;
  const from = reading.spaces ? afterSpaces(text, start, reading, limit) : start;
  return from < limit && text[from] === quote;
}

/**
 * @param {string} text
 * @param {number} opening Where the opening quote is.
 * @param {Reading} reading
 * @returns {number} -1 if the quotes are never closed.
 */
function afterClosingQuote(text, opening, reading) {
  const { quote, escape: escaping } = reading;
  if (escaping === 'loose') return afterLooseQuote(text, opening, reading);
  for (let position = opening + 1; ; ) {
    const found = text.indexOf(quote, position);
    if (found === -1) return -1;
    if (escaping === 'double') {
      if (text[found + 1] !== quote) return found + 1;
      position = found + 2;
    } else {
      let slashes = found;
      while (slashes > position && text[slashes - 1] === '\\') slashes -= 1;
      if ((found - slashes) % 2 === 0) return found + 1;
      position = found + 1;
    }
  }
}

/**
 * As `afterClosingQuote`, where only a quote before a delimiter or a line end closes. Which one it is does not depend on where
 * the field begins, so one search answers for all fields that begin before what it found: the time is linear.
 *
 * @param {string} text
 * @param {number} opening
 * @param {Reading} reading
 */
function afterLooseQuote(text, opening, reading) {
  const { quote, delimiter, cr } = reading;
  const last = lastSearch.get(reading);
  if (last?.text === text && opening >= last.opening && (last.after === -1 || opening + 1 < last.after)) {
    return last.after;
  }
  let after = -1;
  for (let found = text.indexOf(quote, opening + 1); found !== -1; found = text.indexOf(quote, found + 1)) {
    const next = found + 1;
    if (next < text.length && !text.startsWith(delimiter, next) && lineEndLength(text, next, cr) === 0) continue;
    after = next;
    break;
  }
  lastSearch.set(reading, { text, opening, after });
  return after;
}

/**
 * @param {string} text
 * @param {number} start
 * @param {Reading} reading
 * @param {number} limit
 * @returns {number} Where a field without quotes ends.
 */
function plainEnd(text, start, { delimiter, cr }, limit) {
  const first = delimiter.charCodeAt(0);
  for (let position = start; position < limit; position++) {
    const code = text.charCodeAt(position);
    if (code === LF) return position;
    if (code === CR && lineEndLength(text, position, cr) > 0) return position;
    if (code === first && (delimiter.length === 1 || text.startsWith(delimiter, position))) return position;
  }
  return limit;
}

/**
 * @param {string} text
 * @param {number} position
 * @param {boolean} cr
 * @returns {0 | 1 | 2} How long the line end there is; 0 if there is none.
 */
export function lineEndLength(text, position, cr) {
  const code = text.charCodeAt(position);
  if (code === LF) return 1;
  if (code !== CR) return 0;
  if (text.charCodeAt(position + 1) === LF) return 2;
  return cr ? 1 : 0;
}

/**
 * @param {string} text
 * @param {number} position
 * @param {boolean} cr
 * @returns {number} Where the next line begins; the text's length if there is none.
 */
export function afterLine(text, position, cr) {
  for (; position < text.length; position++) {
    const lineEnd = lineEndLength(text, position, cr);
    if (lineEnd > 0) return position + lineEnd;
  }
  return position;
}

/**
 * @param {string} text
 * @param {number} position
 * @param {Reading} reading
 * @param {number} limit
 */
function afterSpaces(text, position, { delimiter }, limit) {
  while (position < limit && (text[position] === ' ' || (text[position] === '\t' && delimiter !== '\t'))) position += 1;
  return position;
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {Reading} reading
 */
function isEmpty(text, from, to, { quote, spaces }) {
  if (from === to) return true;
  if (to - from > 1 && text[from] === quote && text[to - 1] === quote)
    return /^[ \t\r\n]*$/.test(text.slice(from + 1, to - 1));
  return spaces && text.slice(from, to).trim() === '';
}

/** @type {WeakMap<Reading, { text: string, opening: number, after: number }>} */
const lastSearch = new WeakMap();
const LF = 0x0a;
const CR = 0x0d;
const UNCLOSED = -1;
const AFTER_QUOTE = -2;
/** The text ends after the closing quote, and perhaps within a delimiter or a CRLF. */
const CUT = -3;
const MAX_DELIMITER_BYTES = 32;

/** Quotes that are open for so long at the sample's end were never closed, rather than cut. */
const OPEN_QUOTE_BYTES = 16_384;
