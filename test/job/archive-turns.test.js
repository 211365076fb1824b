import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputGone } from '../../src/destination/output-gone.js';
import { LimitError, StoppedError, StorageError } from '../../src/errors.js';
import { processArchive } from '../../src/job/archive.js';
import { MAX_STALLED_TURNS } from '../../src/ledger/turn-counts.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { CheckpointStore } from '../../src/checkpoint/checkpoints.js' */
/** @import { Destination } from '../../src/destination/open.js' */

const ROWS = Array.from({ length: 40_000 }, (_, id) => `${id},${id % 5 === 0 ? 'x,y' : 'x'}\n`);
const TABLE = `id,note\n${ROWS.join('')}`;
const CSV = await compileRecipe({ entries: [{ match: '*.csv', csv: { drop: ['note'] } }] });
const ZIP = writeZip([
  { name: 'a.csv', content: TABLE, method: 0 },
  { name: 'b.csv', content: TABLE, method: 0 },
  { name: 'last', content: Buffer.alloc(140_000), method: 0 },
]);
const FULL = new StorageError('storage/disk-full', 'full');

/** @returns {CheckpointStore & { bytes: () => Buffer | null }} */
function memoryStore() {
  /** @type {Buffer | null} */
  let bytes = null;
  return {
    bytes: () => bytes,
    read: async () => bytes && Buffer.from(bytes),
    async write(parts) {
      bytes = Buffer.concat(parts);
    },
    async remove() {
      bytes = null;
    },
  };
}

/**
 * A turn that pauses in an entry.
 *
 * @param {Destination} destination
 * @param {CheckpointStore} store
 * @param {string} [pauseIn]
 * @param {object} [how]
 * @param {string[]} [how.worked] Told of each step.
 * @param {Buffer} [how.zip]
 * @param {number} [how.remainingMs]
 */
function turnOf(destination, store, pauseIn = '', { worked = [], zip = ZIP, remainingMs = 0 } = {}) {
  const pause = new AbortController();
  return processArchive({
    source: memorySource(zip),
    destination,
    recipe: CSV,
    onProgress({ path }) {
      worked.push(path);
      if (path === pauseIn) pause.abort();
    },
    turn: { pause: pause.signal, remainingMs: () => remainingMs, store },
  });
}

const STOPPED = { code: 'job/stopped' };

test('a checkpoint that cannot be written: what the outputs have left is removed, since nobody knows of it', async () => {
  const destination = memoryDestination();
  const write = async () => {
    throw FULL;
  };
  await assert.rejects(turnOf(destination, { ...memoryStore(), write }, 'a.csv'), FULL);
  const acts = destination.acts.filter(act => act.startsWith('discard'));
  assert.deepEqual(acts, ['discard x/a.csv', 'discard _rejected/x/a.csv']);
  assert.equal(destination.live(), 0);
});

test('bad records that cannot be suspended: what the output has left is removed', async () => {
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (act === 'suspend' && path.startsWith('_rejected')) throw FULL;
  };
  const destination = memoryDestination({ fail });
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), FULL);
  assert.ok(destination.acts.includes('discard x/a.csv'), destination.acts.join());
  assert.deepEqual([store.bytes(), destination.live()], [null, 0]);
});

test('bad records of which nothing is left: that is known before the entry is gone on with, and it starts again', async () => {
  let isGone = false;
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (isGone && act === 'resume' && path.startsWith('_rejected')) throw outputGone('bad records', 'gone');
  };
  const destination = memoryDestination({ fail });
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  isGone = true;
  destination.acts.length = 0;
  /** @type {string[]} */
  const worked = [];
  const { discard } = destination;
  destination.discard = async (path, suspended) => {
    assert.deepEqual(worked, []);
    await discard(path, suspended);
  };
  const { manifest } = await turnOf(destination, store, '', { worked });
  assert.equal(manifest?.status, 'complete');
  assert.deepEqual(destination.acts.slice(0, 4), [
    'resume x/a.csv',
    'discard x/a.csv',
    'discard _rejected/x/a.csv',
    'create x/a.csv',
  ]);
  assert.equal(manifest.totals.recordsRead, 2 * ROWS.length);
  assert.equal(destination.live(), 0);
});

test('a checkpoint of an entry whose turn has not come is let go of when an earlier one is paused', async () => {
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'b.csv'), STOPPED);
  // As if the process had been killed before it noted that the first entry is written.
  destination.files.delete('x/_manifest.json');
  destination.acts.length = 0;
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  assert.deepEqual(
    destination.acts.filter(act => act.startsWith('discard')),
    ['discard x/b.csv', 'discard _rejected/x/b.csv'],
  );
  const { manifest } = await turnOf(destination, store);
  assert.deepEqual([manifest?.status, manifest?.totals.recordsRead], ['complete', 2 * ROWS.length]);
  assert.deepEqual([store.bytes(), destination.live()], [null, 0]);
});

test('an entry that can never be gone on with fails, and nothing is left of its outputs', async () => {
  let isTooSmall = false;
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (isTooSmall && act === 'resume' && path === 'x/a.csv') throw new LimitError('limit/memory', 'too little');
  };
  const destination = memoryDestination({ fail });
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  isTooSmall = true;
  const { manifest } = await turnOf(destination, store);
  assert.deepEqual([manifest?.status, manifest?.totals.failed, manifest?.totals.written], ['partial', 1, 2]);
  assert.deepEqual(
    destination.acts.filter(act => act.startsWith('discard')),
    ['discard x/a.csv', 'discard _rejected/x/a.csv'],
  );
  assert.deepEqual([store.bytes(), destination.live()], [null, 0]);
});

