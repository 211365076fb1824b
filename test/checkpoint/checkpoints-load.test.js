import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openCheckpoints } from '../../src/checkpoint/checkpoints.js';
import { discardCheckpoint } from '../../src/checkpoint/discard-checkpoint.js';
import { newStaging } from '../../src/destination/database/staging-table.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { StorageError } from '../../src/errors.js';
import { begin, checkpointOf, OLDER } from './fixture.js';

const FULL = new StorageError('storage/disk-full', 'full');
const TABLE = { schema: 'public', name: 'people' };
const load = /** @type {any} */ ({
  table: TABLE,
  staged: { ...newStaging(), turns: [1], rows: 3, kept: 1, shapes: [[]], entryShapes: [0] },
  outcomes: [pendingOutcome(/** @type {any} */ ({ name: 'a.csv', crc32: 7 }), 'csv')],
  isInEntry: true,
});
const { archive, recipeSha256, ...suspended } = checkpointOf({ path: 'b.csv', rejected: 'two' });
const rows = { ...suspended, output: { state: { storage: 'database' }, rest: Buffer.alloc(0) } };

/**
 * @param {any} there
 * @param {(act: string) => void} [onAct] May throw.
 */
async function beginLoad(there, onAct = () => {}) {
  const { job, ...rest } = await begin(there, onAct);
  /** @type {string[]} */
  const dropped = [];
  const database = {
    async drop(/** @type {{ name: string }} */ { name }) {
      await turn();
      onAct('drop');
      dropped.push(name);
    },
  };
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
  for (const there of [checkpointOf(), Buffer.from('damaged')]) {
    const { store, job, dropped, isThere } = await beginLoad(there);
    await discardCheckpoint(store, job, false);
    assert.deepEqual([dropped, isThere()], [[], false]);
  }
});

test('what a checkpoint names is discarded first: if that fails, the next turn finds the checkpoint', async () => {
  const other = { recipe: { sha256: 'other' } };
  /** @type {((store: any, job: any) => Promise<unknown>)[]} */
  const ways = [
    (store, job) => openCheckpoints(store, { ...job, ...other }),
    async (store, job) => (await openCheckpoints(store, job)).discardUntaken(),
    async (store, job) => (await openCheckpoints(store, job)).removeLoad(load),
    (store, job) => discardCheckpoint(store, job, false),
  ];
  for (const act of ['discard', 'drop']) {
    for (const way of ways) {
      let isFull = false;
      const { store, job, isThere } = await beginLoad(null, each => {
        if (isFull && each === act) throw FULL;
      });
      await (await openCheckpoints(store, job)).write(rows, null, load);
      isFull = true;
      await assert.rejects(way(store, job), FULL);
      assert.ok(isThere(), `${act}: ${way}`);
    }
  }
});

test('what no entry and no table has taken is discarded once another checkpoint is in its place, not before', async () => {
  for (const act of [null, 'write']) {
    let isFull = false;
    const { store, job, dropped, discarded, isThere } = await beginLoad(null, each => {
      if (isFull && each === act) throw FULL;
    });
    await (await openCheckpoints(store, job)).write(rows, null, load);
    const checkpoints = await openCheckpoints(store, job);
    isFull = true;
    const writing = checkpoints.write(checkpointOf({ upload: 'three' }), null);
    if (act === null) await writing;
    else await assert.rejects(writing, FULL);
    const left = ['_rejected/x/b.csv two', load.staged.name];
    assert.deepEqual([...discarded, ...dropped], act === null ? left : ['x/a.csv three']);
    if (act !== null) continue;
    assert.deepEqual([checkpoints.take(suspended.outcome), checkpoints.takeLoad(TABLE)], [null, null]);
    await checkpoints.discardUntaken();
    assert.ok(isThere(), 'the one in its place is at work');
  }
});
