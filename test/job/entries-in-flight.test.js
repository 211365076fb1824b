import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArchiveError, StorageError } from '../../src/errors.js';
import { memoryDestination } from '../support/memory-destination.js';
import { writeZip } from '../support/zip-writer.js';
import { COPY, CSV, memoryStore, TABLE, turnOf, work } from './fixture.js';

const NAMES = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(2, '0'));
const ZIP = writeZip(NAMES.map(name => ({ name, content: name })));

/** @param {ReturnType<typeof memoryDestination>} destination */
function notedIn(destination) {
  const { status, entries } = JSON.parse(String(destination.files.get('x/_manifest.json')));
  /** @type {string[]} */
  const written = entries.flatMap((/** @type {any} */ entry) => (entry.status === 'written' ? [entry.path] : []));
  return { status, written };
}

/** @param {ReturnType<typeof memoryDestination>} destination */
function publishedIn(destination) {
  return NAMES.filter(name => destination.files.has(`x/${name}`));
}

/**
 * A destination whose outputs stay on their way until they are let go.
 *
 * @param {Parameters<typeof memoryDestination>[0]} [options]
 */
function slowDestination(options) {
  const destination = memoryDestination(options);
  const { hold } = destination;
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  let isOpen = false;
  destination.hold = async (path, bytes) => {
    const output = await hold(path, bytes);
    return {
      ...output,
      async commit() {
        if (!isOpen) await new Promise(resolve => waiting.set(path, () => resolve(undefined)));
        return output.commit();
      },
    };
  };
  const open = () => {
    isOpen = true;
    for (const go of waiting.values()) go();
  };
  return { destination, waiting, open };
}