test('an entry stays written where its checkpoint cannot be removed', async () => {
  for (const path of ['a.csv', 'last']) {
    const destination = memoryDestination();
    const store = memoryStore();
    await assert.rejects(turnOf(destination, store, path), STOPPED);
    const remove = async () => {
      throw FULL;
    };
    await assert.rejects(turnOf(destination, { ...store, remove }), FULL);
    const noted = JSON.parse(String(destination.files.get('x/_manifest.json')));
    const entry = noted.entries.find((/** @type {{ path: string }} */ each) => each.path === path);
    assert.deepEqual([entry.status, noted.status, noted.error.code], ['written', 'unfinished', FULL.code]);
    const { manifest } = await turnOf(destination, store);
    assert.equal(manifest?.status, 'complete');
    assert.deepEqual([store.bytes(), destination.live()], [null, 0]);
  }
});

test('what another job has completed in a folder meanwhile stays noted', async () => {
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  const overtaken = {
    ...store,
    async write() {
      assert.equal((await turnOf(destination, store)).manifest?.status, 'complete');
      throw new StorageError('storage/conflict', 'another job has gone on');
    },
  };
  await assert.rejects(turnOf(destination, overtaken, 'a.csv'), { code: 'storage/conflict' });
  assert.equal(JSON.parse(String(destination.files.get('x/_manifest.json'))).status, 'complete');
});

test('an output of which nothing is left fails a fresh entry as any fault of the storage, to be tried again', async () => {
  const gone = outputGone('x/a.csv', 'gone');
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (act === 'commit' && path === 'x/a.csv') throw gone;
  };
  const destination = memoryDestination({ fail });
  await assert.rejects(turnOf(destination, memoryStore()), error => error === gone);
});

test('what goes on from a checkpoint may pause again, however much time is left and whatever the manifest says', async () => {
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  destination.files.delete('x/_manifest.json');
  const before = store.bytes();
  await assert.rejects(turnOf(destination, store, 'a.csv', { remainingMs: 1e9 }), STOPPED);
  assert.ok(!destination.acts.includes('commit x/a.csv'));
  assert.ok(store.bytes() !== null && store.bytes() !== before);
});

test('a checkpoint of an entry that is done by now is let go of when the job is', async () => {
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  const old = store.bytes();
  await assert.rejects(turnOf(destination, store, 'b.csv'), STOPPED);
  await store.write([/** @type {Buffer} */ (old)]);
  destination.acts.length = 0;
  assert.equal((await turnOf(destination, store)).manifest?.status, 'complete');
  assert.ok(store.bytes() === null);
  assert.ok(destination.acts.includes('discard x/a.csv'));
});

test('a checkpoint that cannot be removed fails the job, and stays until what it tells of is removed', async () => {
  let isOut = false;
  const fail = (/** @type {string} */ _path, /** @type {string} */ act) => {
    if (isOut && act === 'discard') throw FULL;
  };
  const destination = memoryDestination({ fail });
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  await assert.rejects(turnOf(destination, { ...store, remove: () => Promise.reject(FULL) }), FULL);
  const zip = writeZip([{ name: 'other', content: 'another version of it' }]);
  const before = store.bytes();
  isOut = true;
  await assert.rejects(turnOf(destination, store, '', { zip }), FULL);
  assert.ok(store.bytes() === before);
  isOut = false;
  await turnOf(destination, store, '', { zip });
  assert.ok(store.bytes() === null);
});

test('the unfinished manifest says how far the entry came, and of earlier turns no more bad records are described', async () => {
  const bad = { content: `id,note\n${'bad\n'.repeat(150)}`, method: 0 };
  const names = Array.from({ length: 10 }, (_, index) => `${index}.csv`);
  const last = { name: 'last', content: Buffer.alloc(140_000), method: 0 };
  const first = names.map(name => ({ name, ...bad }));
  const zip = writeZip([...first, { name: 'a.csv', content: TABLE, method: 0 }, { name: 'z.csv', ...bad }, last]);
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv', { zip }), STOPPED);
  const { status, entries } = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.equal(status, 'unfinished');
  assert.equal(entries[10].status, 'pending');
  assert.ok(entries[10].records.read > 1000 && entries[10].records.read < ROWS.length);
  const { manifest } = await turnOf(destination, store, '', { zip });
  assert.deepEqual(
    [...(manifest?.entries ?? [])].map(({ badRecords, records }) => [badRecords.length, records?.bad]),
    [...names.map(() => [100, 150]), [0, ROWS.length / 5], [0, 150], [0, 0]],
  );
});

test('a job goes on where names are read in another way than before: old outputs and their checkpoint are removed', async () => {
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
      '_rejected/x/ü.csv',
      '_rejected/x/üb.csv',
      '_rejected/x/üc.csv',
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

test('a turn that wrote a checkpoint goes on soon, unless that was not noted', async () => {
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

test('an entry that starts again in every turn comes no further, though each writes a checkpoint', async () => {
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
