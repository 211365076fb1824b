import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { ArchivePassword } from '../../src/archive/password.js';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { openSource } from '../../src/source/open-source.js';
import { unlikeBytes } from '../destination/fixture.js';
import { runJob } from '../fuzz/archive-job.js';
import { memoryStore } from '../job/fixture.js';
import { encrypted } from '../support/encrypt.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { temporaryFolder } from '../support/run-cli.js';
import { contentOf, localS3 } from '../support/s3.js';
import { deflate64, runSevenZip } from '../support/seven-zip.js';
import { writeTar } from '../support/tar-writer.js';
import { writeZip } from '../support/zip-writer.js';
import { extract } from './fixture.js';
import { takeTurns } from './take-turns.js';

const OPEN = await compileRecipe({ entries: [{ match: '**/*.{zip,tar,gz,tgz}', archive: true }] });
const password = new ArchivePassword(Buffer.from('s3cret'));

/**
 * @typedef {{ name: string, packed: Packed, fill: 'unlike' | 'like', length: number }} File
 * @typedef {{ name: string, packed: Packed, kind: 'zip' | 'tar' | 'tgz', children: Node[] }} Archive
 * @typedef {File | Archive} Node
 * @typedef {'stored' | 'deflated' | 'zipcrypto' | 'ae1-128' | 'ae2-256' | 'stored-ae2-192'} Packed Within a zip.
 */

const PACKED = /** @type {const} */ (['stored', 'deflated', 'zipcrypto', 'ae1-128', 'ae2-256', 'stored-ae2-192']);
const packed = fc.constantFrom(...PACKED, .../** @type {const} */ (['stored', 'deflated', 'deflated']));
const file = fc.record({
  fill: fc.constantFrom('unlike', 'like'),
  length: fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 3000 }) }, { weight: 1, arbitrary: fc.nat({ max: 60_000 }) }),
  packed,
});
/** @param {number} depth @returns {fc.Arbitrary<Node[]>} */
const nodes = depth =>
  fc
    .array(
      depth === 0
        ? file
        : fc.oneof(file, fc.record({ kind: fc.constantFrom('zip', 'tar', 'tgz'), children: nodes(depth - 1), packed })),
      // A tar without entries is nothing but zeros, and recognized by nobody.
      { minLength: 1, maxLength: 4 },
    )
    .map(list =>
      list.map(
        (node, index) =>
          /** @type {Node} */ ({
            ...node,
            name: 'kind' in node ? `in ${index}/ärchive.${node.kind}` : `in ${index}/file`,
          }),
      ),
    );

/** @param {File} file */
function fileContent({ fill, length }) {
  return fill === 'unlike' ? unlikeBytes(length) : Buffer.alloc(length, 'abc,def\n');
}

/** @param {Node} node @returns {Buffer} */
function bytesOf(node) {
  if (!('kind' in node)) return fileContent(node);
  if (node.kind === 'zip') return zipOf(node.children);
  const tar = writeTar(node.children.map(each => ({ name: each.name, content: bytesOf(each) })));
  return node.kind === 'tar' ? tar : gzipSync(tar);
}

/** @param {Node[]} list */
function zipOf(list) {
  return writeZip(
    list.map(node => {
      const method = node.packed.startsWith('stored') ? 0 : 8;
      const entry = { name: node.name, content: bytesOf(node), method, flags: 1 << 11 };
      if (node.packed === 'stored' || node.packed === 'deflated') return entry;
      return encrypted(entry, /** @type {any} */ (node.packed.replace('stored-', '')), 's3cret');
    }),
  );
}

/**
 * @param {Node[]} list
 * @param {string} [prefix]
 * @returns {[path: string, content: Buffer][]}
 */
function flat(list, prefix = '') {
  return list.flatMap(node =>
    'kind' in node
      ? flat(node.children, `${prefix}${node.name}/`)
      : [/** @type {[string, Buffer]} */ ([`${prefix}${node.name}`, fileContent(node)])],
  );
}

