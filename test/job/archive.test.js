import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { formatManifest } from '../../src/ledger/format-manifest.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { FOUND } from '../support/reasons.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { Job } from '../../src/job/archive.js' */
/** @import { Progress } from '../../src/job/progress.js' */

const COPY = await compileRecipe();
const CSV = await compileRecipe({
  entries: [
    {
      match: '**/*.csv',
      csv: { drop: ['b'], require: ['a'], phones: [{ field: 'p', format: 'e164', country: 'US' }] },
    },
    { match: '**/.DS_Store', skip: true },
  ],
});
const PEOPLE = 'a,b,p\n1,x,(212) 555-2368\n,x,1\n2,x\n3,x,none\n';

/**
 * @param {Buffer} zip
 * @param {Partial<Job> & { from?: NonNullable<Parameters<typeof memorySource>[1]> }} [job]
 */
function work(zip, { from, ...job } = {}) {
  return processArchive({ source: memorySource(zip, from), destination: memoryDestination(), recipe: COPY, ...job });
}

test('a job writes each entry by its rule, the rejected records apart, and the manifest first and last', async () => {
  const destination = memoryDestination();
  const zip = writeZip([
    { name: 'in/people.csv', content: PEOPLE },
    { name: 'in/', content: '' },
    { name: 'in/.DS_Store', content: 'junk' },
    { name: 'in/photo.jpg', content: 'photo', method: 0 },
  ]);
  const { result, manifest } = await work(zip, { destination, recipe: CSV, sequencer: '0A' });
  assert.equal(result, 'processed');
  assert.deepEqual(Object.fromEntries(Array.from(destination.files, ([path, bytes]) => [path, bytes.toString()])), {
    'x/in/people.csv': 'a,p\n1,+12125552368\n3,none\n',
    '_rejected/x/in/people.csv': '2,x\n',
    '_reasons/x/in/people.csv.jsonl':
      `{"entry":"in/people.csv","dialect":${JSON.stringify(FOUND)},"header":["a","b","p"]}\n` +
      '{"record":3,"byte":30,"code":"csv/field-count","fields":2}\n',
    'x/in/photo.jpg': 'photo',
    'x/_manifest.json': [...formatManifest(/** @type {any} */ (manifest))].join(''),
  });
  const commits = destination.acts.filter(act => act.startsWith('commit'));
  assert.deepEqual(
    // The other entry is published side by side with this one.
    commits.filter(act => act !== 'commit x/in/photo.jpg'),
    [
      'x/_manifest.json',
      '_reasons/x/in/people.csv.jsonl',
      '_rejected/x/in/people.csv',
      'x/in/people.csv',
      'x/_manifest.json',
    ].map(path => `commit ${path}`),
  );
  assert.ok(commits.indexOf('commit x/in/photo.jpg') > 0 && commits.at(-1) === 'commit x/_manifest.json');
  const hex = (/** @type {string} */ text) => crc32(text).toString(16).padStart(8, '0');
  const none = {
    output: null,
    rejected: null,
    reasons: null,
    bytesIn: 0,
    bytesOut: 0,
    records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0 },
    phones: { formatted: 0, unparsed: 0 },
    dates: { formatted: 0, unparsed: 0 },
    where: { unparsed: 0 },
    badRecords: [],
    dialect: null,
    missing: [],
    error: null,
  };
  assert.deepEqual(JSON.parse(JSON.stringify(manifest)), {
    version: 1,
    archive: { uri: '/somewhere/x.zip', bytes: zip.length, etag: 'etag', versionId: null, sequencer: '0A' },
    recipe: { sha256: CSV.sha256 },
    status: 'complete',
    entries: [
      {
        ...none,
        path: 'in/people.csv',
        action: 'csv',
        status: 'written',
        output: 'memory/x/in/people.csv',
        rejected: 'memory/_rejected/x/in/people.csv',
        reasons: 'memory/_reasons/x/in/people.csv.jsonl',
        dialect: FOUND,
        bytesIn: PEOPLE.length,
        bytesOut: 26,
        crc32: hex(PEOPLE),
        records: { read: 4, written: 2, filtered: 1, bad: 1, skipped: 0 },
        phones: { formatted: 1, unparsed: 1 },
        dates: { formatted: 0, unparsed: 0 },
        where: { unparsed: 0 },
        badRecords: [{ record: 3, byte: PEOPLE.indexOf('2,x\n'), code: 'csv/field-count' }],
      },
      { ...none, path: 'in/.DS_Store', action: 'skip', status: 'skipped', crc32: hex('junk') },
      {
        ...none,
        path: 'in/photo.jpg',
        action: 'copy',
        status: 'written',
        output: 'memory/x/in/photo.jpg',
        bytesIn: 5,
        bytesOut: 5,
        crc32: hex('photo'),
      },
    ],
    totals: {
      entries: 3,
      written: 2,
      skipped: 1,
      failed: 0,
      bytesIn: PEOPLE.length + 5,
      bytesOut: 31,
      recordsRead: 4,
      recordsWritten: 2,
      recordsFiltered: 1,
      recordsBad: 1,
      recordsSkipped: 0,
      phonesUnparsed: 1,
      datesUnparsed: 0,
      comparisonsUnparsed: 0,
    },
    turns: 1,
    durationMs: manifest?.durationMs,
    peakRssBytes: manifest?.peakRssBytes,
    error: null,
  });
  assert.ok(Number.isInteger(manifest?.durationMs) && Number.isInteger(manifest?.peakRssBytes));
});

