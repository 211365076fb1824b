import { isUtf8 } from 'node:buffer';

/** @import { TablePlan } from '../plan/field-plan.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/**
 * Finds what Postgres cannot store: bytes that are not UTF-8, and NUL.
 *
 * @param {RecordScanner} scanner Has moved to the record.
 * @param {TablePlan} table
 * @returns {string | null} The name of the first field with such bytes that is written.
 */
export function fieldThatIsNoText(scanner, { fields }) {
  const { bytes, start, end, ends } = scanner;
  if (isText(bytes.subarray(start, end))) return null;
  const found = fields.find(({ index }) => !isText(bytes.subarray(scanner.fieldStart(index), ends[index])));
  return found?.name ?? null;
}

/** @param {Buffer} bytes */
function isText(bytes) {
  return isUtf8(bytes) && !bytes.includes(0);
}
