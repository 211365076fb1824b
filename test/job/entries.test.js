import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputGone } from '../../src/destination/output-gone.js';
import { LimitError, StorageError } from '../../src/errors.js';
import { memoryDestination } from '../support/memory-destination.js';
import { writeZip } from '../support/zip-writer.js';
import { CSV, memoryStore, ROWS, TABLE, turnOf, work } from './fixture.js';

const FULL = new StorageError('storage/disk-full', 'full');
const STOPPED = { code: 'job/stopped' };

test('if a checkpoint cannot be written, what its outputs left behind is discarded', async () => {
  const destination = memoryDestination();
  const write = async () => {
    throw FULL;
  };
  await assert.rejects(turnOf(destination, { ...memoryStore(), write }, 'a.csv'), FULL);
  const acts = destination.acts.filter(act => act.startsWith('discard'));
  assert.deepEqual(acts, ['discard x/a.csv', 'discard _rejected/x/a.csv', 'discard _reasons/x/a.csv.jsonl']);
  assert.equal(destination.live(), 0);
});

test('if the rejected output cannot be suspended, what the main one left behind is discarded', async () => {
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (act === 'suspend' && path.startsWith('_rejected')) throw FULL;
  };
  const destination = memoryDestination({ fail });
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), FULL);
  assert.ok(destination.acts.includes('discard x/a.csv'), destination.acts.join());
  assert.deepEqual([store.bytes(), destination.live()], [null, 0]);
});

test('if nothing is left of the rejected output, its entry starts again before any work is done', async () => {
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
  assert.deepEqual(destination.acts.slice(0, 5), [
    'resume x/a.csv',
    'discard x/a.csv',
    'discard _rejected/x/a.csv',
    'discard _reasons/x/a.csv.jsonl',
    'create x/a.csv',
  ]);
  assert.equal(manifest.totals.recordsRead, 2 * ROWS.length);
  assert.equal(destination.live(), 0);
});

test('a checkpoint that no entry has taken yet is replaced, and discarded, when an earlier entry is suspended', async () => {
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'b.csv'), STOPPED);
  // As if the process had been killed before it noted that the first entry is written.
  destination.files.delete('x/_manifest.json');
  destination.acts.length = 0;
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  assert.deepEqual(
    destination.acts.filter(act => act.startsWith('discard')),
    ['discard x/b.csv', 'discard _rejected/x/b.csv', 'discard _reasons/x/b.csv.jsonl'],
  );
  const { manifest } = await turnOf(destination, store);
  assert.deepEqual([manifest?.status, manifest?.totals.recordsRead], ['complete', 2 * ROWS.length]);
  assert.deepEqual([store.bytes(), destination.live()], [null, 0]);
});

test('an entry that can never be resumed fails, and nothing is left of its outputs', async () => {
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
    ['discard x/a.csv', 'discard _rejected/x/a.csv', 'discard _reasons/x/a.csv.jsonl'],
  );
  assert.deepEqual([store.bytes(), destination.live()], [null, 0]);
});

test('an entry stays written if its checkpoint cannot be removed', async () => {
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

test('rejected records and their reasons stay in the manifest if the entry has failed and its checkpoint cannot be removed', async () => {
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (act === 'commit' && path === 'x/a.csv') throw new LimitError('limit/object-size', 'too large');
  };
  const destination = memoryDestination({ fail });
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  await assert.rejects(turnOf(destination, { ...store, remove: () => Promise.reject(FULL) }), FULL);
  const { entries } = JSON.parse(String(destination.files.get('x/_manifest.json')));
  const [{ status, rejected, reasons }] = entries;
  assert.deepEqual(
    [status, rejected, reasons],
    ['pending', 'memory/_rejected/x/a.csv', 'memory/_reasons/x/a.csv.jsonl'],
  );
});

test('an output that is gone stops the job, as any fault of the storage does, if its entry was not resumed', async () => {
  const gone = outputGone('x/a.csv', 'gone');
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (act === 'commit' && path === 'x/a.csv') throw gone;
  };
  const destination = memoryDestination({ fail });
  await assert.rejects(turnOf(destination, memoryStore()), error => error === gone);
});

