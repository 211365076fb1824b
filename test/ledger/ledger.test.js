import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '../../src/errors.js';
import { processArchive } from '../../src/job/archive.js';
import { writeDown } from '../../src/ledger/consult.js';
import { leftBehind, readLedger, writeManifest } from '../../src/ledger/ledger.js';
import { pendingOutcome } from '../../src/ledger/manifest.js';
import { supersededBy, withSuperseded } from '../../src/ledger/superseded.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { Job } from '../../src/job/archive.js' */

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

test('what a new version has under another name is not removed where the two names are one file', async () => {
  /** @param {(path: string) => string} fold */
  const after = async fold => {
    const destination = { ...memoryDestination(), fold };
    await work(destination, '1', 'b');
    await work(destination, '2', 'a');
    return outputs(destination);
  };
  assert.deepEqual(await after(path => path), ['x/a']);
  // Both names are there, as this destination holds them apart: what counts is that none was removed.
  assert.deepEqual(await after(path => path.replace(/b$/, 'a')), ['x/a', 'x/b']);
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
  '{"version":1,"archive":{"superseded":7},"recipe":{},"entries":[]}',
  '{"version":1,"archive":{"superseded":["null"]},"recipe":{},"entries":[]}',
  '{"version":1,"archive":{"superseded":[""]},"recipe":{},"entries":[]}',
  '{"version":1,"archive":{"superseded":[null]},"recipe":{},"entries":[]}',
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

test('what a later version does not have is taken back, also by a job that is being stopped', async () => {
  const destination = memoryDestination({
    fail(_path, act) {
      if (act === 'commit') throw new StorageError('storage/conflict', 'changed');
    },
  });
  const later = {
    ...manifestOf('complete', 'later'),
    archive: { uri: '/somewhere/x.zip', etag: '2', sequencer: '03' },
  };
  destination.files.set('x/_manifest.json', Buffer.from(JSON.stringify({ ...later, entries: [] })));
  destination.files.set('x/0', Buffer.from(''));
  const { present } = destination;
  /** @type {unknown[]} */
  const stops = [];
  destination.present = (paths, stop) => {
    stops.push(stop);
    return present(paths, stop);
  };
  const job = {
    source: memorySource(writeZip([])),
    destination,
    recipe: COPY,
    sequencer: '02',
    signal: AbortSignal.abort(),
  };
  const ours = manifestOf('publishing', 'ours');
  ours.entries[0].output = 'memory/x/0';
  const end = await writeDown(job, ours);
  assert.deepEqual(end, { result: 'superseded', manifest: null });
  assert.deepEqual(outputs(destination), []);
  assert.deepEqual(stops, [undefined]);
});

/** @type {[title: string, previous: any, job: any, left: string[]][]} */
const LEFT = [
  ['nothing, after nothing', null, {}, []],
  ['an earlier version that is partial', { status: 'partial' }, {}, ['v1']],
  ['an earlier version that failed', { status: 'failed' }, {}, ['v1']],
  ['an earlier version that is unfinished', { status: 'unfinished' }, {}, ['v1']],
  ['not one that is complete', { status: 'complete' }, {}, []],
  ['what an earlier version named', { status: 'partial', superseded: ['v0'] }, {}, ['v0', 'v1']],
  ['what a complete one named, and had no time for', { status: 'complete', superseded: ['v0'] }, {}, ['v0']],
  [
    'what this version named itself',
    { status: 'unfinished', superseded: ['v0'] },
    { versionId: 'v1', etag: '1' },
    ['v0'],
  ],
  ['never this version', { status: 'partial', superseded: ['v2', 'v0'] }, {}, ['v0', 'v1']],
  ['nothing in a bucket without versions', { status: 'partial', versionId: null }, { versionId: null }, []],
  ['nothing of a later version', { status: 'partial', sequencer: '03', superseded: ['v0'] }, {}, []],
  [
    'nothing where no sequencer says that it is older',
    { status: 'partial', superseded: ['v0'] },
    { sequencer: null },
    [],
  ],
  ['nothing of another archive', { status: 'partial', superseded: ['v0'] }, { uri: 's3://in/y.zip' }, []],
];
for (const [title, previous, job, left] of LEFT) {
  test(`what is left behind is ${title}`, () => {
    const { status, ...archive } = previous ?? {};
    const there = previous && {
      ...manifestOf('complete', 'before'),
      status,
      archive: { uri: 's3://in/x.zip', etag: '1', versionId: 'v1', sequencer: '01', ...archive },
    };
    const { sequencer = '02', ...source } = job;
    assert.deepEqual(
      leftBehind(there, { source: { uri: 's3://in/x.zip', etag: '2', versionId: 'v2', ...source }, sequencer }),
      left,
    );
  });
}

test('a manifest names a hundred superseded versions at most, and the newest of them', () => {
  const versions = Array.from({ length: 150 }, (_, index) => `v${index}`);
  const named = supersededBy(withSuperseded(manifestOf('partial', 'ours'), versions));
  assert.deepEqual(named, versions.slice(50));
  assert.ok(!('superseded' in withSuperseded(manifestOf('partial', 'ours'), []).archive));
});

test('a job without an event, forced or not, keeps the order of its version', async () => {
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

/** @type {[title: string, theirs: any, ours: any, by: string][]} */
const PROGRESS = [
  ['one that has more entries to come is replaced', { pending: 2 }, { pending: 1 }, 'ours'],
  ['one that has fewer entries to come stands', { pending: 1 }, { pending: 2 }, 'theirs'],
  ['one of an earlier turn is replaced', { pending: 1, turns: 2 }, { pending: 1, turns: 3 }, 'ours'],
  ['one of a later turn stands', { pending: 1, turns: 3 }, { pending: 1, turns: 2 }, 'theirs'],
];
for (const [title, theirs, ours, by] of PROGRESS) {
  test(`of two unfinished manifests on the same, ${title}`, async () => {
    const [there, here] = [theirs, ours].map(({ pending, ...more }, index) => {
      const manifest = { ...manifestOf('publishing', index === 0 ? 'theirs' : 'ours'), ...more };
      for (const [at, entry] of manifest.entries.entries()) entry.status = at < pending ? 'pending' : 'written';
      return manifest;
    });
    assert.equal(/** @type {any} */ (await writeManifest(overtaken(there), 'x', here)).by, by);
  });
}

/** @param {any} manifest Another job's, which gets there first. */
function overtaken(manifest) {
  const destination = memoryDestination();
  const { create } = destination;
  let isFirst = true;
  destination.create = async (path, entry) => {
    const output = await create(path, entry);
    const commit = async () => {
      if (!isFirst) return output.commit();
      isFirst = false;
      destination.files.set(path, Buffer.from(JSON.stringify(manifest)));
      return 'adopted';
    };
    return { ...output, commit: /** @type {typeof output.commit} */ (commit) };
  };
  return destination;
}

test('a manifest that takes the place of another job’s names the superseded versions of both', async () => {
  const destination = overtaken(withSuperseded(manifestOf('publishing', 'theirs'), ['v0', 'v1']));
  const written = await writeManifest(destination, 'x', withSuperseded(manifestOf('complete', 'ours'), ['v1', 'v2']));
  assert.deepEqual(supersededBy(written), ['v0', 'v1', 'v2']);
  const there = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.deepEqual([there.status, there.archive.superseded], ['complete', ['v0', 'v1', 'v2']]);
});

/**
 * Of two jobs on the same version and recipe, whose manifest stands where theirs got there first.
 *
 * @type {Record<string, Record<string, 'theirs' | 'ours' | 'conflict'>>}
 */
const STANDS = {
  publishing: { publishing: 'theirs', tidying: 'ours', complete: 'ours', failed: 'ours' },
  tidying: { publishing: 'conflict', tidying: 'theirs', complete: 'ours', failed: 'ours' },
  complete: { publishing: 'theirs', tidying: 'theirs', complete: 'theirs', failed: 'theirs' },
  partial: { publishing: 'theirs', tidying: 'theirs', complete: 'theirs', failed: 'theirs' },
  failed: { publishing: 'conflict', tidying: 'conflict', complete: 'conflict', failed: 'conflict' },
  // Of an earlier event.
  'earlier publishing': { publishing: 'ours', tidying: 'ours', complete: 'ours', failed: 'ours' },
  'earlier tidying': { publishing: 'conflict', tidying: 'ours', complete: 'ours', failed: 'ours' },
  'earlier complete': { publishing: 'ours', tidying: 'ours', complete: 'ours', failed: 'ours' },
  'earlier failed': { publishing: 'ours', tidying: 'ours', complete: 'ours', failed: 'ours' },
};
for (const [theirs, row] of Object.entries(STANDS)) {
  for (const [ours, expected] of Object.entries(row)) {
    test(`a manifest that is ${theirs}, and there first, against one that is ${ours}: ${expected}`, async () => {
      const destination = overtaken(manifestOf(theirs, 'theirs'));
      const end = await writeManifest(destination, 'x', manifestOf(ours, 'ours')).catch(error => error);
      if (expected === 'conflict') assert.equal(end.code, 'storage/conflict');
      else assert.equal(end.by, expected);
      const there = JSON.parse(String(destination.files.get('x/_manifest.json')));
      assert.equal(there.by, expected === 'ours' ? 'ours' : 'theirs');
    });
  }
}

/**
 * @param {string} stage
 * @param {string} by
 * @returns {any}
 */
function manifestOf(stage, by) {
  const sequencer = stage.startsWith('earlier ') ? '01' : '02';
  const name = stage.replace('earlier ', '');
  const status = ['publishing', 'tidying'].includes(name) ? 'unfinished' : name;
  const entries = ['written', name === 'publishing' ? 'pending' : 'skipped'].map((state, index) => ({
    ...pendingOutcome(/** @type {any} */ ({ name: `${index}`, bytes: 1, crc32: 1 }), 'copy'),
    status: state,
  }));
  const archive = { uri: 's3://in/x.zip', bytes: 1, etag: '1', versionId: null, sequencer };
  return { by, version: 1, archive, recipe: { sha256: '1' }, status, entries };
}
