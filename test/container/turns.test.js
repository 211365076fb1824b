import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { destinationStore } from '../../src/checkpoint/store.js';
import { openContainer } from '../../src/container/open-container.js';
import { openDestination } from '../../src/destination/open.js';
import { StoppedError, StorageError } from '../../src/errors.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { unlikeBytes } from '../destination/fixture.js';
import { COPY, memoryStore } from '../job/fixture.js';
import { stride } from '../support/cases.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { temporaryFolder } from '../support/run-cli.js';
import { contentOf, localS3 } from '../support/s3.js';
import { paxHeader, tarFile, tarHeader, writeTar } from '../support/tar-writer.js';
import { takeTurns } from './take-turns.js';

const CSV = await compileRecipe({ entries: [{ match: '**/*.csv', csv: { drop: ['note'] } }] });
const TABLE = `id,note\n${Array.from({ length: 40_000 }, (_, id) => `${id},${(id * 7919) % 1013}\n`).join('')}`;
const SMALL = Array.from({ length: 30 }, (_, index) => ({ name: `small/${index}`, content: `content ${index}` }));
const TAR = writeTar([
  { name: 'a.csv', content: TABLE },
  ...SMALL,
  { name: 'raw', content: unlikeBytes(1_000_000) },
  { name: 'b.csv', content: TABLE },
]);

for (const [what, bytes] of /** @type {const} */ ([
  ['a tar', TAR],
  ['a tar.gz', gzipSync(TAR)],
  ['a gzip file', gzipSync(TABLE.repeat(4))],
  [
    'a gzip file of several members',
    Buffer.concat([TABLE.slice(0, 1000), TABLE.repeat(3), TABLE].map(text => gzipSync(text))),
  ],
  [
    'a tar.gz of many members',
    Buffer.concat(
      Array.from({ length: Math.ceil(TAR.length / 9_999) }, (_, index) =>
        gzipSync(TAR.subarray(index * 9_999, (index + 1) * 9_999)),
      ),
    ),
  ],
])) {
  test(`${what} gives the same bytes, however often the job pauses`, async () => {
    const whole = await takeTurns(bytes, () => Number.POSITIVE_INFINITY, { recipe: CSV });
    assert.equal(whole.turns, 1);
    for (const readsOf of [() => 150, (/** @type {number} */ turn) => 40 + ((turn * 61) % 300)]) {
      const { files, turns } = await takeTurns(bytes, readsOf, { recipe: CSV });
      assert.ok(turns > 1);
      assert.deepEqual([...files.keys()].sort(), [...whole.files.keys()].sort());
      for (const [path, content] of whole.files) assert.ok(files.get(path)?.equals(content), path);
    }
  });
}

test('a first pass that took several turns is neither begun again nor repeated', async () => {
  const bytes = gzipSync(unlikeBytes(6_000_000));
  const whole = await takeTurns(bytes, () => Number.POSITIVE_INFINITY, { recipe: COPY });
  const { bytesRead, turns } = await takeTurns(bytes, () => 400, { recipe: COPY });
  assert.ok(turns > 4, `${turns} turns`);
  // Each turn reads the tail again, some chunks that it does not come to use, and a little before the entry's place.
  assert.ok(bytesRead < whole.bytesRead + turns * 1_700_000, `${bytesRead} bytes in ${turns} turns`);
});

test('a turn that is stopped before all outdated outputs are removed keeps what the first pass found', async () => {
  let isBroken = false;
  const destination = memoryDestination({
    fail(_, act) {
      if (isBroken && act === 'remove') throw new StorageError('storage/failed', 'broken');
    },
  });
  const store = memoryStore();
  let reads = 0;
  /**
   * @param {string[]} names
   * @param {string} etag
   * @param {number} [pauseAfter] Reads.
   */
  const work = (names, etag, pauseAfter) => {
    const pause = new AbortController();
    reads = 0;
    const failure = () => {
      reads += 1;
      if (reads === pauseAfter) pause.abort();
      return null;
    };
    const tar = gzipSync(writeTar(names.map(name => ({ name, content: unlikeBytes(2_000_000) }))));
    const source = memorySource(tar, { etag, uri: '/in/x.tar.gz', chunkBytes: 8192, failure });
    const turn = { pause: pause.signal, remainingMs: () => 1_000_000, store };
    return processArchive({ source, destination, recipe: COPY, turn });
  };
  await work(['a', 'b'], 'older');
  await assert.rejects(work(['a', 'c'], 'newer', 300), { code: 'job/stopped' });
  isBroken = true;
  await assert.rejects(work(['a', 'c'], 'newer'), { code: 'storage/failed' });
  assert.ok(store.bytes() !== null, 'the checkpoint is still there');
  isBroken = false;
  const { manifest } = await work(['a', 'c'], 'newer');
  assert.deepEqual([manifest?.status, store.bytes()], ['complete', null]);
  assert.ok(reads < 300, `${reads} reads`);
  assert.deepEqual([...destination.files.keys()].sort(), ['x/_manifest.json', 'x/a', 'x/c']);
});

