import { refuseDialectConflicts } from './dialect-conflicts.js';
import { refuseFieldConflicts } from './field-conflicts.js';

/** @import { Report } from './problems.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Reports keys that are valid separately but contradict each other, and values that the schema cannot judge.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 * @param {Set<string>} [refused] The keys that the schema refused: what depends on them is not judged.
 * @returns {Promise<void>}
 */
export async function refuseConflicts(csv, report, refused = new Set()) {
  const isSound = (/** @type {string} */ key) => !refused.has(key);
  if (DIALECT.every(isSound)) refuseDialectConflicts(csv, report);
  if (NAMES.every(isSound)) refuseFieldConflicts(csv, report);
  // Most recipes have no transforms, and should not wait for these modules.
  if (refused.size === 0 && !hasTransforms(csv)) return;
  const [{ refuseTransformConflicts }, { refuseOutputConflicts }, { refuseWrongConditions }] = await Promise.all([
    import('./transform-conflicts.js'),
    import('./output-conflicts.js'),
    import('./condition-problems.js'),
  ]);
  refuseTransformConflicts(csv, report);
  if (OUTPUT.every(isSound)) refuseOutputConflicts(csv, report);
  await refuseWrongConditions(csv, report);
}

/** @param {WrittenCsv} csv */
function hasTransforms({ phones, dates, hash, mask, set, select, rename, writeHeader, where }) {
  const lists = [phones, dates, hash, mask, Object.keys(set), Object.keys(rename)];
  return writeHeader || select !== undefined || where !== undefined || lists.some(({ length }) => length > 0);
}

const DIALECT = ['delimiter', 'quote', 'escape', 'comments', 'maxBad', 'badRecords'];
const NAMES = ['header', 'names', 'missing', 'set'];
const OUTPUT = [...NAMES, 'drop', 'keep', 'select', 'trim', 'rename', 'writeHeader'];
