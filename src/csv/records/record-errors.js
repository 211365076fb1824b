import { CsvError, LimitError } from '../../errors.js';
import { jsonName } from '../../printable.js';

/** @import { BadRecord } from './bad/bad-record.js' */

/**
 * The error of an entry with a bad record, under `"badRecords": "fail"`.
 *
 * @param {BadRecord} bad
 * @param {number} width How many fields a record should have.
 */
export function badRecord({ code, record, byte, fields, field = '', type }, width) {
  const where = `record ${record} at byte ${byte}`;
  const messages = {
    'csv/after-quote': `${where} has bytes between a closing quote and the next delimiter`,
    'csv/unterminated-quote': `${where} has a quote that is never closed`,
    'csv/field-count': `${where} has ${fields} ${fields === 1 ? 'field' : 'fields'}, expected ${width}`,
    'csv/wrong-type': `${where} has a value in the field ${jsonName(field)} that is no ${type}`,
    'csv/not-utf-8': `${where} has bytes in the field ${jsonName(field)} that are not UTF-8, or a NUL`,
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
