import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { openDestination } from '../../src/destination/open.js';
import { inspectArchive } from '../../src/inspect/inspect-archive.js';
import { processArchive } from '../../src/job/archive.js';
import { MAX_STALLED_TURNS } from '../../src/ledger/turn-counts.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { makeStreams } from '../engine/seven-zip-streams.js';
import { memoryStore } from '../job/fixture.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { randomOf } from '../support/random.js';
import { deflate64 } from '../support/seven-zip.js';
import { writeZip } from '../support/zip-writer.js';
import { drawTable, takeTurn } from './turns.js';

const TABLE = drawTable(randomOf(1), 1_500_000);
const STREAMS = makeStreams();
const RECIPE = await compileRecipe({
  entries: [{ match: '*.csv', csv: { drop: ['note'] } }],
  limits: { maxRatio: 1e6 },
});

test('entries of every supported method come out right, copied and edited, in a folder', async () => {
  const contents = STREAMS.slice(0, 12).map(({ raw, content }) => ({ method: 9, raw, content }));
  const zip = writeZip([
    { name: '0.csv', content: TABLE, method: 0 },
    { name: '8.csv', content: TABLE },
    { name: '9.csv', content: TABLE, method: 9, raw: deflate64(TABLE) },
    { name: '93.csv', content: TABLE, method: 93, raw: zstdCompressSync(TABLE) },
    ...contents.map((entry, index) => ({ name: `9-${index}`, ...entry })),
    ...contents.map(({ content }, index) => ({
      name: `93-${index}`,
      method: 93,
      content,
      raw: zstdCompressSync(content),
    })),
    { name: 'small-93', content: 'x', method: 93, raw: zstdCompressSync('x') },
    ...[8, 9, 93].map(method => ({ name: `empty-${method}`, content: '', method, raw: Buffer.alloc(0) })),
    { name: 'empty-frame', content: '', method: 93, raw: zstdCompressSync('') },
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'sluice-methods-'));
  try {
    const destination = await openDestination(folder);
    const { manifest } = await processArchive({ source: memorySource(zip), destination, recipe: RECIPE });
    assert.deepEqual(
      Array.from(manifest?.entries ?? []).filter(({ error }) => error !== null),
      [],
    );
    assert.equal(manifest?.status, 'complete');
    /** @param {string} name */
    const read = name => readFile(join(folder, 'x', name));
    const edited = await read('8.csv');
    assert.ok(edited.length > 0 && edited.length < TABLE.length);
    for (const name of ['0.csv', '9.csv', '93.csv']) assert.ok((await read(name)).equals(edited), name);
    for (const [index, { content }] of contents.entries()) {
      for (const method of [9, 93]) assert.ok((await read(`${method}-${index}`)).equals(content), `${method}-${index}`);
    }
    assert.equal(String(await read('small-93')), 'x');
    for (const name of ['empty-8', 'empty-9', 'empty-93', 'empty-frame']) assert.equal((await read(name)).length, 0);
    assert.ok(!(await readdir(folder)).some(name => name.startsWith('.')));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('sluice inspect reads entries of every supported method', async () => {
  const zip = writeZip([
    { name: '8.csv', content: TABLE },
    { name: '9.csv', content: TABLE, method: 9, raw: deflate64(TABLE) },
    { name: '93.csv', content: TABLE, method: 93, raw: zstdCompressSync(TABLE) },
    { name: 'short-93.csv', content: 'a,b\n1,2\n', method: 93, raw: zstdCompressSync('a,b\n1,2\n') },
    { name: 'broken-93.csv', content: 'a,b\n1,2\n', method: 93, raw: Buffer.from('garbage') },
  ]);
  const { error, entries, kinds } = await inspectArchive({ source: memorySource(zip), recipe: null });
  assert.equal(error, null);
  assert.deepEqual(
    entries.map(({ method, kind, error }) => [method, kind, error?.code]),
    [
      ['deflate', 0, undefined],
      ['deflate64', 0, undefined],
      ['zstandard', 0, undefined],
      ['zstandard', 1, undefined],
      ['zstandard', null, 'archive/corrupt'],
    ],
  );
  assert.equal(kinds.length, 2);
});

test('an entry of a method that is not supported fails alone, and the error says what to do', async () => {
  const zip = writeZip([
    { name: 'a', content: 'x', method: 12 },
    { name: 'b', content: 'y', method: 9, raw: deflate64(Buffer.from('y')) },
  ]);
  const { manifest } = await processArchive({
    source: memorySource(zip),
    destination: memoryDestination(),
    recipe: RECIPE,
  });
  const [{ error }, { status }] = Array.from(manifest?.entries ?? []);
  assert.equal(
    error?.message,
    'entry "a" is compressed by method 12 (bzip2); supported are 0 (stored), 8 (deflate), 9 (deflate64) and 93 (zstandard): ' +
      'send it again compressed by deflate',
  );
  assert.equal(status, 'written');
});

test('a deflate64 entry is resumed from checkpoint to checkpoint', async () => {
  const zip = writeZip([{ name: 'a.csv', content: TABLE, method: 9, raw: deflate64(TABLE) }]);
  const once = memoryDestination();
  await takeTurn({ zip, recipe: RECIPE, destination: once });
  const destination = memoryDestination();
  const store = memoryStore();
  let turns = 1;
  const turn = () => takeTurn({ zip, recipe: RECIPE, destination, store, chunkBytes: 20_000, pauseAfter: 3 });
  for (let { manifest } = await turn(); manifest?.status !== 'complete'; { manifest } = await turn()) {
    assert.ok(store.bytes() !== null);
    turns += 1;
    assert.ok(turns < 100);
  }
  assert.ok(turns > 3, `${turns} turns`);
  assert.ok(destination.files.get('x/a.csv')?.equals(/** @type {Buffer} */ (once.files.get('x/a.csv'))));
});

test('bytes and CRC-32 of zstd and deflate64 are verified before anything is published', async () => {
  const compressed = { 9: deflate64(TABLE), 93: zstdCompressSync(TABLE) };
  for (const [method, raw] of Object.entries(compressed)) {
    const entry = { name: 'a.txt', content: TABLE, method: Number(method), raw };
    for (const [how, code] of /** @type {[object, string][]} */ ([
      [{ crc32: 1 }, 'archive/crc-mismatch'],
      [{ size: TABLE.length - 1 }, 'archive/size-mismatch'],
      [{ size: TABLE.length + 1 }, 'archive/size-mismatch'],
      [{ raw: raw.subarray(0, -1) }, 'archive/corrupt'],
      [
        { raw: Buffer.concat([raw, Buffer.from('garbage')]) },
        method === '9' ? 'archive/size-mismatch' : 'archive/corrupt',
      ],
    ])) {
      const destination = memoryDestination();
      const source = memorySource(writeZip([{ ...entry, ...how }]), { chunkBytes: 50_000 });
      const { manifest } = await processArchive({ source, destination, recipe: RECIPE });
      assert.equal(
        Array.from(manifest?.entries ?? [])[0].error?.code,
        code,
        `method ${method}, ${JSON.stringify(how).slice(0, 40)}`,
      );
      assert.deepEqual(
        [[...destination.files.keys()], destination.live(), source.live()],
        [['x/_manifest.json'], 0, 0],
      );
    }
  }
});

test('a zstd entry whose time is up starts again in the next turn, and the error says why', async () => {
  const raw = zstdCompressSync(TABLE);
  const zip = writeZip([
    { name: 'first.csv', content: TABLE, method: 9, raw: deflate64(TABLE) },
    { name: 'zstd.csv', content: TABLE, method: 93, raw },
  ]);
  const destination = memoryDestination();
  const store = memoryStore();
  const turn = (/** @type {number} */ pauseAfter) =>
    takeTurn({ zip, recipe: RECIPE, destination, store, chunkBytes: 20_000, pauseAfter });
  const why = /entry "zstd.csv" is compressed by zstd, so it has to be finished in one go and starts again/;

  const chunksOfFirst = Math.ceil(deflate64(TABLE).length / 20_000);
  const first = await turn(chunksOfFirst + 4);
  assert.deepEqual([first.error?.code, first.error?.isSoon], ['job/stopped', true]);
  assert.match(first.error.message, why);
  assert.ok(destination.files.has('x/first.csv') && !destination.files.has('x/zstd.csv'));
  assert.deepEqual([store.bytes(), destination.live()], [null, 0], 'nothing is kept of it');
  const unfinished = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.equal(unfinished.status, 'unfinished');
  assert.match(unfinished.error.message, why);

  for (let stalled = 1; stalled <= MAX_STALLED_TURNS; stalled += 1) {
    const { error } = await turn(4);
    assert.match(error.message, /need a larger --budget \(in the function, more memory/);
    assert.equal(error.code, stalled < MAX_STALLED_TURNS ? 'job/stopped' : 'job/no-progress');
    assert.match(error.message, why);
  }
  const { manifest } = await turn(Infinity);
  assert.equal(manifest?.status, 'complete');
  assert.ok(destination.files.get('x/zstd.csv')?.equals(/** @type {Buffer} */ (destination.files.get('x/first.csv'))));
});
