import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDestination } from '../../src/destination/open.js';
import { ArchiveError, StorageError } from '../../src/errors.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { Job } from '../../src/job/archive.js' */

const COPY = await compileRecipe();
const CSV = await compileRecipe({ entries: [{ match: '**/*.csv', csv: { drop: ['b'] } }] });
const PEOPLE = 'a,b\n1,x\n2\n';

/**
 * @param {Buffer} zip
 * @param {Partial<Job> & { from?: NonNullable<Parameters<typeof memorySource>[1]> }} [job]
 */
function work(zip, { from, ...job } = {}) {
  return processArchive({ source: memorySource(zip, from), destination: memoryDestination(), recipe: COPY, ...job });
}

test('a storage fault stops the job, which records how far it came; the next one resumes there', async () => {
  let isFull = true;
  const destination = memoryDestination({
    fail(path, act) {
      if (isFull && path === 'x/b' && act === 'commit') throw new StorageError('storage/disk-full', 'full');
    },
  });
  const zip = writeZip(['a', 'b', 'c'].map(name => ({ name, content: name })));
  await assert.rejects(work(zip, { destination }), { code: 'storage/disk-full' });
  assert.equal(destination.live(), 0);
  const noted = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.equal(noted.status, 'unfinished');
  assert.deepEqual(
    noted.entries.map((/** @type {any} */ { status }) => status),
    // The last one may be on its way at that moment.
    ['written', 'pending', destination.files.has('x/c') ? 'written' : 'pending'],
  );
  isFull = false;
  destination.acts.length = 0;
  const { manifest } = await work(zip, { destination });
  assert.equal(manifest?.status, 'complete');
  assert.equal(manifest?.totals.bytesIn, 3);
  assert.ok(!destination.acts.includes('create x/a'), 'what was written is kept');
});

test('if the archive is replaced while it is read, nothing is written', async () => {
  const destination = memoryDestination();
  const failure = (/** @type {number} */ position) =>
    position >= 65_536 ? new ArchiveError('archive/changed', 'changed') : null;
  const zip = writeZip([{ name: 'a', content: Buffer.alloc(400_000), method: 0 }]);
  await assert.rejects(work(zip, { destination, from: { failure } }), { code: 'archive/changed' });
  assert.deepEqual([...destination.files.keys()], []);
  assert.equal(destination.live(), 0);
});

test('a signal stops the job in the middle of an entry, and everything that is open is closed', {
  timeout: 60_000,
}, async () => {
  // One that is held in memory, and one that is streamed.
  for (const times of [20_000, 100_000]) {
    const stop = new AbortController();
    const destination = memoryDestination();
    const source = memorySource(writeZip([{ name: 'a.csv', content: PEOPLE.repeat(times) }, { name: 'b' }]));
    const job = { source, destination, recipe: CSV, signal: stop.signal, onProgress: () => stop.abort() };
    await assert.rejects(processArchive(job), { code: 'job/stopped' });
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(destination.live(), 0);
    assert.equal(source.live(), 0);
    assert.equal(JSON.parse(String(destination.files.get('x/_manifest.json'))).status, 'unfinished');
    assert.ok(!destination.files.has('x/a.csv'), `${times} times`);
  }
});

test('a signal stops the removal of outdated outputs, and the next job resumes it', async () => {
  const stop = new AbortController();
  const destination = memoryDestination({ fail: (_, act) => void (act === 'remove' && stop.abort()) });
  await work(writeZip(['a', 'b', 'c', 'd'].map(name => ({ name, content: name }))), { destination });
  const from = { etag: 'newer' };
  const zip = writeZip([{ name: 'a', content: 'new' }]);
  await assert.rejects(work(zip, { destination, from, signal: stop.signal }), { code: 'job/stopped' });
  assert.deepEqual([...destination.files.keys()].sort(), ['x/_manifest.json', 'x/a', 'x/c', 'x/d']);
  assert.equal(JSON.parse(String(destination.files.get('x/_manifest.json'))).status, 'unfinished');
  destination.acts.length = 0;
  const { manifest } = await work(zip, { destination, from });
  assert.equal(manifest?.status, 'complete');
  assert.deepEqual([...destination.files.keys()].sort(), ['x/_manifest.json', 'x/a']);
  assert.ok(!destination.acts.includes('create x/a'), 'what was written is kept');
});

test('a signal before outdated outputs are removed leaves all of them, and one manifest that lists them', async () => {
  const stop = new AbortController();
  const destination = memoryDestination();
  await work(writeZip(['a', 'b'].map(name => ({ name, content: name }))), { destination });
  destination.acts.length = 0;
  const { hold } = destination;
  destination.hold = async (path, bytes) => {
    const output = await hold(path, bytes);
    return { ...output, commit: () => output.commit().finally(() => stop.abort()) };
  };
  const zip = writeZip([{ name: 'a', content: 'new' }]);
  const newer = work(zip, { destination, from: { etag: 'newer' }, signal: stop.signal });
  await assert.rejects(newer, { code: 'job/stopped' });
  assert.deepEqual(JSON.parse(String(destination.files.get('x/_manifest.json'))).outdated, ['x/b']);
  // The claim is the other one.
  assert.equal(destination.acts.filter(act => act === 'commit x/_manifest.json').length, 2);
  assert.ok(!destination.acts.some(act => act.startsWith('remove')));
});

for (const delayMs of [0, 50]) {
  test(`an entry that fails leaves no rejected file, even one that takes ${delayMs} ms to open`, async () => {
    const destination = memoryDestination();
    const { create } = destination;
    destination.create = async (path, entry) => {
      if (path.startsWith('_rejected')) await new Promise(resolve => setTimeout(resolve, delayMs));
      return create(path, entry);
    };
    const records = Array.from({ length: 100_000 }, (_, index) => `${index}\n`).join('');
    const zip = writeZip([{ name: 'a.csv', content: `${PEOPLE}${records}`, crc32: 1 }]);
    const { manifest } = await work(zip, { destination, recipe: CSV });
    assert.equal([...(manifest?.entries ?? [])][0].error?.code, 'archive/crc-mismatch');
    assert.ok(destination.acts.includes('create _rejected/x/a.csv'));
    assert.equal(destination.live(), 0);
    assert.deepEqual([...destination.files.keys()], ['x/_manifest.json']);
  });
}

test('concurrent jobs into the same folder do no harm', { timeout: 60_000 }, async t => {
  const root = await mkdtemp(join(tmpdir(), 'sluice-process-'));
  t.after(() => rm(root, { recursive: true }));
  const zip = writeZip(Array.from({ length: 30 }, (_, index) => ({ name: `f/${index}.csv`, content: PEOPLE })));
  const outcomes = await Promise.all(
    [1, 2, 3].map(async () => work(zip, { recipe: CSV, destination: await openDestination(root) })),
  );
  for (const { manifest } of outcomes) assert.equal(manifest?.status, 'complete');
  const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter(file => file.isFile());
  assert.equal(files.length, 91);
  assert.equal(await readFile(join(root, 'x/f/29.csv'), 'utf8'), 'a\n1\n');
});
