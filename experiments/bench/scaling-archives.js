import { join } from 'node:path';
import { peopleBlocks } from '../../scripts/generate-data/people-blocks.js';
import { columnBlocks, FIELD_BYTES } from './column-blocks.js';
import { ScalingArchiveWriter } from './scaling-archive-writer.js';

/** @import { Plan, ScalingArchive } from './scaling-archive-writer.js' */

/**
 * What grows, with everything else unchanged.
 *
 * @typedef {'rows' | 'entries' | 'columns'} Axis
 *
 * @typedef {object} How
 * @property {number} rows Of the smallest archive on the axis of rows; archives of other axes have twice as many.
 * @property {string} folder
 * @property {AbortSignal} signal
 */

/**
 * Makes archives without headers that differ only along one axis:
 * - rows: one entry each, with 1 to 16 times the people, the first ones the same;
 * - entries: the same people, in 1 to 10,000 entries (at most one per person);
 * - columns: one entry each, with the same number of bytes, in 1 to 1,000 columns.
 *
 * @param {Axis} axis
 * @param {How} how
 * @returns {Promise<ScalingArchive[]>}
 */
export function makeScalingArchives(axis, how) {
  const { rows } = how;
  if (axis === 'columns') return makeColumns(how);
  const counts = countsOf(axis, rows);
  const plans =
    axis === 'rows'
      ? counts.map(count => ({ count, records: count, entries: 1 }))
      : counts.map(count => ({ count, records: 2 * rows, entries: count }));
  return write(axis, plans, how, peopleRows(plans, how));
}

/**
 * Makes archives of many small entries: each has the records of three people, some 2 KB.
 *
 * @param {number[]} counts Of entries.
 * @param {Pick<How, 'folder' | 'signal'>} how
 * @returns {Promise<ScalingArchive[]>}
 */
export function makeSmallEntries(counts, { folder, signal }) {
  const how = { rows: 0, folder, signal };
  const plans = counts.map(count => ({ count, records: SMALL_RECORDS * count, entries: count }));
  return write('entries', plans, how, peopleRows(plans, how));
}

/**
 * @param {Axis} axis
 * @param {number} rows As in `How`.
 * @returns {number[]} The count of each archive.
 */
export function countsOf(axis, rows) {
  if (axis === 'columns') return COLUMNS;
  return axis === 'rows' ? TIMES.map(times => times * rows) : ENTRIES.filter(entries => entries <= 2 * rows);
}

/**
 * @param {Plan[]} plans
 * @param {How} how
 */
async function* peopleRows(plans, { signal }) {
  const rows = Math.max(...plans.map(({ records }) => records));
  for await (const { rows: records, ...block } of peopleBlocks({ rows, seed: SEED, delimiter: '|', signal })) {
    yield { ...block, records };
  }
}

/** @param {How} how */
async function makeColumns(how) {
  const fields = Math.max(...COLUMNS) * Math.ceil((2 * how.rows * ROW_BYTES) / FIELD_BYTES / Math.max(...COLUMNS));
  const archives = [];
  for (const columns of COLUMNS) {
    const plan = { count: columns, records: fields / columns, entries: 1 };
    archives.push(...(await write('columns', [plan], how, columnBlocks({ columns, records: plan.records }))));
  }
  return archives;
}

/**
 * Writes several archives in one pass over their content.
 *
 * @param {Axis} axis
 * @param {Plan[]} plans
 * @param {How} how
 * @param {AsyncIterable<Block> | Iterable<Block>} blocks
 * @returns {Promise<ScalingArchive[]>}
 */
async function write(axis, plans, { folder, signal }, blocks) {
  /** @type {ScalingArchiveWriter[]} */
  const writers = [];
  try {
    for (const plan of plans) {
      writers.push(await ScalingArchiveWriter.create(join(folder, `${axis}-${plan.count}.zip`), plan));
    }
    for await (const block of blocks) {
      signal.throwIfAborted();
      for (const writer of writers) await writer.add(block);
    }
    const archives = [];
    for (const writer of writers) archives.push(await writer.finish());
    return archives;
  } finally {
    for (const writer of writers) await writer.discard();
  }
}

/** @typedef {import('./scaling-archive-writer.js').Block} Block */

/** @type {Axis[]} */
export const AXES = ['rows', 'entries', 'columns'];
const TIMES = [1, 2, 4, 8, 16];
const ENTRIES = [1, 10, 100, 1_000, 10_000];
const COLUMNS = [1, 10, 100, 1_000];
const SEED = 1337;
const SMALL_RECORDS = 3;

// Of a person's row, approximately.
const ROW_BYTES = 650;
