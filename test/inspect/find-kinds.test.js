import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { inspectArchive } from '../../src/inspect/inspect-archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { openSource } from '../../src/source/open-source.js';
import { memorySource } from '../support/memory-source.js';
import { temporaryFolder } from '../support/run-cli.js';
import { localS3 } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { Source } from '../../src/source/open-source.js' */
/** @import { ZipEntry } from '../support/zip-writer.js' */

/**
 * Counts what is read of a source.
 *
 * @param {Source} source
 */
function counted(source) {
  const counts = { reads: 0, bytes: 0, atOnce: 0, most: 0 };
  /** @type {Source['read']} */
  const read = (start, end) => {
    counts.reads += 1;
    counts.bytes += end - start;
    counts.atOnce += 1;
    counts.most = Math.max(counts.most, counts.atOnce);
    return source.read(start, end).once('close', () => {
      counts.atOnce -= 1;
    });
  };
  return { counts, source: { ...source, read } };
}

/** @param {number} seed */
function rows(seed, count = 60) {
  return Array.from(
    { length: count },
    (_, n) => `${n},u${(n + seed) * 7919}@x.org,${(seed * 31 + n * n) % 99_991}\n`,
  ).join('');
}

/**
 * @param {Source} source
 * @param {unknown} [recipe]
 */
async function inspect(source, recipe) {
  return inspectArchive({ source, recipe: recipe === undefined ? null : await compileRecipe(recipe) });
}

test('of a large entry only the beginning is read', async () => {
  const content = `id,text\n1,"${'x'.repeat(8 * 1024 ** 2)}`;
  const { source, counts } = counted(memorySource(writeZip([{ name: 'a.csv', content, method: 0 }])));
  await inspect(source);
  assert.ok(counts.bytes < 256 * 1024, `${counts.bytes} bytes`);
});

describe('ten thousand entries', { timeout: 300_000 }, () => {
  const alike = writeZip(
    Array.from({ length: 10_000 }, (_, n) => ({ name: `${n % 7}/${n}.csv`, content: `id,email,n\n${rows(n, 5)}` })),
  );

  test('of one kind take a few requests, each byte once', async () => {
    const { source, counts } = counted(memorySource(alike, { chunkBytes: 1024 ** 2 }));
    const { kinds, entries } = await inspect(source);
    assert.deepEqual([kinds.length, kinds[0].entries.length], [1, 10_000]);
    assert.ok(entries.every(({ kind }) => kind === 0));
    assert.deepEqual([kinds[0].sampledRecords, kinds[0].isWhole], [15, false]);
    assert.ok(counts.bytes < 1.2 * alike.length + 300_000, `${counts.bytes} bytes of ${alike.length}`);
    assert.ok(counts.reads < alike.length / 250_000 + 10, `${counts.reads} reads`);
  });

  test('in S3 take a few requests, several at a time', async t => {
    const { s3, put, requests } = await localS3(t);
    await put('x.zip', alike);
    requests.seen.length = 0;
    const { source, counts } = counted(await openSource('s3://bucket/x.zip', { s3 }));
    try {
      const { kinds, archive } = await inspect(source, { entries: [{ match: '**/*.csv', csv: { drop: ['email'] } }] });
      assert.equal(kinds[0].entries.length, 10_000);
      assert.deepEqual(kinds[0].afterHeader, ['id', 'n']);
      assert.equal(archive.etag.length, 32);
    } finally {
      await source.close();
    }
    assert.ok(requests.seen.length < alike.length / 250_000 + 12, `${requests.seen.length} requests`);
    assert.ok(counts.most > 1 && counts.most <= 32, `${counts.most} at once`);
  });
});

test('of large entries of one kind, the beginnings are read, and more only of a few', async () => {
  const content = Buffer.from(`id,email,n\n${rows(1, 20_000)}`);
  const entries = Array.from({ length: 60 }, (_, n) => ({ name: `${n}.csv`, content, method: 0 }));
  const { source, counts } = counted(memorySource(writeZip(entries)));
  const { kinds } = await inspect(source);
  assert.equal(kinds[0].entries.length, 60);
  const most = 60 * 9_000 + 16 * (70_000 + 262_144 + 1_000) + 300_000;
  assert.ok(content.length > 250_000 && counts.bytes < most, `${counts.bytes} bytes`);
});

