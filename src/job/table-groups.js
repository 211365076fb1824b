import { Turns } from '../streams/turns.js';

/** @import { Archive } from '../archive/open-archive.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */
/** @import { Recipe, Table } from '../recipe/recipe.js' */

/**
 * The entries whose rows go into one table.
 *
 * @typedef {object} TableGroup
 * @property {Readonly<Table>} table
 * @property {{ number: number, index: number }[]} pending In the order of their bytes. `number` counts all entries of the
 *   archive in that order.
 * @property {boolean} hasFailed Whether another entry of this table has failed already, or an archive in the archive that may
 *   have had one.
 */

/**
 * @param {Recipe} recipe
 * @param {Pick<Archive, 'entries'>} archive
 * @param {Outcomes} outcomes
 * @returns {Promise<TableGroup[]>} Those with pending entries, in the order of the first of them.
 */
export async function groupByTable(recipe, archive, outcomes) {
  /** @type {Map<string, TableGroup>} */
  const groups = new Map();
  if (!recipe.needsDatabase) return [];
  /** @type {Set<string>} */
  const incomplete = new Set();
  const turns = new Turns();
  for (const [number, index] of archive.entries.inOrder().entries()) {
    const { action, status, path } = outcomes.get(index);
    if (action === 'archive' && status === 'failed') {
      for (const table of recipe.tablesBelow(path)) incomplete.add(keyOf(table));
    }
    await turns.before(recipe.workFor(path));
    const table = tableFor(recipe, archive, index);
    if (table === null) continue;
    const key = keyOf(table);
    const group = groups.get(key) ?? { table, pending: [], hasFailed: false };
    groups.set(key, group);
    if (outcomes.isPending(index)) group.pending.push({ number, index });
    else if (status === 'failed') group.hasFailed = true;
  }
  for (const [key, group] of groups) if (incomplete.has(key)) group.hasFailed = true;
  return [...groups.values()].filter(({ pending }) => pending.length > 0);
}

/** @param {Pick<Table, 'schema' | 'name'>} table */
function keyOf({ schema, name }) {
  return JSON.stringify([schema, name]);
}

/**
 * @param {Recipe} recipe
 * @param {Pick<Archive, 'entries'>} archive
 * @param {number} index
 * @returns {Readonly<Table> | null} The table that the rows of an entry go into; null if they go into a file.
 */
export function tableFor(recipe, { entries }, index) {
  if (!recipe.needsDatabase) return null;
  const rule = recipe.ruleFor(entries.get(index).name);
  return rule.action === 'csv' ? rule.csv.table : null;
}
