import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '../../src/errors.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { COPY, outputs, work } from './fixture.js';

test('a version with fewer entries removes what only the earlier one had', async () => {
  const destination = memoryDestination();
  await work(destination, '1', 'abc');
  await work(destination, '2', 'ad');
  assert.deepEqual(outputs(destination), ['x/a', 'x/d']);
});

test('what only an earlier version had is removed once a later one is complete, whatever came in between', async () => {
  const destination = memoryDestination();
  await work(destination, '1', 'abc');
  const failed = await work(destination, '2', '');
  assert.deepEqual(failed.manifest?.outdated, ['x/a', 'x/b', 'x/c']);
  const partial = await work(destination, '3', 'aD');
  assert.deepEqual(partial.manifest?.outdated, ['x/b', 'x/c']);
  assert.equal(partial.manifest?.status, 'partial');
  const stop = new AbortController();
  const stopped = work(destination, '4', 'ad', { signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(stopped, { code: 'job/stopped' });
  assert.deepEqual(outputs(destination), ['x/a', 'x/b', 'x/c']);
  const { manifest } = await work(destination, '4', 'ad');
  assert.equal(manifest?.status, 'complete');
  assert.ok(!('outdated' in /** @type {any} */ (manifest)));
  assert.deepEqual(outputs(destination), ['x/a', 'x/d']);
});

test('a removal that fails leaves the job unfinished, and the next turn removes the rest', async () => {
  let isBroken = true;
  const destination = memoryDestination({
    fail(_path, act) {
      if (act === 'remove' && isBroken) throw new StorageError('storage/failed', 'broken');
    },
  });
  await work(destination, '1', 'ab');
  await assert.rejects(work(destination, '2', 'a'), { code: 'storage/failed' });
  isBroken = false;
  destination.acts.length = 0;
  const { result, manifest } = await work(destination, '2', 'a');
  assert.deepEqual([result, manifest?.status], ['processed', 'complete']);
  assert.deepEqual(outputs(destination), ['x/a']);
  assert.ok(!destination.acts.includes('create x/a'));
});

test('a job without an event, forced or not, keeps the sequencer of its version', async () => {
  for (const force of [false, true]) {
    const destination = memoryDestination();
    await work(destination, '2', 'aB', { sequencer: '02' });
    const recipe = force ? COPY : await compileRecipe({ entries: [{ match: 'b', skip: true }] });
    const { result, manifest } = await work(destination, '2', 'aB', { force, recipe });
    assert.deepEqual([result, manifest?.archive.sequencer], ['processed', '02']);
    assert.equal((await work(destination, '1', 'c', { sequencer: '01' })).result, 'superseded');
    const other = await work(destination, '3', 'c', { force });
    assert.equal(other.manifest?.archive.sequencer, null, 'of another version nothing is known');
  }
});
