import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { markIn } from '../csv/reference-records.js';

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
 * How csv-parse reads the records of a text whose quotes are sound, one after the other, and that it refuses the first other
 * one. It parses strictly first. If that fails with the error that our own reading predicts, it parses again with
 * `relax_quotes`, which tolerates misplaced quotes as we do.
 *
 * @param {string} text Latin-1.
 * @param {string} delimiter
 * @param {readonly ReferenceRecord[]} ours
 * @returns {{ difference: string, records: ReadRecord[] }} `difference`: why the strict reading differs; empty if it does
 *   not. A record with a broken quote has no values.
 * @throws {AssertionError} csv-parse reads anything differently.
 */
export function readByCsvParse(text, delimiter, ours) {
  const broken = ours.find(({ fault }) => fault !== null);
  // It takes a NUL behind a closing quote for the end of the text.
  if (broken && !text.includes('\0', broken.start)) {
    const { records, code } = read(text.slice(broken.start + markIn(broken.raw).length), delimiter, false);
    // With a limit, a record may be broken only because it is too long.
    if (broken.fault === 'csv/after-quote') assert.deepEqual(records, [], 'csv-parse reads a broken record');
    if (broken.fault === 'csv/after-quote') assert.notEqual(code, null, 'csv-parse takes a broken record');
  }
  const sound = ours.filter(({ fault }) => fault === null);
  const { refusal, difference } = predict(sound);
  const soundText = sound.map(textFor).join('');
  const strict = read(soundText, delimiter, false);
  assert.equal(strict.code, refusal, 'csv-parse accepts or refuses the text for another reason than predicted');
  const { records, code } = refusal === null ? strict : read(soundText, delimiter, true);
  assert.equal(code, null, 'csv-parse refuses the text with relax_quotes');
  assert.equal(records.length, sound.length, 'csv-parse finds another number of records');
  for (const [index, record] of sound.entries()) {
    const { values, start, end } = records[index];
    const where = `record ${index + 1} is another one for csv-parse`;
    assert.equal(end - start, textFor(record).length, where);
    assert.deepEqual(values, record.fields.map(valueIn), where);
  }
  const numbers = new Map(sound.map((record, index) => [record, index]));
  return {
    difference,
    records: ours.map(record => records[numbers.get(record) ?? -1] ?? { values: [], start: 0, end: 0 }),
  };
}

/**
 * A record as csv-parse reads it as we do: it takes a byte order mark in the middle, and the CR of a CRLF that is cut, for a part
 * of a value.
 *
 * @param {ReferenceRecord} record
 */
function textFor({ raw, newline }) {
  return raw.slice(markIn(raw).length) + (newline === '\r' ? '\n' : '');
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
  const isPlain = records.every(({ fields }) => fields.every(field => field.startsWith('"') || !field.includes('"')));
  if (isPlain) return { refusal: null, difference: '' };
  return { refusal: 'INVALID_OPENING_QUOTE', difference: 'a quote inside an unquoted field' };
}

/** @param {string} field As it stands, well-formed. */
function valueIn(field) {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
}