test('an entry that fails leaves nothing, says why, and does not stop the others', async () => {
  const destination = memoryDestination();
  const entries = [
    { name: 'a.csv', content: 'a,b,p\n1,2,3\n4,5\n', crc32: 1 },
    { name: 'b.csv', content: 'a,c\n1,2\n' },
    { name: '../c', content: 'c' },
    { name: 'd', content: 'd' },
  ];
  const { manifest } = await work(writeZip(entries), { destination, recipe: CSV });
  assert.equal(manifest?.status, 'partial');
  assert.deepEqual(
    [...(manifest?.entries ?? [])].map(({ status, error, output }) => [status, error?.code ?? null, output]),
    [
      ['failed', 'archive/crc-mismatch', null],
      ['failed', 'csv/missing-field', null],
      ['failed', 'archive/unsafe-name', null],
      ['written', null, 'memory/x/d'],
    ],
  );
  assert.match(String([...(manifest?.entries ?? [])][1].error?.message), /"b".*a.*c/, 'the error lists the header');
  assert.deepEqual([...destination.files.keys()].sort(), ['x/_manifest.json', 'x/d']);
  assert.equal(destination.live(), 0);
});

test('an unreadable archive leaves a manifest that says so, and is tried again', async () => {
  const destination = memoryDestination();
  for (let time = 0; time < 2; time++) {
    const { result, manifest } = await work(Buffer.from('rubbish'), { destination });
    assert.deepEqual([result, manifest?.status, manifest?.error?.code], ['processed', 'failed', 'archive/not-a-zip']);
    assert.deepEqual([...destination.files.keys()], ['x/_manifest.json']);
  }
});

for (const outputFolder of [
  ...['..', 'a/../b', '/a', 'a\nb', '_rejected', '_rejected/x', '_reasons/x', '_shards'],
  // In a folder, nothing could be written where another archive's manifest belongs.
  ...['x/_manifest.json', 'x/_checkpoint', 'x/_manifest.json/y'],
]) {
  test(`an archive whose outputs would go to ${JSON.stringify(outputFolder)} is refused, and nothing is written`, async () => {
    const destination = memoryDestination();
    const code = outputFolder.includes('_') ? 'archive/reserved-name' : 'archive/unsafe-name';
    await assert.rejects(work(writeZip([]), { destination, from: { outputFolder } }), { code });
    assert.deepEqual(destination.acts, []);
  });
}

