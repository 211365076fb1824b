import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { paxHeader, tarFile, tarHeader, writeTar } from '../support/tar-writer.js';
import { extract, extractBoth, tarOf } from './fixture.js';

const LONG = `${'d'.repeat(90)}/${'e'.repeat(90)}/file.csv`;

test('a tar is an archive of its files; folders are passed over, and "./" is cut off', async () => {
  const tar = writeTar([
    { name: './', type: '5' },
    { name: './a.csv', content: 'a' },
    { name: 'sub/', type: '5' },
    { name: 'sub/b', content: 'x'.repeat(600) },
    { name: 'old-folder/', type: '\0' },
    { name: 'empty', type: '\0' },
    { name: 'contiguous', type: '7', content: 'c' },
  ]);
  const { status, files } = await extractBoth(tar);
  assert.equal(status, 'complete');
  assert.deepEqual(files, { 'a.csv': 'a', 'sub/b': 'x'.repeat(600), empty: '', contiguous: 'c' });
});

test("long names: ustar's prefix, GNU's L, pax's path, which is UTF-8; a size in base 256 or from pax", async () => {
  const base256 = Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  const tar = tarOf(
    tarFile({ name: 'file', prefix: 'a/b', content: '1' }),
    tarFile({ name: '././@LongLink', type: 'L', magic: 'ustar  ', content: `${LONG}\0` }),
    tarFile({ name: LONG.slice(0, 100), magic: 'ustar  ', prefix: 'not a prefix', content: '2' }),
    paxHeader({ path: 'größe/naïve.csv', mtime: '1.5' }),
    tarFile({ name: 'short', content: '3' }),
    paxHeader({ comment: 'of all' }, 'g'),
    paxHeader({ size: '3' }),
    tarFile({ name: 'pax-size', size: 0, content: '444' }),
    tarFile({ name: 'base256', size: base256, content: '5' }),
    tarFile({ name: 'spaces', size: '         1 \0', content: '6' }),
  );
  const { files } = await extractBoth(tar);
  assert.deepEqual(files, {
    'a/b/file': '1',
    [LONG]: '2',
    'größe/naïve.csv': '3',
    'pax-size': '444',
    base256: '5',
    spaces: '6',
  });
});

test('what is no regular file fails by itself, and the others are written', async () => {
  const tar = tarOf(
    tarFile({ name: 'file', content: 'x' }),
    tarHeader({ name: 'hard', type: '1', link: 'file' }),
    tarHeader({ name: 'soft', type: '2', link: '/etc/passwd' }),
    tarHeader({ name: 'device', type: '3' }),
    tarHeader({ name: 'pipe', type: '6' }),
    tarFile({ name: 'sparse', type: 'S', magic: 'ustar  ', content: 'y' }),
    paxHeader({ 'GNU.sparse.major': '1', 'GNU.sparse.name': 'sparse-pax', path: 'GNUSparseFile.0/x' }),
    tarFile({ name: 'z', content: 'z' }),
    paxHeader({ 'SCHILY.realsize': '5' }),
    tarFile({ name: 'sparse-star', content: 'y' }),
    paxHeader({ 'SUN.holesdata': ' 0 1' }),
    tarFile({ name: 'sparse-solaris', content: 'y' }),
    tarFile({ name: 'continued', type: 'M', magic: 'ustar  ', content: 'y' }),
    tarFile({ name: 'old-name', type: 'N', magic: 'ustar  ', content: 'y' }),
    tarFile({ name: 'rights', type: 'A', content: 'user::rw' }),
    tarFile({ name: 'attributes', type: 'E', content: 'e' }),
    tarHeader({ name: 'inode', type: 'I' }),
    tarFile({ name: 'vendor', type: 'Q', content: 'q' }),
    tarFile({ name: 'last', content: 'l' }),
  );
  const { status, files, errors } = await extractBoth(tar);
  assert.equal(status, 'partial');
  assert.deepEqual(files, { file: 'x', last: 'l' });
  assert.equal(Object.keys(errors).length, 14);
  assert.deepEqual(new Set(Object.values(errors)), new Set(['archive/special-file']));
});