/** Lets everything happen that waits for nothing. */
async function quiet() {
  for (let turn = 0; turn < 200; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** @type {[title: string, code: string | null][]} */
const ENDS = [
  ['outputs in memory are held in few blocks, which are used again, and freed at the end', null],
  ['so are those that cannot be published', 'archive/corrupt'],
];
for (const [title, code] of ENDS) {
  test(title, async () => {
    const destination = memoryDestination({
      fail(path, act) {
        if (code !== null && act === 'commit' && !path.endsWith('.json'))
          throw new ArchiveError(/** @type {any} */ (code), 'final');
      },
    });
    /** @type {Set<ArrayBufferLike>} */
    const blocks = new Set();
    const { hold } = destination;
    destination.hold = (path, bytes) => {
      blocks.add(bytes.buffer);
      return hold(path, bytes);
    };
    destination.inFlightBytes = 1;
    const content = Buffer.alloc(200_000);
    await work(writeZip(NAMES.map(name => ({ name, content }))), { destination });
    assert.equal(destination.files.size, code === null ? NAMES.length + 1 : 1);
    assert.ok(blocks.size <= 3, `${blocks.size} blocks`);
    assert.ok([...blocks].every(block => /** @type {ArrayBuffer} */ (block).detached));
  });
}

test('while outputs are on their way, the next entries are processed', async () => {
  const { destination, waiting, open } = slowDestination();
  const job = work(ZIP, { destination });
  await quiet();
  assert.equal(waiting.size, NAMES.length);
  open();
  assert.equal((await job).manifest?.status, 'complete');
  assert.deepEqual(publishedIn(destination), NAMES);
});

test('as many are on their way as fit into the memory for them', async () => {
  const { destination, waiting, open } = slowDestination();
  const job = work(ZIP, { destination: { ...destination, inFlightBytes: 1_500_000, heldBytes: () => 300_000 } });
  await quiet();
  // Each is planned with 300,000 bytes and takes 2 and 256 KiB. The fifth waits some milliseconds for others, to look at the claim
  // together with them.
  assert.ok([4, 5].includes(waiting.size), `${waiting.size} on their way`);
  open();
  assert.equal((await job).manifest?.status, 'complete');
});

test('the claim is looked at once for all that are ready, and before each of them is published', async () => {
  const destination = memoryDestination();
  const { isOwn } = destination;
  let looks = 0;
  destination.isOwn = async path => {
    looks += 1;
    await quiet();
    return isOwn(path);
  };
  assert.equal((await work(ZIP, { destination })).manifest?.status, 'complete');
  assert.ok(looks > 0 && looks <= 2, `${looks} looks`);
});

test('if the claim is lost, nothing that waits for a look is published', async () => {
  const destination = memoryDestination();
  let looks = 0;
  destination.isOwn = async () => {
    looks += 1;
    return false;
  };
  await assert.rejects(work(ZIP, { destination }), { code: 'storage/conflict' });
  // The first one's claim was its write.
  assert.ok(publishedIn(destination).length <= 1);
  assert.ok(looks <= 2, `${looks} looks`);
});

test('if one output cannot be written, the others on their way are, and the manifest knows of all', async () => {
  const { destination, open } = slowDestination({
    fail(path, act) {
      if (act === 'commit' && path === 'x/07') throw new StorageError('storage/disk-full', 'full');
    },
  });
  const job = work(ZIP, { destination });
  await quiet();
  open();
  await assert.rejects(job, { code: 'storage/disk-full' });
  const expected = NAMES.filter(name => name !== '07');
  assert.deepEqual(publishedIn(destination), expected);
  assert.deepEqual(notedIn(destination), { status: 'unfinished', written: expected });
});

test('a job that fails waits for what is on its way, and the manifest lists it', async () => {
  const { destination, waiting, open } = slowDestination({
    fail(path, act) {
      if (act === 'commit' && path === 'x/02') throw new StorageError('storage/disk-full', 'full');
    },
  });
  let isOver = false;
  const job = work(ZIP, {
    destination: { ...destination, inFlightBytes: 1_500_000, heldBytes: () => 300_000 },
  }).finally(() => {
    isOver = true;
  });
  job.catch(() => {});
  await quiet();
  waiting.get('x/02')?.();
  await quiet();
  assert.ok(!isOver);
  open();
  await assert.rejects(job, { code: 'storage/disk-full' });
  assert.deepEqual(notedIn(destination).written, ['00', '01', '03', '04']);
  const { entries } = JSON.parse(String(destination.files.get('x/_manifest.json')));
  // Nothing of it is there, so the next turn begins it anew.
  assert.deepEqual([entries[2].status, entries[2].bytesIn, entries[2].bytesOut], ['pending', 0, 0]);
});

test('an entry that is suspended while another one fails to be published is resumed by the next turn', async () => {
  const store = memoryStore();
  const { destination, waiting, open } = slowDestination({
    fail(path, act) {
      if (isFull && act === 'commit' && path === 'x/00') throw new StorageError('storage/disk-full', 'full');
    },
  });
  let isFull = true;
  const large = { name: 'a.csv', content: TABLE, method: 0 };
  const zip = writeZip([
    { name: '00', content: '00' },
    large,
    { name: 'last', content: Buffer.alloc(400_000), method: 0 },
  ]);
  const turn = turnOf(destination, store, 'a.csv', { zip });
  turn.catch(() => {});
  await quiet();
  assert.ok(waiting.has('x/00'));
  open();
  await assert.rejects(turn, { code: 'job/stopped' });
  assert.ok(store.bytes() !== null, 'the checkpoint is written');
  assert.equal(destination.live(), 0);
  isFull = false;
  assert.equal((await turnOf(destination, store, '', { zip })).manifest?.status, 'complete');
  assert.ok(destination.acts.includes('resume x/a.csv'));
});

test('after an output could not be written, no further entry is processed', async () => {
  const destination = memoryDestination({
    fail(path, act) {
      if (act === 'commit' && path === 'x/00') throw new StorageError('storage/disk-full', 'full');
    },
  });
  /** @type {string[]} */
  const worked = [];
  const many = writeZip(
    Array.from({ length: 3_000 }, (_, index) => ({ name: `${index}`.padStart(2, '0'), content: 'x' })),
  );
  const job = work(many, { destination, onProgress: ({ path }) => void worked.push(path) });
  await assert.rejects(job, { code: 'storage/disk-full' });
  assert.ok(worked.length < 1_000, `${worked.length} entries were processed`);
});

test('an entry that fails for good while others are on their way fails alone', async () => {
  const { destination, open } = slowDestination({
    fail(path, act) {
      if (act === 'commit' && path === 'x/07') throw new ArchiveError('archive/corrupt', 'final');
    },
  });
  const job = work(ZIP, { destination });
  await quiet();
  open();
  const { manifest } = await job;
  assert.deepEqual([manifest?.status, manifest?.totals.failed, manifest?.totals.written], ['partial', 1, 19]);
  assert.equal([...(manifest?.entries ?? [])][7].output, null);
});

test('a signal waits for what is on its way, which the manifest lists', async () => {
  const stop = new AbortController();
  const { destination, waiting, open } = slowDestination();
  const job = work(ZIP, {
    destination: { ...destination, inFlightBytes: 1_500_000, heldBytes: () => 300_000 },
    signal: stop.signal,
  });
  await quiet();
  assert.ok([4, 5].includes(waiting.size), `${waiting.size} on their way`);
  stop.abort();
  open();
  await assert.rejects(job, { code: 'job/stopped' });
  assert.deepEqual(notedIn(destination), { status: 'unfinished', written: NAMES.slice(0, 5) });
  assert.deepEqual(publishedIn(destination), NAMES.slice(0, 5));
});

test('outcomes stand in the archive’s order, in whatever order the outputs arrive', async () => {
  const { destination, waiting } = slowDestination();
  const job = work(ZIP, { destination });
  await quiet();
  for (const go of [...waiting.values()].reverse()) {
    go();
    await quiet();
  }
  const { manifest } = await job;
  assert.deepEqual(
    [...(manifest?.entries ?? [])].map(({ path, status }) => [path, status]),
    NAMES.map(name => [name, 'written']),
  );
});

test('a large entry waits until its outputs fit beside those on their way', async () => {
  const { destination, waiting, open } = slowDestination();
  const zip = writeZip([
    ...NAMES.map(name => ({ name, content: name })),
    { name: 'large', content: Buffer.alloc(400_000), method: 0 },
    { name: 'z', content: 'z' },
  ]);
  const heldBytes = (/** @type {{ declaredBytes: number }} */ { declaredBytes }) =>
    declaredBytes > 300_000 ? 32 * 1024 ** 2 : 1;
  const job = work(zip, { destination: { ...destination, heldBytes }, recipe: COPY });
  await quiet();
  // The others wait to look at the claim together.
  assert.ok(waiting.size > NAMES.length / 2);
  assert.ok(!destination.acts.includes('create x/large'));
  open();
  assert.equal((await job).manifest?.totals.written, 22);
});

test('rejected records and their reasons arrive before the entry’s main output', async () => {
  const content = `id,note\n${'1,x\n'.repeat(20)}2\n`;
  const zip = writeZip(NAMES.map(name => ({ name: `${name}.csv`, content })));
  const destination = memoryDestination();
  await work(zip, { destination, recipe: CSV });
  for (const name of NAMES) {
    const acts = destination.acts.filter(act => act.startsWith('commit') && act.includes(`x/${name}.csv`));
    assert.deepEqual(acts, [
      `commit _reasons/x/${name}.csv.jsonl`,
      `commit _rejected/x/${name}.csv`,
      `commit x/${name}.csv`,
    ]);
  }
});

test('a signal is seen among small entries that wait for nothing', async () => {
  const stop = new AbortController();
  const fail = () => {
    throw new ArchiveError('archive/corrupt', 'final');
  };
  const destination = memoryDestination();
  destination.hold = async () => fail();
  const names = Array.from({ length: 5_000 }, (_, index) => ({ name: `${index}`, content: 'x' }));
  /** @type {string[]} */
  const worked = [];
  const job = work(writeZip(names), {
    destination,
    signal: stop.signal,
    onProgress({ path }) {
      if (worked.length === 0) setImmediate(() => stop.abort());
      worked.push(path);
    },
  });
  await assert.rejects(job, { code: 'job/stopped' });
  assert.ok(worked.length < names.length, `${worked.length} entries were processed`);
});
