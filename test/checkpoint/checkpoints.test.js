import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { openCheckpoints } from '../../src/checkpoint/checkpoints.js';
import { discardCheckpoint } from '../../src/checkpoint/discard-checkpoint.js';
import { checkpointConflict } from '../../src/checkpoint/store.js';
import { StorageError } from '../../src/errors.js';

/** @import { Checkpoint } from '../../src/checkpoint/checkpoint.js' */

const SOURCE = { uri: 's3://in/x.zip', etag: 'etag', versionId: 'version 1', outputFolder: 'x' };
const OLDER = { ...SOURCE, versionId: 'version 0' };
const FULL = new StorageError('storage/disk-full', 'full');
const CONFLICT = checkpointConflict('s3://out/x/_checkpoint');

/**
 * @param {object} [what]
 * @param {string} [what.path]
 * @param {string} [what.upload]
 * @param {string} [what.rejected]
 * @param {typeof SOURCE} [what.source]
 * @returns {Checkpoint}
 */
function checkpointOf({ path = 'a.csv', upload = 'one', rejected, source = SOURCE } = {}) {
  const { uri, etag, versionId } = source;
  const outputOf = (/** @type {string} */ uploadId) => ({ state: { storage: 's3', uploadId }, rest: Buffer.of(1) });
  return /** @type {any} */ ({
    archive: { uri, etag, versionId },
    recipeSha256: 'recipe',
    outcome: { path, crc32: 'crc32', action: 'csv' },
    engine: null,
    output: outputOf(upload),
    rejected: rejected ? outputOf(rejected) : null,
  });
}

/**
 * @param {Checkpoint | Buffer | null} there
 * @param {(act: string) => void} [fail] May throw.
 */
async function begin(there, fail = () => {}) {
  let bytes = there === null || Buffer.isBuffer(there) ? there : Buffer.concat(encodeCheckpoint(there));
  /** @type {string[]} */
  const discarded = [];
  const store = {
    async read() {
      fail('read');
      return bytes;
    },
    /** @param {Buffer[]} parts */
    async write(parts) {
      fail('write');
      bytes = Buffer.concat(parts);
    },
    async remove() {
      fail('remove');
      bytes = null;
    },
  };
  const destination = {
    async begin() {},
    discard: async (/** @type {string} */ path, /** @type {any} */ { state }) =>
      void discarded.push(`${path} ${state.uploadId}`),
  };
  const job = /** @type {any} */ ({ source: SOURCE, recipe: { sha256: 'recipe' }, destination });
  return { store, job, discarded, isThere: () => bytes !== null };
}

test('a checkpoint is taken by its own entry, once; of the same bytes in another version it is discarded', async () => {
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

test('where the next checkpoint cannot be written, what the one before tells of stays', async () => {
  const { store, job, discarded, isThere } = await begin(checkpointOf(), act => {
    if (act === 'write') throw FULL;
  });
  const checkpoints = await openCheckpoints(store, job);
  const before = checkpoints.take(checkpointOf().outcome);
  await assert.rejects(checkpoints.write(checkpointOf({ rejected: 'two' }), before), FULL);
  assert.deepEqual([discarded, isThere()], [['_rejected/x/a.csv two'], true]);
});

test('at the end of its entry a checkpoint is removed; what another job wrote of the entry is discarded', async () => {
  for (const [there, isPublished, expected] of /** @type {const} */ ([
    [checkpointOf(), true, []],
    [checkpointOf(), false, ['x/a.csv one']],
    [checkpointOf({ upload: 'two', rejected: 'three' }), true, ['x/a.csv two', '_rejected/x/a.csv three']],
    [Buffer.from('damaged'), true, []],
    [null, true, []],
  ])) {
    const { store, job, discarded, isThere } = await begin(null);
    const checkpoints = await openCheckpoints(store, job);
    if (there !== null) await store.write(Buffer.isBuffer(there) ? [there] : encodeCheckpoint(there));
    await checkpoints.remove(checkpointOf(), isPublished);
    assert.deepEqual([discarded, isThere()], [expected, false]);
  }
});

test('a checkpoint of another job that is ahead, or works on another version, stays', async () => {
  for (const there of [checkpointOf({ path: 'b.csv' }), checkpointOf({ source: OLDER })]) {
    const { store, job, discarded, isThere } = await begin(null);
    const checkpoints = await openCheckpoints(store, job);
    await store.write(encodeCheckpoint(there));
    await checkpoints.remove(checkpointOf(), true);
    assert.deepEqual([discarded, isThere()], [[], true]);
  }
});

test('a checkpoint that another job writes meanwhile is looked at again, a few times; any other fault is told of', async () => {
  for (const [error, faults, tries, isLeft] of /** @type {const} */ ([
    [CONFLICT, 2, 3, false],
    [CONFLICT, 99, 5, true],
    [FULL, 1, 1, true],
  ])) {
    let count = 0;
    const { store, job, isThere } = await begin(checkpointOf(), act => {
      if (act === 'remove' && count++ < faults) throw error;
    });
    const removed = (await openCheckpoints(store, job)).remove(checkpointOf(), true);
    if (error === FULL) await assert.rejects(removed, FULL);
    else await removed;
    assert.deepEqual([count, isThere()], [tries, isLeft]);
  }
});

test('a job that was done without its checkpoint discards it; one that was overtaken leaves that of the later version', async () => {
  for (const [there, onlyOwn, isLeft] of /** @type {const} */ ([
    [checkpointOf(), false, false],
    [checkpointOf(), true, false],
    [checkpointOf({ source: OLDER }), false, false],
    [checkpointOf({ source: OLDER }), true, true],
    [Buffer.from('damaged'), false, false],
    [Buffer.from('damaged'), true, true],
  ])) {
    const { store, job, discarded, isThere } = await begin(there);
    await discardCheckpoint(store, job, onlyOwn);
    const isDamaged = Buffer.isBuffer(there) && decodeCheckpoint(there) === null;
    assert.deepEqual([discarded, isThere()], [isLeft || isDamaged ? [] : ['x/a.csv one'], isLeft]);
  }
});