test("a volume's name is passed over, and of a folder in an incremental backup also the list of its files", async () => {
  const tar = tarOf(
    tarHeader({ name: 'the volume', type: 'V', magic: 'ustar  ' }),
    tarFile({ name: 'sub/', type: 'D', magic: 'ustar  ', content: 'Yfile\u0000Nother\u0000\u0000'.repeat(99) }),
    tarFile({ name: 'sub/file', content: 'x' }),
  );
  const { status, files } = await extractBoth(tar);
  assert.deepEqual({ status, files }, { status: 'complete', files: { 'sub/file': 'x' } });
  const named = tarOf(tarHeader({ name: 'the volume', type: 'V', magic: 'ustar  ' }));
  assert.equal((await extractBoth(named)).status, 'complete');
});

test('names pass the same guards as those of a zip', async () => {
  for (const [name, code] of [
    ['../x', 'archive/unsafe-name'],
    ['/etc/x', 'archive/unsafe-name'],
    ['a\\b', 'archive/unsafe-name'],
    ['/', 'archive/unsafe-name'],
    ['sub/_checkpoint', 'archive/reserved-name'],
  ]) {
    const { errors, files } = await extractBoth(writeTar([{ name, content: 'x' }, { name: 'b' }]));
    assert.deepEqual({ errors, files }, { errors: { [name]: code }, files: { b: '' } });
  }
  for (const names of [
    ['a', 'a'],
    ['a', './a'],
    ['a/b', 'a/.//b'],
    ['a', '../a'],
    ['a', 'a/b'],
  ]) {
    const { error, files } = await extractBoth(writeTar(names.map(name => ({ name, content: 'x' }))));
    assert.deepEqual({ error, files }, { error: 'archive/duplicate-name', files: {} });
  }
  const both = writeTar([{ name: 'a' }, { name: 'a/', type: '5' }]);
  assert.equal((await extractBoth(both)).error, 'archive/duplicate-name');
});

test('a name that is not UTF-8 is read in the charset that the recipe names, or refused', async () => {
  const tar = writeTar([{ name: Buffer.from('m\xfcller.csv', 'latin1'), content: 'x' }]);
  assert.deepEqual(Object.values((await extractBoth(tar)).errors), ['archive/unsafe-name']);
  const recipe = await compileRecipe({ entryNames: 'windows-1252' });
  assert.deepEqual((await extractBoth(tar, { recipe })).files, { 'müller.csv': 'x' });
});

const FILE = tarFile({ name: 'file', content: 'x' });