test('archives within archives, of any kind and packed in any way, give what they were made of', async () => {
  await fc.assert(
    fc.asyncProperty(nodes(3), fc.integer({ min: 500, max: 70_000 }), async (list, chunkBytes) => {
      const { status, errors, files } = await extract(zipOf(list), { recipe: OPEN, password, from: { chunkBytes } });
      assert.deepEqual(errors, {});
      const expected = Object.fromEntries(flat(list).map(([path, content]) => [path, content.toString('latin1')]));
      assert.deepEqual(Object.keys(files).sort(), Object.keys(expected).sort());
      for (const [path, content] of Object.entries(expected)) assert.ok(files[path] === content, path);
      assert.equal(status, 'complete');
    }),
    { numRuns: caseCount(25) },
  );
});

test('they give the same however often the job pauses', async () => {
  await fc.assert(
    fc.asyncProperty(nodes(3), fc.integer({ min: 30, max: 200 }), async (list, reads) => {
      const chunkBytes = 1024;
      const { files } = await takeTurns(zipOf(list), turn => 100 + reads + 10 * turn, {
        recipe: OPEN,
        password,
        chunkBytes,
      });
      const expected = flat(list);
      assert.deepEqual([...files.keys()].sort(), expected.map(([path]) => `x/${path}`).sort());
      for (const [path, content] of expected) assert.ok(files.get(`x/${path}`)?.equals(content), path);
    }),
    { numRuns: caseCount(25) },
  );
});

test('real tools’ archives within archives are opened', async t => {
  const folder = await temporaryFolder(t);
  const content = unlikeBytes(200_000);
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data/a.bin'), content);
  await writeFile(join(folder, 'data/ü.txt'), 'ü');
  const seven = (/** @type {string[]} */ ...args) =>
    assert.equal(runSevenZip(['a', ...args], { cwd: folder }).status, 0, args.join(' '));
  seven('-tzip', 'a.zip', 'data');
  seven('-tzip', '-ps3cret', '-mem=AES256', 'b.zip', 'a.zip', 'data/ü.txt');
  seven('-ttar', 'c.tar', 'b.zip');
  seven('-tzip', '-mm=Deflate64', '-mx=9', 'x.zip', 'c.tar', 'a.zip');
  const { errors, files } = await extract(await readFile(join(folder, 'x.zip')), { recipe: OPEN, password });
  assert.deepEqual(errors, {});
  const raw = content.toString('latin1');
  assert.deepEqual(files, {
    'a.zip/data/a.bin': raw,
    'a.zip/data/ü.txt': 'Ã¼',
    'c.tar/b.zip/a.zip/data/a.bin': raw,
    'c.tar/b.zip/a.zip/data/ü.txt': 'Ã¼',
    'c.tar/b.zip/data/ü.txt': 'Ã¼',
  });
});

test('a deflate64 archive in an archive is opened, also over turns', async () => {
  const files = Array.from({ length: 9 }, (_, index) => ({
    name: `${index}`,
    content: unlikeBytes(45_000).toString('hex'),
    method: 0,
  }));
  const inner = writeZip(files);
  const outer = writeZip([{ name: 'a.zip', content: inner, method: 9, raw: deflate64(inner) }]);
  for (const reads of [Number.POSITIVE_INFINITY, 90]) {
    const { files: found, turns } = await takeTurns(outer, () => reads, { recipe: OPEN });
    assert.ok(turns > 1 || reads > 90);
    for (const { name, content } of files) assert.ok(found.get(`x/a.zip/${name}`)?.equals(Buffer.from(content)));
  }
});

test('an entry whose bytes are few, but whose range is long, is read in an archive of any kind', async () => {
  const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);
  const raw = Buffer.concat([Buffer.alloc(1_200_000, emptyBlock), deflateRawSync('a')]);
  const zip = writeZip([
    { name: 'a', content: 'a', raw },
    { name: 'b', content: 'b' },
  ]);
  const tar = writeTar([{ name: 'x.zip', content: zip }]);
  for (const outer of [writeZip([{ name: 'x.zip', content: zip }]), tar, gzipSync(tar)]) {
    const { errors, files } = await extract(outer, { recipe: OPEN });
    assert.deepEqual([errors, files], [{}, { 'x.zip/b': 'b', 'x.zip/a': 'a' }]);
  }
});

