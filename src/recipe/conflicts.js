import { refuseWrongConditions } from './condition-problems.js';
import { refuseDialectConflicts } from './dialect-conflicts.js';
import { refuseFieldConflicts } from './field-conflicts.js';
import { refuseOutputConflicts } from './output-conflicts.js';
import { refuseTransformConflicts } from './transform-conflicts.js';

/** @import { Report } from './problems.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Reports keys that are valid separately but contradict each other, and values that the schema cannot judge.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 * @returns {Promise<void>}
 */
export async function refuseConflicts(csv, report) {
  refuseDialectConflicts(csv, report);
  refuseFieldConflicts(csv, report);
  refuseTransformConflicts(csv, report);
  refuseOutputConflicts(csv, report);
  await refuseWrongConditions(csv, report);
}
