import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { discardCheckpoint } from '../../src/checkpoint/discard-checkpoint.js';
import { begin, checkpointOf, OLDER } from './fixture.js';

test('a job that is done without its checkpoint discards it; a superseded job leaves that of the later version', async () => {
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

test('a checkpoint is removed after what it names, and that after the destination knows whose it is', async () => {
  /** @type {string[]} */
  const acts = [];
  const { store, job } = await begin(checkpointOf({ rejected: 'two' }), act => void acts.push(act));
  await discardCheckpoint(store, job, false);
  assert.deepEqual(acts, ['read', 'begin', 'discard', 'discard', 'remove']);
  await discardCheckpoint(store, job, false);
  assert.deepEqual(acts.slice(5), ['read']);
});
