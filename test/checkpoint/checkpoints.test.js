import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArchivePassword } from '../../src/archive/password.js';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { openCheckpoints } from '../../src/checkpoint/checkpoints.js';
import { checkpointConflict } from '../../src/checkpoint/store.js';
import { openTar } from '../../src/container/open-tar.js';
import { StorageError } from '../../src/errors.js';
import { memorySource } from '../support/memory-source.js';
import { writeTar } from '../support/tar-writer.js';
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

test('a checkpoint whose entry is not at work is discarded once that of another one is in its place', async () => {
  const { store, job, discarded, isThere } = await begin(checkpointOf());
  await (await openCheckpoints(store, job)).write(checkpointOf({ path: 'b.csv', upload: 'two' }), null);
  assert.deepEqual([discarded, isThere()], [['x/a.csv one'], true]);
});

test('a damaged checkpoint is removed as it is found', async () => {
  const { store, job, discarded, isThere } = await begin(Buffer.from('damaged'));
  const { isResumed, container, mayTake } = await openCheckpoints(store, job);
  assert.deepEqual([isResumed, container, mayTake()], [false, null, false]);
  assert.deepEqual([discarded, isThere()], [[], false]);
});

test('what is known of the archive comes with each checkpoint, and by itself where no entry is at work', async () => {
  const { store, job, discarded, isThere } = await begin(null);
  const checkpoints = await openCheckpoints(store, job);
  await checkpoints.writeContainer();
  await checkpoints.writeContainer(null);
  assert.ok(!isThere(), 'nothing is known yet');
  checkpoints.keep(() => STATE);
  await checkpoints.write(checkpointOf(), null);
  checkpoints.keep(() => OTHER);
  await checkpoints.writeContainer();
  const resumed = await openCheckpoints(store, job);
  assert.deepEqual([resumed.isResumed, resumed.container, resumed.mayTake()], [true, STATE, true]);
  const taken = resumed.take(checkpointOf().outcome);
  assert.ok(taken !== null && !resumed.mayTake());
  await resumed.writeContainer(OTHER);
  assert.deepEqual((await openCheckpoints(store, job)).container, STATE, 'the entry is still at work');

  await resumed.removeFinished(taken, true);
  await resumed.writeContainer(OTHER);
  await resumed.discardUntaken();
  assert.ok(!isThere(), 'all entries are done');
  await resumed.writeContainer(OTHER);
  const later = await openCheckpoints(store, job);
  assert.deepEqual([later.isResumed, later.container, later.mayTake()], [true, OTHER, false]);
  await (await openCheckpoints(store, job)).discardUntaken();
  assert.ok(!isThere(), 'a later turn has done all entries');
  await later.write(checkpointOf({ upload: 'two' }), null);
  await later.discardUntaken();
  assert.ok(isThere(), 'an entry is at work');
  assert.deepEqual(discarded, []);
});

test('what is known of another version is removed, and something else can be written', async () => {
  for (const there of [checkpointOf({ source: OLDER }), { ...checkpointOf({ source: OLDER }), ...NO_ENTRY }]) {
    const { store, job, isThere } = await begin(/** @type {any} */ ({ ...there, container: STATE }));
    const checkpoints = await openCheckpoints(store, { ...job, database: { drop: async () => assert.fail() } });
    assert.deepEqual([checkpoints.container, checkpoints.isResumed, isThere()], [null, false, false]);
    await checkpoints.writeContainer(STATE);
    assert.ok(isThere());
  }
});

test('what is known of an encrypted archive is sealed, and stays as it is in this job', async () => {
  const { store, job } = await begin(null);
  const password = new ArchivePassword(Buffer.from('password'));
  const checkpoints = await openCheckpoints(store, { ...job, password });
  for (const isSecret of [true, false]) {
    const listed = Buffer.from('names in the archive');
    await checkpoints.writeContainer(/** @type {any} */ ({ kind: 'nested', isSecret, listed }));
    assert.equal(String(listed), 'names in the archive');
    assert.equal(String(await store.read()).includes('names in'), !isSecret);
  }
});

/** @param {string} name @returns {Promise<any>} As it is read again. */
async function stateOf(name) {
  const limits = { maxEntries: 9, maxRatio: 9, maxTotalBytes: 9_999 };
  const options = /** @type {any} */ ({ limits, uri: 'x.tar' });
  const archive = await openTar(memorySource(writeTar([{ name, content: name }])), options);
  return decodeCheckpoint(Buffer.concat(encodeCheckpoint(archive.state())));
}
const [STATE, OTHER] = await Promise.all(['a', 'b'].map(stateOf));
const NO_ENTRY = { outcome: undefined, engine: undefined, output: undefined, rejected: undefined, reasons: undefined };
