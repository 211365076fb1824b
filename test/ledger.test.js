import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '../src/errors.js';
import { readLedger } from '../src/ledger.js';
import { processArchive } from '../src/process-archive.js';
import { compileRecipe } from '../src/recipe/recipe.js';
import { memoryDestination } from './fixtures/memory-destination.js';
import { memorySource } from './fixtures/memory-source.js';
import { writeZip } from './fixtures/zip-writer.js';

/** @import { Job } from '../src/process-archive.js' */

const COPY = await compileRecipe();

/**
 * @param {ReturnType<typeof memoryDestination>} destination
 * @param {string} etag
 * @param {string} names One letter each; a capital's CRC-32 is wrong.
 * @param {Partial<Job>} [job]
 */
function work(destination, etag, names, job) {
  const entries = [...names].map(name => ({
    name: name.toLowerCase(),
    content: name.toLowerCase(),
    ...(name !== name.toLowerCase() && { crc32: 1 }),
  }));
  const source = memorySource(names === '' ? Buffer.from('rubbish') : writeZip(entries), { etag });
  return processArchive({ source, destination, recipe: COPY, ...job });
}

/** @param {unknown} manifest */
function plain(manifest) {
  return JSON.parse(JSON.stringify(manifest));
}

/** @param {ReturnType<typeof memoryDestination>} destination */
function outputs(destination) {
  return [...destination.files.keys()].filter(path => !path.endsWith('_manifest.json')).sort();
}

test('the same version and recipe is not processed again, unless it is forced', async () => {
  for (const names of ['ab', 'aB']) {
    const destination = memoryDestination();
    const first = await work(destination, '1', names);
    destination.acts.length = 0;
    const second = await work(destination, '1', names);
    assert.equal(second.result, 'already-done');
    assert.deepEqual(plain(second.manifest), plain(first.manifest));
    assert.equal(destination.acts.length, 0);
    assert.equal((await work(destination, '1', names, { force: true })).result, 'processed');
    assert.ok(destination.acts.includes('commit x/a'));
  }
});

test('usage/place-taken: another file of the same size and time is not taken for the same archive', async () => {
  const destination = memoryDestination();
  const zip = (/** @type {string} */ content) => writeZip([{ name: 'a', content }]);
  const source = (/** @type {string} */ uri, /** @type {string} */ content) =>
    memorySource(zip(content), { uri, etag: '1' });
  await processArchive({ source: source('/jan/x.zip', 'jan'), destination, recipe: COPY });
  const other = processArchive({ source: source('/feb/x.zip', 'feb'), destination, recipe: COPY });
  await assert.rejects(other, { code: 'usage/place-taken' });
  await processArchive({ source: source('s3://in/x.zip', 'jan'), destination, recipe: COPY, force: true });
  const moved = await processArchive({ source: source('s3://old/x.zip', 'jan'), destination, recipe: COPY });
  assert.equal(moved.result, 'already-done');
});

test('an event of the same bytes under another key does not stand in the way of newer versions', async () => {
  const destination = memoryDestination();
  /** @param {string} uri @param {string} etag @param {string} sequencer */
  const arrive = (uri, etag, sequencer) => {
    const source = memorySource(writeZip([{ name: 'a', content: etag }]), { uri, etag });
    return processArchive({ source, destination, recipe: COPY, sequencer });
  };
  await arrive('s3://one/x.zip', '1', '01');
  assert.equal((await arrive('s3://two/x.zip', '1', '09')).result, 'already-done');
  assert.equal((await arrive('s3://one/x.zip', '2', '02')).result, 'processed');
  assert.equal(String(destination.files.get('x/a')), '2');
});

test('another version, and another recipe, is processed', async () => {
  const destination = memoryDestination();
  await work(destination, '1', 'a');
  assert.equal((await work(destination, '2', 'a')).result, 'processed');
  const recipe = await compileRecipe({ entries: [{ match: 'a', skip: true }] });
  const { result, manifest } = await work(destination, '2', 'a', { recipe });
  assert.deepEqual([result, manifest?.totals.skipped], ['processed', 1]);
  assert.deepEqual(outputs(destination), [], 'what the new recipe skips is removed');
});

test('a version with fewer entries removes what only the earlier one had', async () => {
  const destination = memoryDestination();
  await work(destination, '1', 'abc');
  await work(destination, '2', 'ad');
  assert.deepEqual(outputs(destination), ['x/a', 'x/d']);
});

test('what only an earlier version had is removed as soon as one is complete, whatever came between', async () => {
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

test('a removal that fails leaves the job unfinished, and the next one removes', async () => {
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

/** @type {[earlier: string | null, now: string | null, superseded: boolean][]} */
const SEQUENCERS = [
  ['0B', '0A', true],
  ['0a', '0B', false],
  ['0A', '0A', false],
  ['0A0', '0A', false],
  ['0A1', '0A', true],
  ['0A', '0A1', false],
  [null, '0A', false],
  ['0A', null, false],
];
for (const [earlier, now, superseded] of SEQUENCERS) {
  test(`behind sequencer ${earlier}, ${now} is ${superseded ? '' : 'not '}superseded`, async () => {
    const destination = memoryDestination();
    await work(destination, '1', 'a', { sequencer: earlier });
    destination.acts.length = 0;
    const { result, manifest } = await work(destination, '2', 'b', { sequencer: now });
    assert.equal(result, superseded ? 'superseded' : 'processed');
    if (superseded) assert.deepEqual([manifest, destination.acts], [null, []]);
  });
}

const FOREIGN = [
  ...['', 'rubbish', 'null', '[]', '{}', '{"version":2}', '{"version":1,"entries":[]}'],
  '{"version":1,"archive":{},"recipe":{},"entries":[null]}',
  '{"version":1,"archive":{},"recipe":{},"entries":[{"path":"../../etc","output":"x"}]}',
  '{"version":1,"archive":{},"recipe":{},"entries":[],"outdated":["x/../../etc"]}',
  '{"version":1,"archive":{},"recipe":{},"entries":[],"outdated":7}',
];
for (const text of FOREIGN) {
  test(`${text.slice(0, 60) || 'an empty file'}${text.length > 60 ? '…' : ''} under the manifest's name is no manifest`, async () => {
    const destination = memoryDestination();
    destination.files.set('x/_manifest.json', Buffer.from(text));
    const job = { source: memorySource(writeZip([])), recipeSha256: '', sequencer: null };
    assert.deepEqual(await readLedger(destination, job), { previous: null, state: 'nothing' });
    assert.equal((await work(destination, '1', 'a')).manifest?.status, 'complete');
  });
}

test('a manifest that another job has written meanwhile counts as ours where it is a finished one', async () => {
  for (const status of ['complete', 'unfinished']) {
    const destination = memoryDestination();
    const archive = { etag: '1', versionId: null };
    const other = { version: 1, archive, recipe: { sha256: COPY.sha256 }, entries: [], status };
    const { create } = destination;
    destination.create = async (path, entry) => {
      const output = await create(path, entry);
      if (!path.endsWith('_manifest.json')) return output;
      return {
        ...output,
        async commit() {
          destination.files.set(path, Buffer.from(JSON.stringify(other)));
          return 'adopted';
        },
      };
    };
    const done = work(destination, '1', 'a');
    if (status === 'complete') assert.deepEqual(plain((await done).manifest), other);
    else await assert.rejects(done, { code: 'storage/conflict' });
  }
});