test('a tar.gz comes out the same in a folder and in S3, with its checkpoints there', async t => {
  const bytes = gzipSync(TAR);
  const whole = await takeTurns(bytes, () => Number.POSITIVE_INFINITY, { recipe: CSV });
  const folder = await temporaryFolder(t);
  const { client, s3 } = await localS3(t);
  /** @type {[to: string, read: (path: string) => Promise<Buffer>][]} */
  const places = [
    [folder, path => readFile(join(folder, path))],
    ['s3://bucket/out', path => contentOf(client, `out/${path}`)],
  ];
  for (const [to, read] of places) {
    const { turns } = await takeTurns(bytes, () => 180, {
      recipe: CSV,
      open: async () => {
        const destination = await openDestination(to, { s3 });
        return { destination, store: destinationStore(destination, 'x') };
      },
    });
    assert.ok(turns > 2, `${turns} turns`);
    for (const [path, content] of whole.files) assert.ok((await read(path)).equals(content), path);
  }
});

for (const [what, pack] of /** @type {[string, (tar: Buffer) => Buffer][]} */ ([
  ['a tar', tar => tar],
  ['a tar.gz', tar => gzipSync(tar, { level: 0 })],
])) {
  test(`a turn that ends among very many empty entries of ${what} leaves where it was, and the next one continues there`, async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => ({
      name: `${index}`,
      link: '/x'.repeat(index % 40),
      type: '2',
    }));
    const bytes = pack(writeTar([...names, { name: 'file', content: 'x' }]));
    const recipe = await compileRecipe({
      entries: [
        { match: 'file', copy: true },
        { match: '**', skip: true },
      ],
      limits: { maxEntries: 10_000 },
    });
    const whole = await takeTurns(bytes, () => Number.POSITIVE_INFINITY, { recipe });
    // The tail takes 17.
    const { files, turns, bytesRead } = await takeTurns(bytes, () => 17 + Math.ceil(bytes.length / 8192 / 8), {
      recipe,
    });
    assert.ok(turns > 5, `${turns} turns`);
    assert.deepEqual([...files.keys()], ['x/file']);
    assert.ok(bytesRead < whole.bytesRead + turns * 1_200_000, `${bytesRead} bytes in ${turns} turns`);
  });
}

test('a turn may end among very many members of a gzip file that hold nothing', async () => {
  const bytes = Buffer.concat([...Array(15_000).fill(gzipSync('')), gzipSync('x')]);
  const { files, turns } = await takeTurns(bytes, turn => (turn < 4 ? 17 + 8 : Number.POSITIVE_INFINITY), {
    recipe: COPY,
  });
  assert.equal(turns, 3);
  assert.deepEqual(Object.fromEntries(files), { 'x/x.csv': Buffer.from('x') });
});

test('what is listed is the same wherever turns end, also what is refused', async () => {
  const tar = Buffer.concat([
    tarFile({ name: 'a', content: unlikeBytes(3000) }),
    tarHeader({ name: 'link', type: '2', link: 'a' }),
    tarHeader({ name: 'folder/', type: '5' }),
    paxHeader({ 'GNU.sparse.major': '1', 'GNU.sparse.name': 'sparse', comment: 'x'.repeat(2000) }),
    tarFile({ name: 'short', content: unlikeBytes(5000) }),
    tarFile({ name: Buffer.from('m\xfcller', 'latin1'), content: unlikeBytes(2000) }),
    tarFile({ name: 'b', content: 'b' }),
    Buffer.alloc(1024),
  ]);
  for (const bytes of [tar, gzipSync(tar, { level: 0 })]) {
    const whole = await list(bytes, Number.POSITIVE_INFINITY);
    assert.deepEqual(
      whole.entries.map(({ error }) => error?.code),
      [undefined, 'archive/special-file', 'archive/special-file', 'archive/unsafe-name', undefined],
    );
    // Before the listing, the end and the beginning are read.
    for (const reads of [1, 40, 43, 45, 48, 50, 52, 55, 58, 61, 64, 70].filter(
      (_, index) => index % stride(0.2) === 0,
    )) {
      const { entries, turns } = await list(bytes, reads);
      assert.deepEqual(entries, whole.entries);
      assert.ok(turns > 1 || reads > 45, `${turns} turns`);
    }
  }
});

/**
 * Lists the entries in turns, each of which is to pause after a number of reads.
 *
 * @param {Buffer} bytes
 * @param {number} reads
 */
async function list(bytes, reads) {
  /** @type {any} */
  let state = null;
  for (let turns = 1; ; turns++) {
    const pause = new AbortController();
    let left = reads;
    const failure = () => {
      left -= 1;
      if (left <= 0) pause.abort();
      return null;
    };
    try {
      const { entries, close } = await openContainer(memorySource(bytes, { chunkBytes: 256, failure }), {
        limits: COPY.limits,
        uri: '/x',
        pause: pause.signal,
        earlier: async () => state && deserialize(state),
        save: async saved => {
          state = serialize(saved);
        },
      });
      close();
      return {
        turns,
        entries: Array.from(entries, ({ error, ...rest }) => ({ ...rest, error: error && { code: error.code } })),
      };
    } catch (error) {
      assert.ok(error instanceof StoppedError, String(error));
    }
  }
}
