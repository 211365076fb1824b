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
 * @param {{ left: number }} [patternRoom] How many parts the recipe's regular expressions may still have.
 * @returns {Promise<void>}
 */
export async function refuseConflicts(csv, report, refused = new Set(), patternRoom = { left: Infinity }) {
  const isSound = (/** @type {string} */ key) => !refused.has(key);
  if (DIALECT.every(isSound)) refuseDialectConflicts(csv, report);
  if (NAMES.every(isSound)) refuseFieldConflicts(csv, report);
  // Most recipes have no transforms, and should not wait for these modules.
  if (refused.size === 0 && !hasTransforms(csv)) return;
  const [transforms, output, types, tables, conditions] = await Promise.all([
    import('./transform-conflicts.js'),
    import('./output-conflicts.js'),
    import('./column-conflicts.js'),
    import('./table-conflicts.js'),
    import('./condition-problems.js'),
  ]);
  transforms.refuseTransformConflicts(csv, report);
  if (OUTPUT.every(isSound)) output.refuseOutputConflicts(csv, report);
  if (COLUMNS.every(isSound)) types.refuseColumnConflicts(csv, report);
  if (TABLE.every(isSound)) tables.refuseTableConflicts(csv, report);
  await conditions.refuseWrongConditions(csv, report, patternRoom);
}

/** @param {WrittenCsv} csv */
function hasTransforms({ phones, dates, hash, mask, set, select, rename, columns, table, writeHeader, where }) {
  const lists = [phones, dates, hash, mask, Object.keys(set), Object.keys(rename), Object.keys(columns)];
  return (
    writeHeader || [select, where, table].some(value => value !== undefined) || lists.some(({ length }) => length > 0)
  );
}

const DIALECT = ['delimiter', 'quote', 'escape', 'comments', 'maxBad', 'badRecords'];
const NAMES = ['header', 'names', 'missing', 'set'];
const OUTPUT = [...NAMES, 'drop', 'keep', 'select', 'trim', 'rename', 'writeHeader'];
const COLUMNS = [...OUTPUT, 'columns', 'hash', 'mask'];
const TABLE = [...OUTPUT, 'table', 'output', 'badRecords'];
