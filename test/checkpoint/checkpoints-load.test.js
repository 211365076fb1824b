import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCheckpoints } from '../../src/checkpoint/checkpoints.js';
import { discardCheckpoint } from '../../src/checkpoint/discard-checkpoint.js';
import { newStaging } from '../../src/destination/database/staging-table.js';
import { pendingOutcome } from '../../src/engine/entry-outcome.js';
import { begin, checkpointOf, OLDER } from './fixture.js';

const TABLE = { schema: 'public', name: 'people' };
const load = /** @type {any} */ ({
  table: TABLE,
  staged: { ...newStaging(), turns: [1], rows: 3, kept: 1, shapes: [[]], entryShapes: [0] },
  outcomes: [pendingOutcome(/** @type {any} */ ({ name: 'a.csv', crc32: 7 }), 'csv')],
  isInEntry: true,
});
const { archive, recipeSha256, ...suspended } = checkpointOf({ path: 'b.csv', rejected: 'two' });
const rows = { ...suspended, output: { state: { storage: 'database' }, rest: Buffer.alloc(0) } };

/** @param {any} there */
async function beginLoad(there) {
  const { job, ...rest } = await begin(there);
  /** @type {string[]} */
  const dropped = [];
  const database = { drop: async (/** @type {{ name: string }} */ { name }) => void dropped.push(name) };
  return { ...rest, dropped, job: { ...job, database } };
}

test('a load is written with the entry that it is in the middle of, and both are taken again, once', async () => {
  const { store, job, dropped, discarded } = await beginLoad(null);
  await (await openCheckpoints(store, job)).write(rows, null, load);
  const checkpoints = await openCheckpoints(store, job);
  assert.equal(checkpoints.takeLoad({ schema: null, name: 'people' }), null);
  assert.deepEqual(checkpoints.takeLoad(TABLE), load);
  assert.equal(checkpoints.takeLoad(TABLE), null);
  assert.deepEqual(checkpoints.take(suspended.outcome)?.output.state, { storage: 'database' });
  assert.deepEqual([dropped, discarded], [[], []]);
});

test('a load between two entries is no state of the archive, and is not replaced by one', async () => {
  const { store, job } = await beginLoad(null);
  const before = { ...load, isInEntry: false };
  await (await openCheckpoints(store, job)).write(null, null, before);
  const checkpoints = await openCheckpoints(store, job);
  await checkpoints.writeContainer(/** @type {any} */ ({ kind: 'other' }));
  assert.deepEqual((await openCheckpoints(store, job)).takeLoad(TABLE), before);
});

test('a load of another version or recipe is discarded with its rows, and so is one that no table takes', async () => {
  for (const change of [{ source: OLDER }, { recipe: { sha256: 'other' } }, { force: true }]) {
    const { store, job, dropped, discarded, isThere } = await beginLoad(null);
    await (await openCheckpoints(store, job)).write(rows, null, load);
    const checkpoints = await openCheckpoints(store, { ...job, ...change });
    assert.equal(checkpoints.takeLoad(TABLE), null);
    assert.deepEqual([dropped, discarded, isThere()], [[load.staged.name], ['_rejected/x/b.csv two'], false]);
  }
  const { store, job, dropped, isThere } = await beginLoad(null);
  await (await openCheckpoints(store, job)).write(null, null, load);
  await (await openCheckpoints(store, job)).discardUntaken();
  assert.deepEqual([dropped, isThere()], [[load.staged.name], false]);
});

test('the checkpoint of a load that has ended is removed with what is left of it, that of another load stays', async () => {
  const { store, job, dropped, discarded, isThere } = await beginLoad(null);
  const checkpoints = await openCheckpoints(store, job);
  await checkpoints.write(rows, null, load);
  await checkpoints.removeLoad(/** @type {any} */ ({ staged: { id: 'two', name: 'staging_2' } }));
  assert.deepEqual([dropped, isThere()], [['staging_2'], true]);
  await checkpoints.removeLoad(load);
  assert.deepEqual(
    [dropped, discarded, isThere()],
    [['staging_2', load.staged.name], ['_rejected/x/b.csv two'], false],
  );
});

test('a job that is done without its checkpoint drops the rows that it names', async () => {
  const { store, job, dropped, isThere } = await beginLoad(null);
  await (await openCheckpoints(store, job)).write(null, null, load);
  await discardCheckpoint(store, job, true);
  assert.deepEqual([dropped, isThere()], [[load.staged.name], false]);
});