test('without a rule an archive in an archive is copied; rules and names apply to the whole path', async () => {
  const inner = writeZip([
    { name: 'a.csv', content: 'a,b\n1,2\n' },
    { name: 'b.txt', content: 'b' },
    { name: 'c.txt', content: 'c' },
  ]);
  const outer = writeZip([
    { name: 'x/one.zip', content: inner },
    { name: 'two.zip', content: inner },
  ]);
  const recipe = await compileRecipe({
    entries: [
      { match: 'x/*.zip', archive: true },
      { match: 'x/one.zip/*.csv', csv: { drop: ['a'] } },
      { match: '**/b.txt', skip: true },
    ],
  });
  const destination = memoryDestination();
  const { manifest } = await processArchive({ source: memorySource(outer), destination, recipe });
  const { files } = await extract(outer, { recipe });
  assert.deepEqual(files, {
    'two.zip': inner.toString('latin1'),
    'x/one.zip/a.csv': 'b\n2\n',
    'x/one.zip/c.txt': 'c',
  });
  assert.deepEqual(
    Array.from(manifest?.entries ?? [], ({ path, action, status, output }) => [path, action, status, output !== null]),
    [
      ['x/one.zip', 'archive', 'written', false],
      ['two.zip', 'copy', 'written', true],
      ['x/one.zip/a.csv', 'csv', 'written', true],
      ['x/one.zip/b.txt', 'skip', 'skipped', false],
      ['x/one.zip/c.txt', 'copy', 'written', true],
    ],
  );
});

/** @param {import('../support/zip-writer.js').ZipEntry[]} entries @param {Partial<Parameters<typeof extract>[1]>} [options] */
async function beside(entries, options) {
  const { status, error, errors, files } = await extract(writeZip([...entries, { name: 'good', content: 'good' }]), {
    recipe: OPEN,
    ...options,
  });
  return { status, error, errors, files: Object.keys(files) };
}

test('an archive that cannot be opened fails, and the others are processed', async () => {
  const zip = writeZip([{ name: 'a', content: unlikeBytes(1000), method: 0 }]);
  const damaged = Buffer.from(zip);
  damaged[40] ^= 1;
  const cut = zip.subarray(0, -30);
  const crc = { crc32: 1 };
  for (const [code, entry] of /** @type {[string, import('../support/zip-writer.js').ZipEntry][]} */ ([
    ['archive/not-a-zip', { name: 'no.zip', content: 'no archive' }],
    ['archive/not-a-zip', { name: 'no.zip', content: '' }],
    ['archive/truncated', { name: 'no.zip', content: cut }],
    ['archive/truncated', { name: 'no.zip', content: cut, method: 0 }],
    ['archive/crc-mismatch', { name: 'no.zip', content: zip, ...crc }],
    ['archive/crc-mismatch', { name: 'no.tar', content: writeTar([{ name: 'a', content: 'a' }]), method: 0, ...crc }],
    ['archive/size-mismatch', { name: 'no.zip', content: zip, size: zip.length - 1 }],
    ['archive/corrupt', { name: 'no.zip', content: zip, raw: Buffer.from([7, 7, 7]) }],
    ['archive/truncated', { name: 'no.gz', content: gzipSync('a').subarray(0, -3) }],
    ['archive/header-mismatch', { name: 'no.zip', content: zip, method: 0, localName: 'on.zip' }],
    ['archive/unsupported-method', { name: 'no.zip', content: zip, method: 93, raw: zstdCompressSync(zip) }],
    ['archive/encrypted', encrypted({ name: 'no.zip', content: zip }, 'ae2-256', 's3cret')],
    ['archive/reserved-name', { name: 'x.zip/_manifest.json', content: zip }],
  ])) {
    assert.deepEqual(await beside([entry]), {
      status: 'partial',
      error: undefined,
      errors: { [String(entry.name)]: code },
      files: ['good'],
    });
  }
  const entry = encrypted({ name: 'no.zip', content: zip }, 'ae2-256', 'other');
  const wrong = await beside([entry], { password });
  assert.deepEqual(wrong.errors, { 'no.zip': 'archive/wrong-password' });
  const renewed = await beside([entry], {
    password: new ArchivePassword(Buffer.from('no'), async () => Buffer.from('other')),
  });
  assert.deepEqual(renewed.files, ['good', 'no.zip/a']);
  assert.deepEqual((await beside([{ name: 'x.zip', content: damaged }])).errors, { 'x.zip/a': 'archive/crc-mismatch' });
});

