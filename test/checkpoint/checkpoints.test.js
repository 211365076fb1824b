import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { openCheckpoints } from '../../src/checkpoint/checkpoints.js';
import { checkpointConflict } from '../../src/checkpoint/store.js';
import { StorageError } from '../../src/errors.js';
import { begin, checkpointOf, OLDER } from './fixture.js';

const FULL = new StorageError('storage/disk-full', 'full');
const CONFLICT = checkpointConflict('s3://out/x/_checkpoint');

test('a checkpoint is taken once, by its own entry; one of another version is discarded, even with the same bytes', async () => {
  const own = await begin(checkpointOf());
  const { take } = await openCheckpoints(own.store, own.job);
  const { outcome } = checkpointOf();
  assert.equal(take({ ...outcome, path: 'b.csv' }), null);
  assert.deepEqual(take(outcome)?.outcome, outcome);
  assert.equal(take(outcome), null);
  const older = await begin(checkpointOf({ source: OLDER }));
  assert.equal((await openCheckpoints(older.store, older.job)).take(outcome), null);
  assert.deepEqual([older.discarded, older.isThere()], [['x/a.csv one'], false]);
});

test('a checkpoint that was made with another hash key is discarded; a recipe without hashes has none', async () => {
  const [one, other] = [Buffer.from('first key'), Buffer.from('other')];
  for (const [needsHashKey, hashKey, isTaken] of /** @type {const} */ ([
    [true, one, true],
    [true, other, false],
    [false, null, false],
  ])) {
    const { store, job, discarded } = await begin(null);
    const recipe = { sha256: 'recipe', needsHashKey: true };
    await (await openCheckpoints(store, { ...job, recipe, hashKey: one })).write(checkpointOf(), null);
    assert.ok(!String(await store.read()).includes('first key'));
    const later = { ...job, recipe: { ...recipe, needsHashKey }, hashKey };
    const taken = (await openCheckpoints(store, later)).take(checkpointOf().outcome);
    assert.deepEqual([taken !== null, discarded], [isTaken, isTaken ? [] : ['x/a.csv one']]);
  }
  const { store, job } = await begin(null);
  await (await openCheckpoints(store, { ...job, hashKey: one })).write(checkpointOf(), null);
  assert.deepEqual(decodeCheckpoint(/** @type {Buffer} */ (await store.read())), checkpointOf());
});

test('if the next checkpoint cannot be written, the outputs of the one before stay', async () => {
  const { store, job, discarded, isThere } = await begin(checkpointOf(), act => {
    if (act === 'write') throw FULL;
  });
  const checkpoints = await openCheckpoints(store, job);
  const before = checkpoints.take(checkpointOf().outcome);
  await assert.rejects(checkpoints.write(checkpointOf({ rejected: 'two', reasons: 'three' }), before), FULL);
  assert.deepEqual([discarded, isThere()], [['_rejected/x/a.csv two', '_reasons/x/a.csv.jsonl three'], true]);
});

test('a finished entry removes its checkpoint, and discards another job’s outputs of the entry', async () => {
  for (const [there, isPublished, expected] of /** @type {const} */ ([
    [checkpointOf(), true, []],
    [checkpointOf(), false, ['x/a.csv one']],
    [checkpointOf({ upload: 'two', rejected: 'three' }), true, ['x/a.csv two', '_rejected/x/a.csv three']],
    [checkpointOf({ reasons: 'four' }), true, ['_reasons/x/a.csv.jsonl four']],
    [Buffer.from('damaged'), true, []],
    [null, true, []],
  ])) {
    const { store, job, discarded, isThere } = await begin(null);
    const checkpoints = await openCheckpoints(store, job);
    if (there !== null) await store.write(Buffer.isBuffer(there) ? [there] : encodeCheckpoint(there));
    await checkpoints.removeFinished(checkpointOf(), isPublished);
    assert.deepEqual([discarded, isThere()], [expected, false]);
  }
});

test('the checkpoint of another job that is further, or works on another version, stays', async () => {
  for (const there of [checkpointOf({ path: 'b.csv' }), checkpointOf({ source: OLDER })]) {
    const { store, job, discarded, isThere } = await begin(null);
    const checkpoints = await openCheckpoints(store, job);
    await store.write(encodeCheckpoint(there));
    await checkpoints.removeFinished(checkpointOf(), true);
    assert.deepEqual([discarded, isThere()], [[], true]);
  }
});

test('a checkpoint that another job replaces meanwhile is read again, a few times; any other fault is thrown', async () => {
  for (const [error, faults, tries, isLeft] of /** @type {const} */ ([
    [CONFLICT, 2, 3, false],
    [CONFLICT, 99, 5, true],
    [FULL, 1, 1, true],
  ])) {
    let count = 0;
    const { store, job, isThere } = await begin(checkpointOf(), act => {
      if (act === 'remove' && count++ < faults) throw error;
    });
    const removed = (await openCheckpoints(store, job)).removeFinished(checkpointOf(), true);
    if (error === FULL) await assert.rejects(removed, FULL);
    else await removed;
    assert.deepEqual([count, isThere()], [tries, isLeft]);
  }
});
