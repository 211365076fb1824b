import { fieldValues } from './field-values.js';

/** @import { Reading, SplitRecord } from './reading.js' */

/**
 * Whether all fields of a record are empty, but for white space.
 *
 * @param {string} text
 * @param {SplitRecord} record
 * @param {Reading} reading
 */
export function isEmptyRow(text, record, reading) {
  return fieldValues(text, record, reading).every(value => value.trim() === '');
}
