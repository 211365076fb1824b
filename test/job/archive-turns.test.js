import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputGone } from '../../src/destination/output-gone.js';
import { StoppedError, StorageError } from '../../src/errors.js';
import { MAX_STALLED_TURNS } from '../../src/ledger/turn-counts.js';
import { compileRecipe } from '../../src/recipe/recipe.js';

import { memoryDestination } from '../support/memory-destination.js';
import { writeZip } from '../support/zip-writer.js';
import { memoryStore, TABLE, turnOf } from './fixture.js';

const FULL = new StorageError('storage/disk-full', 'full');
const STOPPED = { code: 'job/stopped' };

test('the manifest of a job that has finished in the same folder meanwhile stays', async () => {
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  const overtaken = {
    ...store,
    async write() {
      assert.equal((await turnOf(destination, store)).manifest?.status, 'complete');
      throw new StorageError('storage/conflict', 'another job has resumed');
    },
  };
  await assert.rejects(turnOf(destination, overtaken, 'a.csv'), { code: 'storage/conflict' });
  assert.equal(JSON.parse(String(destination.files.get('x/_manifest.json'))).status, 'complete');
});

test('a job whose names are read differently now resumes: old outputs and their checkpoint are removed', async () => {
  const zipOf = (/** @type {object} */ how) =>
    writeZip([
      ...['ü.csv', 'üb.csv', 'üc.csv'].map(name => ({ name, content: TABLE, method: 0, ...how })),
      { name: 'last', content: 'x' },
    ]);
  // As if a version before this one had taken UTF-8 without its flag for code page 437.
  const old = zipOf({});
  for (let at = old.indexOf('ü'); at !== -1; at = old.indexOf('ü', at + 1)) old.write('ö', at);
  const now = zipOf({ flags: 0, madeBy: 20 });
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'öb.csv', { zip: old }), STOPPED);
  assert.ok(store.bytes() !== null && destination.files.has('x/ö.csv'));

  const { manifest } = await turnOf(destination, store, '', { zip: now });
  assert.equal(manifest?.status, 'complete');
  const names = ['last', 'ü.csv', 'üb.csv', 'üc.csv'];
  assert.deepEqual(Array.from(manifest.entries, ({ path }) => path).sort(), names);
  assert.deepEqual(
    [...destination.files.keys()].sort(),
    [
      ...['ü.csv', 'üb.csv', 'üc.csv'].flatMap(name => [`_reasons/x/${name}.jsonl`, `_rejected/x/${name}`]),
      'x/_manifest.json',
      ...names.map(name => `x/${name}`),
    ].sort(),
  );
  assert.deepEqual([store.bytes(), destination.live()], [null, 0]);
});

/** @param {Promise<unknown>} turn */
const isSoonAfter = turn =>
  turn.then(
    () => assert.fail('it came to its end'),
    error => {
      assert.ok(error instanceof StoppedError, String(error));
      return error.isSoon;
    },
  );

test('a turn that wrote a checkpoint is to be resumed soon, unless the manifest could not be written', async () => {
  let isOut = false;
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (isOut && act === 'commit' && path === 'x/_manifest.json') throw FULL;
  };
  const destination = memoryDestination({ fail });
  const store = memoryStore();
  assert.equal(await isSoonAfter(turnOf(destination, store, 'a.csv')), true);
  isOut = true;
  assert.equal(await isSoonAfter(turnOf(destination, store, 'a.csv')), false);
  isOut = false;
  assert.equal(await isSoonAfter(turnOf(destination, store, 'a.csv')), true);
});

test('an entry that starts again in every turn makes no progress, though each turn writes a checkpoint', async () => {
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (act === 'resume' && path === 'x/a.csv') throw outputGone('x/a.csv', 'aborted by a rule of the bucket');
  };
  const destination = memoryDestination({ fail });
  const store = memoryStore();
  assert.equal(await isSoonAfter(turnOf(destination, store, 'a.csv')), true);
  for (let turn = 1; turn < MAX_STALLED_TURNS; turn += 1) {
    assert.equal(await isSoonAfter(turnOf(destination, store, 'a.csv')), false);
  }
  await assert.rejects(turnOf(destination, store, 'a.csv'), {
    code: 'job/no-progress',
    message: /^the last 10 attempts .* stopped by job\/stopped: /,
  });
  const { manifest } = await turnOf(destination, store);
  assert.deepEqual([manifest?.status, manifest?.turns, manifest?.stalledTurns], ['complete', 2, undefined]);
});

test('an archive of 3 KB that becomes 4 MB is processed in turns, and each of them advances', async () => {
  const [width, records] = [1500, 2500];
  const names = Array.from({ length: width }, (_, index) => `c${index}`).join(',');
  const zip = writeZip([{ name: 'a.csv', content: `${names}\n${'x\n'.repeat(records)}` }]);
  const recipe = await compileRecipe({ entries: [{ match: '**', csv: { ragged: 'pad' } }] });
  // With much time left, an entry of so few bytes is not expected to be suspended.
  for (const remainingMs of [0, 1e6]) {
    const destination = memoryDestination();
    const store = memoryStore();
    let stops = 0;
    const turn = () => turnOf(destination, store, 'a.csv', { zip, recipe, remainingMs });
    for (; (await isStopped(turn())) && stops < 10; stops++);
    const { status, turns, stalledTurns } = JSON.parse(String(destination.files.get('x/_manifest.json')));
    assert.deepEqual([status, turns, stalledTurns], ['complete', 5, undefined]);
    assert.equal(stops, 4);
    const written = String(destination.files.get('x/a.csv'));
    assert.ok(written === `${names}\n${`x${','.repeat(width - 1)}\n`.repeat(records)}`);
  }
});

/** @param {Promise<unknown>} turn */
const isStopped = turn =>
  turn.then(
    () => false,
    error => {
      if (error.code !== 'job/stopped') throw error;
      return true;
    },
  );
