import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';

/** @import { ReferenceRecord } from '../csv/reference-records.js' */

/**
 * A record as csv-parse reads it.
 *
 * @typedef {object} ReadRecord
 * @property {string[]} values Without quotes.
 * @property {number} start
 * @property {number} end Behind its newline.
 */

/**
 * How csv-parse reads a text. It parses strictly first. If that fails with the error that our own reading predicts, it
 * parses again with `relax_quotes`, which tolerates misplaced quotes as we do.
 *
 * @param {string} text Latin-1, without a byte order mark.
 * @param {string} delimiter
 * @param {readonly ReferenceRecord[]} ours
 * @returns {{ difference: string, records: ReadRecord[] }} `difference`: why the strict reading differs; empty if it does
 * not. If the last quote is never closed, the last record is missing.
 * @throws {AssertionError} csv-parse reads anything differently.
 */
export function readByCsvParse(text, delimiter, ours) {
  const { refusal, difference } = predict(ours);
  const strict = read(text, delimiter, false);
  assert.equal(strict.code, refusal, 'csv-parse accepts or refuses the text for another reason than predicted');
  const { records, code } = refusal === null ? strict : read(text, delimiter, true);
  const isOpen = ours.at(-1)?.fault === 'csv/unterminated-quote';
  assert.equal(code, isOpen ? 'CSV_QUOTE_NOT_CLOSED' : null, 'csv-parse refuses the text with relax_quotes');
  const readable = isOpen ? ours.slice(0, -1) : ours;
  assert.equal(records.length, readable.length, 'csv-parse finds another number of records');
  const offset = ours[0]?.start ?? 0;
  for (const [index, record] of readable.entries()) {
    const { values, start, end } = records[index];
    const where = `record ${index + 1} is another one for csv-parse`;
    assert.equal(start + offset, record.start, where);
    assert.equal(end - start, record.raw.length, where);
    assert.equal(values.length, record.fields.length, where);
    for (const [column, field] of record.fields.entries()) {
      // The quotes of a broken field have no defined meaning.
      if (record.fault) assert.equal(values[column].replaceAll('"', ''), field.replaceAll('"', ''), where);
      else assert.equal(values[column], valueIn(field), where);
    }
  }
  return { difference, records };
}

/**
 * @param {string} text
 * @param {string} delimiter
 * @param {boolean} relaxed
 */
export function read(text, delimiter, relaxed) {
  /** @type {ReadRecord[]} */
  const records = [];
  let start = 0;
  /** @type {string | null} */
  let code = null;
  // It creates an error with a stack for every record of another width, even with `relax_column_count`.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    parse(Buffer.from(text, 'latin1'), {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      encoding: 'latin1',
      relax_column_count: true,
      relax_quotes: relaxed,
      // Also collects the records before an error.
      on_record: (/** @type {string[]} */ values, { bytes }) => {
        records.push({ values, start, end: bytes });
        start = bytes;
        return null;
      },
    });
  } catch (error) {
    code = /** @type {{ code?: string }} */ (error).code ?? String(error);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return { records, code };
}

/**
 * The first thing that strict csv-parse refuses.
 *
 * @param {readonly ReferenceRecord[]} records
 * @returns {{ refusal: string | null, difference: string }}
 */
function predict(records) {
  let difference = '';
  for (const { fields } of records) {
    for (const field of fields) {
      if (!field.startsWith('"')) {
        if (!field.includes('"')) continue;
        return { refusal: 'INVALID_OPENING_QUOTE', difference: 'a quote inside an unquoted field' };
      }
      const quoted = /^"(?:[^"]|"")*"(?!")/.exec(field)?.[0];
      if (quoted === undefined) return { refusal: 'CSV_QUOTE_NOT_CLOSED', difference: 'a quote that is never closed' };
      const more = field.slice(quoted.length);
      if (more === '') continue;
      // It takes a NUL for the end of the text, and then continues.
      if (more[0] !== '\0') {
        return { refusal: 'CSV_INVALID_CLOSING_QUOTE', difference: 'bytes after a closing quote' };
      }
      if (more.includes('"')) return { refusal: 'INVALID_OPENING_QUOTE', difference: 'a NUL after a closing quote' };
      difference = 'a NUL after a closing quote';
    }
  }
  return { refusal: null, difference };
}

/** @param {string} field As it stands, well-formed. */
function valueIn(field) {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
}
