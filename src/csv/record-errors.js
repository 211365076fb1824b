import { CsvError, LimitError } from '../errors.js';

/**
 * The error of an entry with a bad record, under `"badRecords": "fail"`.
 *
 * @param {'csv/field-count' | 'csv/after-quote' | 'csv/unterminated-quote'} code
 * @param {{ record: number, byte: number }} position `record` counts from 1, `byte` from 0.
 * @param {{ fields: number, width: number }} counts How many fields it has and should have.
 */
export function badRecord(code, { record, byte }, { fields, width }) {
  const where = `record ${record} at byte ${byte}`;
  const messages = {
    'csv/after-quote': `${where} has bytes between a closing quote and the next delimiter`,
    'csv/unterminated-quote': `${where} has a quote that is never closed`,
    'csv/field-count': `${where} has ${fields} ${fields === 1 ? 'field' : 'fields'}, expected ${width}`,
  };
  return new CsvError(code, messages[code], { record, byte });
}

/**
 * The error of an entry with a line over the limit. (A record of several lines is bad instead.)
 *
 * @param {number} record Counted from 1.
 * @param {number} byte Where it begins in the entry.
 * @param {number} maxRecordBytes
 */
export function recordTooLong(record, byte, maxRecordBytes) {
  return new LimitError(
    'limit/record',
    `record ${record} at byte ${byte} is longer than ${maxRecordBytes} bytes (limits.maxRecordBytes); ` +
      'it is a single line, so the entry may not be CSV: if it is not, "copy" or "skip" it',
  );
}
