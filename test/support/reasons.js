import { RFC_4180 } from '../../src/csv/dialect.js';

/** @import { Reason } from '../../src/csv/records/bad/bad-record.js' */

/** What is found in a table of RFC 4180 with a header, commas and LF. */
export const FOUND = { ...RFC_4180, lineEnds: [/** @type {const} */ ('lf')] };

/**
 * The reasons file of an entry in that dialect.
 *
 * @param {string} entry
 * @param {string[]} header
 * @param {...Reason} reasons
 */
export function reasonsOf(entry, header, ...reasons) {
  const lines = [{ entry, dialect: FOUND, header }, ...reasons].map(line => JSON.stringify(line));
  return `${lines.join('\n')}\n`;
}

/**
 * @param {number} record
 * @param {number} byte
 * @param {number} fields
 * @returns {Reason}
 */
export function fieldCount(record, byte, fields) {
  return { record, byte, code: 'csv/field-count', fields };
}