test('progress counts up to all bytes and all records, past an entry that fails', async () => {
  /** @type {Progress[]} */
  const reported = [];
  const entries = ['a.csv', 'b.csv', 'c', 'd.csv'].map(name => ({ name, content: PEOPLE.repeat(9_000) }));
  const zip = writeZip(entries.map(entry => ({ ...entry, ...(entry.name === 'b.csv' && { crc32: 1 }) })));
  const { manifest } = await work(zip, { recipe: CSV, onProgress: progress => reported.push({ ...progress }) });
  assert.equal(manifest?.status, 'partial');
  for (const [index, { bytesIn, records, entry, seconds }] of reported.slice(1).entries()) {
    const last = reported[index];
    assert.ok(bytesIn >= last.bytesIn && records >= last.records && entry >= last.entry && seconds >= last.seconds);
  }
  const { bytesIn, bytesTotal, entry: number, entries: count } = /** @type {Progress} */ (reported.at(-1));
  assert.deepEqual([bytesIn, number, count], [bytesTotal, 4, 4]);
});

test('large entries of random bytes and records arrive in a folder unchanged', { timeout: 60_000 }, async t => {
  const root = await mkdtemp(join(tmpdir(), 'sluice-process-'));
  t.after(() => rm(root, { recursive: true }));
  const { randomBytes } = await import('node:crypto');
  const lines = Array.from({ length: 60_000 }, (_, index) => `${index},${randomBytes(index % 60).toString('hex')}\n`);
  const contents = {
    'a.csv': Buffer.from(`a,b\n${lines.join('')}`),
    'b.bin': randomBytes(3_000_001),
    'c.txt': Buffer.from(lines.join('')),
    'd.bin': Buffer.from(lines.join('')).subarray(0, 1_048_576),
  };
  const recipe = await compileRecipe({ entries: [{ match: '*.csv', csv: {} }] });
  const before = (await readdir('/proc/self/fd').catch(() => [])).length;
  for (const method of [0, 8]) {
    const destination = await openDestination(root);
    const zip = writeZip(Object.entries(contents).map(([name, content]) => ({ name, content, method })));
    const { manifest } = await work(zip, { destination, recipe, force: true });
    assert.equal(manifest?.status, 'complete');
    for (const [name, content] of Object.entries(contents)) {
      assert.ok(content.equals(await readFile(join(root, 'x', name))), `${name}, method ${method}`);
    }
    await destination.close();
  }
  assert.equal((await readdir('/proc/self/fd').catch(() => [])).length, before, 'no file is left open');
});

test('recipe/missing-secret: without the key that its recipe needs, a job does not look at its destination', async () => {
  const recipe = await compileRecipe({ entries: [{ match: '*.csv', csv: { hash: ['email'] } }] });
  const source = /** @type {any} */ (null);
  await assert.rejects(processArchive({ source, destination: source, recipe }), { code: 'recipe/missing-secret' });
});

test("the archive's end is read while the destination is listed, and not if nothing is to be done", async () => {
  const destination = memoryDestination();
  const { begin } = destination;
  const source = memorySource(writeZip([{ name: 'a', content: 'a' }]));
  const { promise: isRead, resolve } = Promise.withResolvers();
  const { read } = source;
  let reads = 0;
  source.read = (start, end) => {
    reads += 1;
    resolve(undefined);
    return read(start, end);
  };
  destination.begin = async job => {
    await isRead;
    return begin(job);
  };
  const { result } = await processArchive({ source, destination, recipe: COPY });
  assert.equal(result, 'processed');
  assert.equal(reads, 1);
  assert.equal((await processArchive({ source, destination, recipe: COPY })).result, 'already-done');
  assert.equal(reads, 1);
});