test('of an entry of 5 GB, a fixed number of bytes is read', async () => {
  const bytes = 5e9;
  const content = Buffer.from(`id,email,n\n${rows(1, 20_000)}`);
  /** @type {ZipEntry} */
  const entry = { name: 'large.csv', raw: content, method: 0, size: bytes, compressedSize: bytes, zip64: true };
  const hole = bytes - content.length;
  const zip = writeZip([entry], { zip64: true });
  const directory = zip.indexOf('PK\x01\x02', zip.length - 400, 'latin1');
  const endRecord = zip.indexOf('PK\x06\x06', directory, 'latin1');
  const shown = writeZip([entry], { zip64: true, directoryOffset: directory + hole, locatorOffset: endRecord + hole });
  // What is there of the entry, zeros, and the directory.
  const at = (/** @type {number} */ from, /** @type {number} */ to) => {
    const out = Buffer.alloc(to - from);
    shown.copy(out, 0, Math.min(from, directory), Math.min(to, directory));
    const behind = Math.max(from, directory + hole);
    if (behind < to) shown.copy(out, behind - from, behind - hole, to - hole);
    return out;
  };
  const large = { ...memorySource(shown), bytes: shown.length + hole };
  const read = (/** @type {number} */ from, /** @type {number} */ to) => Readable.from([at(from, to)]);
  const { source, counts } = counted({ ...large, read });
  const { kinds, entries, error } = await inspect(source);
  assert.equal(error, null);
  assert.deepEqual([entries[0].bytes, kinds[0].header], [bytes, ['id', 'email', 'n']]);
  assert.equal(kinds[0].isWhole, false);
  assert.ok(counts.bytes < 1024 ** 2, `${counts.bytes} bytes`);
});

describe('entries that begin alike', () => {
  const RECIPE = { entries: [{ match: '**', csv: { header: 'auto' } }] };

  /** @param {string[]} contents */
  async function headersOf(contents) {
    const source = memorySource(writeZip(contents.map((content, n) => ({ name: `${n}.csv`, content }))));
    const { entries, kinds } = await inspect(source, RECIPE);
    return entries.map(({ kind }) => kind !== null && kinds[kind].header?.join());
  }

  test('with the same lines above other headers are of other kinds', async () => {
    const contents = Array.from({ length: 30 }, (_, n) => `sep=,\nid,email,${n % 2 ? 'n' : 'm'}\n${rows(n, 5)}`);
    assert.deepEqual(
      await headersOf(contents),
      contents.map((_, n) => `id,email,${n % 2 ? 'n' : 'm'}`),
    );
  });

  test('with other lines above the same header are of one kind', async () => {
    const contents = Array.from({ length: 30 }, (_, n) => `Report ${n}\n\nid,email,n\n${rows(n, 5)}`);
    assert.deepEqual(new Set(await headersOf(contents)), new Set(['id,email,n']));
  });

  test('without a header are of one kind, if they have as many fields', async () => {
    const contents = Array.from({ length: 40 }, (_, n) => rows(n, 8).replaceAll('\n', n % 2 ? '\n' : ',x\n'));
    const source = memorySource(writeZip(contents.map((content, n) => ({ name: `${n}.csv`, content }))));
    const { kinds } = await inspect(source, { entries: [{ match: '**', csv: { header: false } }] });
    assert.deepEqual(
      kinds.map(({ width, entries }) => [width, entries.length]),
      [
        [4, 20],
        [3, 20],
      ],
    );
  });
});

test('archives of several tools are looked into', { timeout: 300_000 }, async t => {
  const folder = await temporaryFolder(t);
  /** @type {Record<string, string>} */
  const files = { 'a/people.csv': `id,email,n\n${rows(1, 30_000)}`, 'naïve.tsv': 'x\ty\n1\t2\n', 'read.me': 'text' };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'in', name)), { recursive: true });
    await writeFile(join(folder, 'in', name), content);
  }
  const python = 'import shutil; shutil.make_archive("../python", "zip")';
  const commands = {
    zip: 'zip -qr ../zip.zip .',
    streamed: 'zip -qr - . | cat > ../streamed.zip',
    stored: 'zip -qr -0 ../stored.zip .',
    '7z': '7z a -bd ../7z.zip .',
    bsdtar: 'bsdtar --format zip -cf ../bsdtar.zip *',
    python: `python3 -c '${python}'`,
  };
  let made = 0;
  for (const [name, command] of Object.entries(commands)) {
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    try {
      await promisify(execFile)('sh', ['-c', command], { cwd: join(folder, 'in'), env });
    } catch {
      continue;
    }
    made += 1;
    const { source, counts } = counted(await openSource(join(folder, `${name}.zip`)));
    const { entries, kinds, error } = await inspect(source);
    await source.close();
    assert.deepEqual([name, error], [name, null]);
    assert.deepEqual(
      entries.map(({ path, kind }) => [path.replace(/^\.\//, ''), kind !== null]).sort(),
      [
        ['a/people.csv', true],
        ['naïve.tsv', true],
        ['read.me', false],
      ],
      name,
    );
    assert.deepEqual(kinds.map(({ header }) => header?.join()).sort(), ['id,email,n', 'x,y']);
    assert.ok(counts.bytes < 900_000, `${name}: ${counts.bytes} bytes`);
  }
  assert.ok(made > 0);
});

test('where a job refuses to guess, one of the readings is shown beside the error', async () => {
  const archive = writeZip([{ name: 'a.csv', content: 'Ada;3,50\nBob;4,50\n' }]);
  const recipe = { entries: [{ match: '**', csv: { header: false, drop: [0] } }] };
  const [kind] = (await inspect(memorySource(archive), recipe)).kinds;
  assert.equal(kind.error?.code, 'csv/ambiguous-dialect');
  assert.deepEqual(kind.before[0], ['Ada;3', '50']);
});