test('names are guarded over all levels', async () => {
  const zip = writeZip([{ name: 'a', content: 'a' }]);
  const long = 'n'.repeat(230);
  const inner = (/** @type {string} */ name) => writeZip([{ name, content: 'a' }]);
  assert.equal(
    (
      await beside([
        { name: 'a.zip', content: zip },
        { name: 'a.zip/a', content: 'b' },
      ])
    ).error,
    'archive/duplicate-name',
  );
  assert.deepEqual((await beside([{ name: 'a.zip', content: inner('../evil') }])).errors, {
    'a.zip/../evil': 'archive/unsafe-name',
  });
  assert.deepEqual((await beside([{ name: 'a.zip', content: inner('_checkpoint') }])).errors, {
    'a.zip/_checkpoint': 'archive/reserved-name',
  });
  const names = [`${long}/${long}/${long}.zip`, `${long}/${long}`];
  const { errors } = await beside([{ name: names[0], content: inner(names[1]) }]);
  assert.deepEqual(errors, { [names.join('/')]: 'archive/unsafe-name' });
});

test('archives are opened three deep', async () => {
  /** @param {number} depth */
  const deep = depth => {
    let zip = writeZip([{ name: 'a', content: 'a' }]);
    for (let level = 0; level < depth; level++)
      zip = writeZip([{ name: 'x.zip', content: zip, method: level % 2 ? 0 : 8 }]);
    return zip;
  };
  assert.deepEqual(await beside([{ name: 'x.zip', content: deep(2) }]), {
    status: 'complete',
    error: undefined,
    errors: {},
    files: ['good', 'x.zip/x.zip/x.zip/a'],
  });
  assert.deepEqual(await beside([{ name: 'x.zip', content: deep(3) }]), {
    status: 'partial',
    error: undefined,
    errors: { 'x.zip/x.zip/x.zip/x.zip': 'limit/depth' },
    files: ['good'],
  });
});

test('limits hold over all levels', async () => {
  const zeros = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}`, content: Buffer.alloc(2 ** 20) }));
  const many = writeZip(zeros(20));
  // Each archive is within the ratio, but not all that it expands to.
  const bomb = await beside([{ name: 'a.zip', content: many }], {
    recipe: await compileRecipe({ entries: [{ match: '**/*.zip', archive: true }], limits: { maxRatio: 2000 } }),
  });
  assert.deepEqual(bomb.errors, { 'a.zip': 'limit/ratio' });
  const { errors } = await beside([{ name: 'a.gz', content: gzipSync(Buffer.alloc(2 ** 25)) }], {
    recipe: await compileRecipe({ entries: [{ match: '**/*.gz', archive: true }], limits: { maxRatio: 2000 } }),
  });
  assert.deepEqual(errors, { 'a.gz': 'limit/ratio' });
  const limited = async (/** @type {object} */ limits) =>
    (
      await beside(
        [
          { name: 'a.zip', content: many },
          { name: 'b.zip', content: many, method: 0 },
        ],
        { recipe: await compileRecipe({ entries: [{ match: '**/*.zip', archive: true }], limits }) },
      )
    ).error;
  assert.equal(await limited({ maxEntries: 40, maxRatio: 100_000 }), 'limit/entries');
  assert.equal(await limited({ maxTotalBytes: 30 * 2 ** 20, maxRatio: 100_000 }), 'limit/bytes');
  assert.equal(await limited({ maxRatio: 100_000 }), undefined);
});

test('limits count what was inflated of archives that are refused, too', async () => {
  const cut = gzipSync(Buffer.alloc(2 ** 22)).subarray(0, -1);
  const refused = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.gz`, content: cut, method: 0 }));
  const recipe = async (/** @type {object} */ limits) =>
    await compileRecipe({ entries: [{ match: '**/*.gz', archive: true }], limits: { maxRatio: 2000, ...limits } });
  const { error, errors } = await beside(refused, { recipe: await recipe({}) });
  assert.equal(error, undefined);
  assert.deepEqual(new Set(Object.values(errors)), new Set(['archive/truncated']));
  const beyond = await beside(refused, { recipe: await recipe({ maxTotalBytes: 2 ** 25 }) });
  assert.equal(beyond.error, 'limit/bytes');
  // They are in one archive, which is small.
  const inner = writeZip(refused);
  const within = await beside([{ name: 'a.zip', content: inner }], {
    recipe: await compileRecipe({ entries: [{ match: '**/*.{gz,zip}', archive: true }], limits: { maxRatio: 2000 } }),
  });
  assert.ok(Object.values(within.errors).includes('limit/ratio'), JSON.stringify(within.errors));
  assert.deepEqual(within.files, ['good']);
});