test('a resumed entry may be suspended again, however much time is left and whatever the manifest says', async () => {
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  destination.files.delete('x/_manifest.json');
  const before = store.bytes();
  await assert.rejects(turnOf(destination, store, 'a.csv', { remainingMs: 1e9 }), STOPPED);
  assert.ok(!destination.acts.includes('commit x/a.csv'));
  assert.ok(store.bytes() !== null && store.bytes() !== before);
});

test('small entries that are done again are published before one behind them is resumed', async () => {
  const small = ['0', '1', '2'].map(name => ({ name, content: name }));
  const zip = writeZip([...small, { name: 'a.csv', content: TABLE, method: 0 }]);
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv', { zip }), STOPPED);
  // As if the process had been killed before it noted that they are written.
  destination.files.delete('x/_manifest.json');
  destination.acts.length = 0;
  assert.equal((await turnOf(destination, store, '', { zip })).manifest?.status, 'complete');
  const acts = destination.acts.filter(act => /^(commit x\/\d|resume)/.test(act));
  assert.deepEqual(acts.slice(0, 4), ['commit x/0', 'commit x/1', 'commit x/2', 'resume x/a.csv']);
});

test('a resumed entry is not published if the claim is lost', async () => {
  let isLost = false;
  const conflict = new StorageError('storage/conflict', 'another job is at work');
  const fail = (/** @type {string} */ path, /** @type {string} */ act) => {
    if (isLost && act === 'commit' && path === 'x/_manifest.json') throw conflict;
  };
  const destination = memoryDestination({ fail });
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv'), STOPPED);
  isLost = true;
  await assert.rejects(turnOf(destination, store), { code: 'storage/conflict' });
  assert.ok(destination.acts.includes('resume x/a.csv'));
  assert.ok(!destination.files.has('x/a.csv') && !destination.files.has('_rejected/x/a.csv'));
});

test('in the turns after the first any entry may be suspended, however much time is left', async () => {
  const destination = memoryDestination();
  const store = memoryStore();
  const how = { remainingMs: 1e9 };
  await assert.rejects(turnOf(destination, store, 'a.csv', how), STOPPED);
  assert.equal(store.bytes(), null);
  await assert.rejects(turnOf(destination, store, 'b.csv', how), STOPPED);
  assert.ok(store.bytes() !== null);
  assert.equal((await turnOf(destination, store, '', how)).manifest?.status, 'complete');
});

test('the checkpoint of an entry that is done by now is discarded at the end of the job', async () => {
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

test('a checkpoint that cannot be removed stops the job, and stays until its outputs are discarded', async () => {
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

test('the unfinished manifest counts a suspended entry so far, and bad records of earlier turns count towards the described ones', async () => {
  const bad = { content: `id,note\n${'bad\n'.repeat(150)}`, method: 0 };
  const names = Array.from({ length: 9 }, (_, index) => `${index}.csv`);
  const last = { name: 'last', content: Buffer.alloc(400_000), method: 0 };
  const first = names.map(name => ({ name, ...bad }));
  const zip = writeZip([...first, { name: 'a.csv', content: TABLE, method: 0 }, { name: 'z.csv', ...bad }, last]);
  const destination = memoryDestination();
  const store = memoryStore();
  await assert.rejects(turnOf(destination, store, 'a.csv', { zip }), STOPPED);
  const { status, entries } = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.equal(status, 'unfinished');
  assert.equal(entries[9].status, 'pending');
  assert.ok(entries[9].records.read > 1000 && entries[9].records.read < ROWS.length);
  const { manifest } = await turnOf(destination, store, '', { zip });
  assert.deepEqual(
    [...(manifest?.entries ?? [])].map(({ badRecords, records }) => [badRecords.length, records?.bad]),
    [...names.map(() => [100, 150]), [100, ROWS.length / 5], [0, 150], [0, 0]],
  );
});

test('100 bad records of an entry are described, and 1,000 of an archive; all are counted', async () => {
  const content = `id,note\n${'bad\n'.repeat(150)}`;
  const zip = writeZip(Array.from({ length: 12 }, (_, index) => ({ name: `${index}.csv`, content })));
  const { manifest } = await work(zip, { recipe: CSV });
  assert.deepEqual(
    [...(manifest?.entries ?? [])].map(({ badRecords, records }) => [badRecords.length, records.bad]),
    Array.from({ length: 12 }, (_, index) => [index < 10 ? 100 : 0, 150]),
  );
});