/** @type {[what: string, code: string, tar: Buffer][]} */
const REFUSED = [
  ['a damaged checksum', 'archive/bad-directory', tarOf(FILE, tarFile({ name: 'b', checksum: 1 }))],
  ['something else behind an entry', 'archive/bad-directory', tarOf(FILE, Buffer.alloc(512, 'x'))],
  ['a second archive behind the end', 'archive/bad-directory', tarOf(tarOf(FILE), tarFile({ name: 'b' }))],
  [
    'an entry behind one block of zeros',
    'archive/bad-directory',
    tarOf(FILE, Buffer.alloc(512), tarFile({ name: 'b' })),
  ],
  ['very many zeros behind the end', 'archive/bad-directory', tarOf(FILE, Buffer.alloc(3 * 1024 ** 2))],
  ['a size that is no number', 'archive/bad-directory', tarOf(FILE, tarFile({ name: 'b', size: '0000000009x\0' }))],
  [
    'a prefix in an unknown format',
    'archive/bad-directory',
    tarOf(FILE, tarFile({ name: 'b', magic: 'ustar 1', prefix: 'a' })),
  ],
  ['a prefix in an old tar', 'archive/bad-directory', tarOf(FILE, tarFile({ name: 'b', magic: '', prefix: 'a' }))],
  ['no size', 'archive/bad-directory', tarOf(FILE, tarFile({ name: 'b', size: '            ' }))],
  ['a negative size', 'archive/bad-directory', tarOf(FILE, tarFile({ name: 'b', size: Buffer.alloc(12, 0xff) }))],
  ['a folder with bytes', 'archive/bad-directory', tarOf(FILE, tarFile({ name: 'b/', type: '5', content: 'x' }))],
  ['a link with bytes', 'archive/bad-directory', tarOf(FILE, tarFile({ name: 'b', type: '1', content: 'x' }))],
  [
    'a damaged pax header',
    'archive/bad-directory',
    tarOf(tarFile({ name: 'p', type: 'x', content: '9 path=x' }), FILE),
  ],
  ['a pax size that is no number', 'archive/bad-directory', tarOf(paxHeader({ size: '-1' }), FILE)],
  ['a path for all', 'archive/bad-directory', tarOf(paxHeader({ path: 'x' }, 'g'), FILE)],
  [
    'two long names',
    'archive/bad-directory',
    tarOf(paxHeader({ path: 'x' }), tarFile({ name: 'L', type: 'L', content: 'y\0' }), FILE),
  ],
  ['two pax headers', 'archive/bad-directory', tarOf(paxHeader({ path: 'x' }), paxHeader({ path: 'y' }), FILE)],
  [
    'a huge pax header',
    'archive/bad-directory',
    tarOf(tarHeader({ name: 'p', type: 'x', size: 17 * 1024 ** 2 }), FILE),
  ],
  [
    "a volume's name with bytes",
    'archive/bad-directory',
    tarOf(tarFile({ name: 'v', type: 'V', magic: 'ustar  ', content: 'x' }), FILE),
  ],
  [
    "a volume's name between a pax header and its entry",
    'archive/bad-directory',
    tarOf(paxHeader({ path: 'x' }), tarHeader({ name: 'v', type: 'V', magic: 'ustar  ' }), FILE),
  ],
  ['an end in an entry', 'archive/truncated', Buffer.concat([FILE, tarFile({ name: 'b', size: 600, content: 'x' })])],
  ['an end in padding', 'archive/truncated', FILE.subarray(0, 600)],
  ['an end in a header', 'archive/truncated', Buffer.concat([FILE, FILE.subarray(0, 100)])],
  ['an end behind a long name', 'archive/truncated', tarOf(FILE, tarFile({ name: 'L', type: 'L', content: 'y\0' }))],
];

for (const [what, code, tar] of REFUSED) {
  test(`${what} is ${code}`, async () => {
    const { status, error, files } = await extractBoth(tar);
    assert.deepEqual({ status, error, files }, { status: 'failed', error: code, files: {} });
  });
}

test('the end of a tar is marked by zeros, one block or a whole record; without any it is archive/truncated', async () => {
  for (const end of [512, 1024, 1300, 10_240, 1024 ** 2]) {
    const { status, files } = await extractBoth(Buffer.concat([FILE, Buffer.alloc(end)]));
    assert.deepEqual({ status, files }, { status: 'complete', files: { file: 'x' } });
  }
  for (const end of [0, 1, 511]) {
    const { status, error, files } = await extractBoth(Buffer.concat([FILE, FILE, Buffer.alloc(end)]));
    assert.deepEqual({ status, error, files }, { status: 'failed', error: 'archive/truncated', files: {} });
  }
});

test('a tar.gz that is cut off between two of its members is archive/truncated', async () => {
  const members = [FILE, FILE, Buffer.alloc(1024)].map(part => gzipSync(part));
  for (const count of [1, 2]) {
    const { error, files } = await extract(Buffer.concat(members.slice(0, count)));
    assert.deepEqual({ error, files }, { error: 'archive/truncated', files: {} });
  }
});