test('damaged anywhere, it fails or gives what it held, ends, and leaves nothing open', async () => {
  const zip = writeZip([
    { name: 'a', content: unlikeBytes(60) },
    { name: 'b', content: 'b'.repeat(200), descriptor: 'signed' },
  ]);
  const outer = writeZip([
    { name: 'stored.zip', content: zip, method: 0 },
    { name: 'deflated.zip', content: zip },
    { name: 'x.gz', content: gzipSync(writeTar([{ name: 'b', content: 'b'.repeat(200) }])), method: 0 },
  ]);
  const contents = [unlikeBytes(60), Buffer.from('b'.repeat(200))];
  for (let position = 0; position < outer.length; position += 3) {
    const damaged = Buffer.from(outer);
    damaged[position] ^= 1 << (position % 8);
    const { manifest, files } = await runJob(damaged, OPEN);
    for (const { path, action, status } of manifest.entries) {
      if (status !== 'written' || action === 'archive') continue;
      const content = files.get(`x/${path}`);
      // A rule goes by the name. A name has no checksum: under another one, an archive is copied.
      const isArchive = /^[^/]*$/.test(path);
      assert.ok(isArchive || contents.some(each => content?.equals(each)), `${path}, damaged at byte ${position}`);
    }
  }
});

test('a checkpoint tells nothing of an archive that is encrypted as a whole', async () => {
  const secret = Buffer.from('nobody should read this '.repeat(40));
  const inner = writeZip([
    { name: 'the name', content: secret, method: 0 },
    { name: 'raw', content: unlikeBytes(300_000), method: 0 },
  ]);
  const outer = writeZip([encrypted({ name: 'x.zip', content: inner, method: 0 }, 'ae2-256', 's3cret')]);
  const [destination, store] = [memoryDestination(), memoryStore()];
  let checkpoints = 0;
  const spy = {
    ...store,
    /** @param {Buffer[]} parts */
    async write(parts) {
      checkpoints += 1;
      const bytes = Buffer.concat(parts);
      assert.ok(!bytes.includes('nobody') && !bytes.includes('the name') && bytes.includes('sealed'));
      await store.write(parts);
    },
  };
  const { turns } = await takeTurns(outer, () => 70, {
    recipe: OPEN,
    password,
    open: async () => ({ destination, store: spy }),
  });
  assert.ok(turns > 1 && checkpoints > 1, `${turns} turns, ${checkpoints} checkpoints`);
  assert.ok(destination.files.get('x/x.zip/the name')?.equals(secret));
});

test('archives in archives come from S3 into S3', async t => {
  const { client, put, s3 } = await localS3(t);
  const content = unlikeBytes(700_000);
  const zip = writeZip([
    { name: 'a', content },
    { name: 'b', content: 'b' },
  ]);
  await put(
    'x.zip',
    writeZip([
      { name: 'one.zip', content: zip },
      { name: 'two.zip', content: zip, method: 0 },
    ]),
  );
  const source = await openSource('s3://bucket/x.zip', { s3 });
  const destination = await openDestination('s3://bucket/out', { s3 });
  const { manifest } = await processArchive({ source, destination, recipe: OPEN });
  await Promise.all([source.close(), destination.close()]);
  assert.equal(manifest?.status, 'complete');
  for (const name of ['one', 'two']) {
    assert.ok((await contentOf(client, `out/x/${name}.zip/a`)).equals(content));
    assert.equal(String(await contentOf(client, `out/x/${name}.zip/b`)), 'b');
  }
});
