/** @import { RowColumn } from './open.js' */
/** @import { StagedRows } from './staging-table.js' */

/**
 * Entries whose rows are inserted by one statement.
 *
 * @typedef {{ columns: readonly RowColumn[], entries: number[] }} Run
 */

/**
 * Without a key the order does not matter: one run for each set of columns.
 *
 * @param {StagedRows} staged
 * @returns {Run[]}
 */
export function runsByColumns(staged) {
  /** @type {Map<string, Run>} */
  const runs = new Map();
  for (const run of consecutiveRuns(staged)) {
    const key = setOf(run.columns);
    const found = runs.get(key);
    if (found === undefined) runs.set(key, run);
    else found.entries = found.entries.concat(run.entries);
  }
  return [...runs.values()];
}

/**
 * Under `merge` the later record wins, and changes only the columns that it has: one run for neighbours with the same columns.
 *
 * @param {StagedRows} staged
 * @returns {Run[]}
 */
export function consecutiveRuns({ shapes, entryShapes }) {
  /** @type {Run[]} */
  const runs = [];
  for (const [entry, shape] of entryShapes.entries()) {
    if (shape === -1) continue;
    const columns = shapes[shape];
    const last = runs.at(-1);
    if (last !== undefined && setOf(last.columns) === setOf(columns)) last.entries.push(entry);
    else runs.push({ columns, entries: [entry] });
  }
  return runs;
}

/** @param {readonly RowColumn[]} columns */
function setOf(columns) {
  return JSON.stringify(columns.map(({ name, isKey }) => [name, isKey]).sort());
}