test('an empty tar is one record of zeros, and has no entries', async () => {
  for (const bytes of [1024, 10_240]) {
    const { status, files } = await extractBoth(Buffer.alloc(bytes));
    assert.deepEqual({ status, files }, { status: 'complete', files: {} });
  }
  const global = paxHeader({ comment: 'a commit' }, 'g');
  assert.deepEqual((await extractBoth(tarOf(global))).status, 'complete');
  for (const bytes of [512, 1025, 10_752, 1024 ** 2]) {
    const { files } = await extract(gzipSync(Buffer.alloc(bytes)), { from: { uri: '/zeros.gz' } });
    assert.deepEqual(files, { zeros: Buffer.alloc(bytes).toString('latin1') });
    assert.equal((await extract(Buffer.alloc(bytes))).error, 'archive/not-a-zip');
  }
});

test('a tar whose first header has a wrong checksum is refused, and not published as the content of a gzip file', async () => {
  for (const magic of ['ustar\u000000', 'ustar  ', '']) {
    const { error, files } = await extractBoth(tarOf(tarFile({ name: 'a', magic, checksum: 1 }), FILE));
    assert.deepEqual({ error, files }, { error: 'archive/bad-directory', files: {} });
  }
});

test('limits hold while entries are listed', async () => {
  const tar = writeTar([{ name: 'a' }, { name: 'b/', type: '5' }, { name: 'c' }]);
  const recipe = await compileRecipe({ limits: { maxEntries: 2 } });
  assert.equal((await extractBoth(tar, { recipe })).error, 'limit/entries');
  const small = await compileRecipe({ limits: { maxTotalBytes: 5 } });
  const files = ['a', 'b'].map(name => ({ name, content: 'xxx' }));
  assert.equal((await extractBoth(writeTar(files), { recipe: small })).error, 'limit/bytes');
});

test('a zip that is the last entry of a tar stays an entry', async () => {
  const { writeZip } = await import('../support/zip-writer.js');
  const zip = writeZip([{ name: 'a', content: 'a'.repeat(2000) }]);
  const tar = writeTar([{ name: 'x.zip', content: zip }], Buffer.alloc(512));
  assert.deepEqual((await extractBoth(tar)).files, { 'x.zip': zip.toString('latin1') });
});

test('an entry that is no file is refused as such, also where tar packed its folder', async () => {
  const tar = writeTar([
    { name: './', type: '5' },
    { name: './a', content: 'a' },
    { name: './hard', type: '1' },
    { name: './../soft', type: '2' },
  ]);
  assert.deepEqual((await extractBoth(tar)).errors, { hard: 'archive/special-file', '../soft': 'archive/unsafe-name' });
});

test('a gzip file whose beginning was cut off or damaged is not taken for another format', async () => {
  for (const bytes of [Buffer.from([0x1f, 0x8b]), Buffer.from([0x1f, 0x8b, 9, ...Buffer.alloc(600)])]) {
    const { error, message } = await extract(bytes);
    assert.deepEqual([error, message.includes('send it again')], ['archive/corrupt', true]);
  }
});

test('a file that is no archive is told what is read', async () => {
  for (const [content, message] of [
    ['', 'the file is empty; send a zip, tar, tar.gz or gz'],
    [
      'id,name\n1,Ada\n',
      'the file has no zip end record in its 14 bytes, and does not begin like a tar or gzip file; send a zip, tar, tar.gz or gz',
    ],
  ]) {
    const { error, message: told } = await extract(Buffer.from(content));
    assert.deepEqual([error, told], ['archive/not-a-zip', message]);
  }
});

test('other formats are named', async () => {
  for (const [beginning, format] of [
    ["7z\xbc\xaf'\x1c", '7z'],
    ['BZh91AY', 'bzip2'],
    ['\xfd7zXZ\0', 'xz'],
    ['\x28\xb5\x2f\xfd', 'zstandard'],
    ['Rar!\x1a\x07', 'rar'],
  ]) {
    const { error, message } = await extract(Buffer.from(beginning.padEnd(700, 'x'), 'latin1'));
    assert.equal(error, 'archive/not-a-zip');
    assert.ok(message.includes(`(${format})`), message);
  }
});
