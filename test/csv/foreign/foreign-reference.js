import { markIn } from '../reference-records.js';

/** @import { Dialect } from '../../../src/csv/dialect.js' */

/**
 * What is to become of records in a foreign dialect, said as plainly as possible: one character after the other, and from the
 * start again after each broken quote.
 *
 * @param {string} text One character a byte.
 * @param {Dialect} dialect
 * @param {{ width: number, maxRecordBytes: number, delimiter: string }} options `delimiter`: the translation's.
 */
export function expectForeign(text, dialect, { width, maxRecordBytes, delimiter }) {
  const result = {
    output: '',
    rejected: '',
    read: 0,
    skipped: 0,
    bad: /** @type {{ record: number, byte: number, code: string }[]} */ ([]),
    limit: /** @type {number | null} */ (null),
  };
  for (let start = 0; ; ) {
    const content = start + markIn(text.slice(start)).length;
    if (content === text.length) break;
    const line = lineEndFrom(text, start, dialect);
    if (line.after - start > maxRecordBytes) {
      result.limit = start;
      return result;
    }
    if (dialect.comments !== null && text.startsWith(dialect.comments, content)) {
      result.skipped += 1;
      result.rejected += text.slice(start, line.after);
      start = line.after;
      continue;
    }
    const record = readRecord(text, start, content, dialect, maxRecordBytes);
    const after = record.code === null ? record.after : line.after;
    const isEmpty = record.code === null && record.end === content;
    if (!isEmpty || width === 1) {
      result.read += 1;
      const code = record.code ?? (record.fields.length === width ? null : 'csv/field-count');
      if (code === null) {
        const lineEnd = text.slice(record.end, after);
        const written = record.fields.map(field => write(field, delimiter)).join(delimiter);
        result.output += written === '' && record.end > content ? '""' : written;
        result.output += lineEnd === '\r' ? '\r\n' : lineEnd;
      } else {
        result.bad.push({ record: result.read, byte: start, code });
        result.rejected += text.slice(start, after);
      }
    }
    start = after;
  }
  return result;
}

/** @typedef {{ value: string, quoted: boolean }} Field */

/**
 * @param {string} text
 * @param {number} start
 * @param {number} content Behind byte order marks.
 * @param {Dialect} dialect
 * @param {number} maxRecordBytes
 * @returns {{ code: string | null, fields: Field[], end: number, after: number }}
 */
function readRecord(text, start, content, dialect, maxRecordBytes) {
  const { delimiter, quote, spaces } = dialect;
  const limit = start + maxRecordBytes;
  /** @type {Field[]} */
  const fields = [];
  const broken = (/** @type {string} */ code) => ({ code, fields, end: 0, after: 0 });
  const skipSpaces = (/** @type {number} */ at) => {
    while (spaces && /[ \t]/.test(text[at] ?? '') && !text.startsWith(delimiter, at)) at += 1;
    return at;
  };
  for (let at = content; ; at += delimiter.length) {
    const opening = skipSpaces(at);
    const line = lineEndFrom(text, at, dialect);
    if (quote !== 'none' && text[opening] === quote) {
      const { value, closing } = readQuoted(text, opening, dialect);
      if (closing === -1 || closing >= limit) return broken('csv/unterminated-quote');
      at = skipSpaces(closing + 1);
      if (at > limit) return broken('csv/unterminated-quote');
      fields.push({ value, quoted: true });
      if (text.startsWith(delimiter, at)) continue;
      const { end, after } = lineEndFrom(text, at, dialect);
      if (end !== at) return broken('csv/after-quote');
      return after > limit ? broken('csv/unterminated-quote') : { code: null, fields, end, after };
    }
    const found = text.indexOf(delimiter, at);
    const isLast = found === -1 || found >= line.end;
    const value = text.slice(at, isLast ? line.end : found);
    fields.push({ value: spaces ? value.replace(/^[ \t]+|[ \t]+$/g, '') : value, quoted: false });
    if ((isLast ? line.after : found) > limit) return broken('csv/unterminated-quote');
    if (isLast) return { code: null, fields, end: line.end, after: line.after };
    at = found;
  }
}

/**
 * @param {string} text
 * @param {number} opening
 * @param {Dialect} dialect
 */
function readQuoted(text, opening, dialect) {
  const { quote } = dialect;
  let value = '';
  for (let at = opening + 1; at < text.length; at++) {
    const next = text[at + 1];
    const escapable = [quote, '\\', dialect.delimiter].find(escaped => text.startsWith(escaped, at + 1));
    if (dialect.escape === 'backslash' && text[at] === '\\' && escapable !== undefined) {
      value += next;
      at += 1;
    } else if (text[at] !== quote || (dialect.escape === 'loose' && !endsField(text, at + 1, dialect))) {
      value += text[at];
    } else if (dialect.escape === 'double' && next === quote) {
      value += quote;
      at += 1;
    } else {
      return { value: dialect.escape === 'loose' ? value.replaceAll(quote + quote, quote) : value, closing: at };
    }
  }
  return { value, closing: -1 };
}

/**
 * @param {string} text
 * @param {number} at
 * @param {Dialect} dialect
 */
function endsField(text, at, dialect) {
  return text.startsWith(dialect.delimiter, at) || lineEndFrom(text, at, dialect).end === at;
}

/**
 * @param {string} text
 * @param {number} from
 * @param {Dialect} dialect
 */
function lineEndFrom(text, from, { lineEnds }) {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\n') return { end: at, after: at + 1 };
    if (text.startsWith('\r\n', at)) return { end: at, after: at + 2 };
    const isCut = at === text.length - 1 && lineEnds.join() === 'crlf';
    if (text[at] === '\r' && (isCut || lineEnds.includes('cr'))) return { end: at, after: at + 1 };
  }
  return { end: text.length, after: text.length };
}

/**
 * @param {Field} field
 * @param {string} delimiter
 */
function write({ value, quoted }, delimiter) {
  const needsQuotes = quoted || value.includes(delimiter) || /["\r\n]/.test(value);
  return needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}
