import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { openArchive } from '../../src/archive/open-archive.js';
import { memorySource } from '../support/memory-source.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { LIMITS, outcomeOf } from './read-archive.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const GOOD = { name: 'good', content: 'good' };
const MEBIBYTE = 1024 ** 2;

/**
 * @param {string} name
 * @param {string} path
 */
function unicodePath(name, path) {
  const head = fields([2, 0x7075], [2, 5 + path.length], [1, 1], [4, crc32(name)]);
  return Buffer.concat([head, Buffer.from(path)]);
}

/** @type {[code: string, title: string, entry: ZipEntry][]} */
const REFUSED = [
  ['archive/unsafe-name', 'a path that leads out', { name: '../a', content: 'x' }],
  ['archive/unsafe-name', 'an absolute path', { name: '/a', content: 'x' }],
  ['archive/unsafe-name', 'a path that leads out by backslashes', { name: 'a\\..\\..\\b', content: 'x' }],
  [
    'archive/unsafe-name',
    'a backslash byte that may be half a character',
    { name: Buffer.from([0x95, 0x5c]), content: 'x', flags: 0 },
  ],
  ['archive/unsafe-name', 'no name', { name: '', content: 'x' }],
  ['archive/unsafe-name', 'bytes that are not the UTF-8 that the flag promises', { name: Buffer.from([0x61, 0xff]) }],
  ['archive/reserved-name', 'the name of the manifest', { name: '_manifest.json', content: '{}' }],
  ['archive/reserved-name', 'the name of a manifest further down', { name: 'a/b/_manifest.json', content: '{}' }],
  ['archive/reserved-name', 'a file in a folder of that name', { name: '_manifest.json/a', content: '{}' }],
  ['archive/encrypted', 'a password', { name: 'a', content: 'x', flags: 1 }],
  ['archive/encrypted', 'a hidden directory', { name: 'a', content: 'x', flags: 1 << 13 }],
  ['archive/unsupported-method', 'bzip2', { name: 'a', content: 'x', method: 12 }],
  ['archive/unsupported-method', 'an unknown method', { name: 'a', content: 'x', method: 77 }],
  ['archive/special-file', 'a symbolic link', { name: 'a', content: '/etc/passwd', mode: 0o120777 }],
  ['archive/special-file', 'a symbolic link of macOS', { name: 'a', content: '/etc', madeBy: 0x131e, mode: 0o120777 }],
  ...[0, 2, 5, 11, 16, 30].map(system => {
    const entry = { name: 'a', content: '/etc', madeBy: (system << 8) | 20, mode: 0o120777 };
    return /** @type {[string, string, ZipEntry]} */ ([
      'archive/special-file',
      `a link made on system ${system}`,
      entry,
    ]);
  }),
  ...['extra', 'localExtra'].flatMap(where =>
    [0o120777, 0o040755].map(mode => {
      const bits = fields([2, 0x6c78], [2, 9], [1, 7], [2, 0x031e], [2, 0], [2, 0], [2, mode]);
      const title = `mode 0${mode.toString(8)} in libarchive’s extra field (${where})`;
      return /** @type {[string, string, ZipEntry]} */ (['archive/special-file', title, { name: 'a', [where]: bits }]);
    }),
  ),
  ...['extra', 'localExtra'].map(where => {
    const paths = Buffer.concat([unicodePath('a', 'a'), unicodePath('a', 'evil')]);
    const title = `two Unicode paths (${where})`;
    return /** @type {[string, string, ZipEntry]} */ ([
      'archive/header-mismatch',
      title,
      { name: 'a', [where]: paths },
    ]);
  }),
  ['archive/unsafe-name', 'a version as on VMS', { name: 'a;1', content: 'x' }],
  ['archive/unsafe-name', 'an empty version as on VMS', { name: 'b/a;', content: 'x' }],
  ['archive/unsafe-name', 'a backslash at its end, and bytes', { name: 'a\\', content: 'x', mode: 0o100644 }],
  ['archive/special-file', 'a device', { name: 'a', content: '', mode: 0o020666 }],
  ['archive/special-file', 'a folder’s mode and bytes', { name: 'a', content: 'x', mode: 0o040755 }],
  ['archive/size-mismatch', 'a stored entry of two sizes', { name: 'a', content: 'x', method: 0, size: 2 }],
  ['limit/ratio', 'a bomb', { name: 'a', content: Buffer.alloc(16 * MEBIBYTE + 1) }],
  ['archive/size-mismatch', 'bytes without compressed bytes', { name: 'a', content: 'x', raw: Buffer.alloc(0) }],
  ['limit/bytes', 'one that is too big', { name: 'a', content: 'x', size: 1e12 }],
];
for (const [code, title, entry] of REFUSED) {
  test(`${code}: an entry with ${title} is refused, and the others are read`, { timeout: 60_000 }, async () => {
    const zip64 = (entry.size ?? 0) > 2 ** 32;
    const outcome = await outcomeOf(writeZip([{ ...entry, zip64 }, GOOD]));
    assert.deepEqual(Object.values(outcome), [code, 'good']);
  });
}

test('a mode counts only for entries made on Unix, and only its type', async () => {
  const entries = [
    { name: 'dos', content: 'x', madeBy: 20, mode: 0o020777 },
    { name: 'none', content: 'x', mode: 0 },
    { name: 'executable', content: 'x', mode: 0o104755 },
    { name: 'from standard input', content: 'x', mode: 0o010600 },
  ];
  const outcome = await outcomeOf(writeZip(entries));
  assert.deepEqual(Object.values(outcome), ['x', 'x', 'x', 'x']);
});

test('folders are not entries, whatever their names', async () => {
  const zip = writeZip([
    ...[{ name: 'a/' }, { name: '../' }, { name: 'a/', method: 0 }, { name: 'c\\' }, { name: 'a/b', content: 'b' }],
    { name: Buffer.from([0x95, 0x5c, 0x2f]), flags: 0 },
  ]);
  assert.deepEqual(await outcomeOf(zip), { 'a/b': 'b' });
});

const FOLDER = 0x10;
/** @type {[title: string, entry: ZipEntry, outcome: string | null][]} */
const FOLDERS = [
  ['a slash', { name: 'a/', mode: 0 }, null],
  ['a slash and a file’s mode', { name: 'a/', mode: 0o100644 }, null],
  ['a slash and a link’s mode', { name: 'a/', mode: 0o120777 }, null],
  ['a slash and bytes', { name: 'a/', content: 'x', mode: 0 }, null],
  ['a slash, a file’s mode and bytes', { name: 'a/', content: 'x', mode: 0o100644 }, null],
  ['a slash, a password and an unknown method', { name: 'a/', content: 'x', flags: 1, method: 77 }, null],
  ['a backslash', { name: 'a\\', madeBy: 20, mode: 0 }, null],
  ['a folder’s mode', { name: 'a', mode: 0o040755 }, null],
  ['a folder’s mode, on macOS', { name: 'a', mode: 0o040755, madeBy: 0x1314 }, null],
  ['a folder’s mode and bytes', { name: 'a', content: 'x', mode: 0o040755 }, 'archive/special-file'],
  ['MS-DOS’s attribute', { name: 'a', madeBy: 20, mode: 0, attributes: FOLDER }, null],
  ['MS-DOS’s attribute, on NTFS', { name: 'a', madeBy: 0x0a14, mode: 0, attributes: FOLDER }, null],
  ['MS-DOS’s attribute, on Unix without a mode', { name: 'a', mode: 0, attributes: FOLDER }, null],
  [
    'MS-DOS’s attribute and bytes',
    { name: 'a', content: 'x', madeBy: 20, mode: 0, attributes: FOLDER },
    'archive/special-file',
  ],
  ['MS-DOS’s attribute and a file’s mode', { name: 'a', mode: 0o100644, attributes: FOLDER }, ''],
  ['MS-DOS’s attribute, a file’s mode, bytes', { name: 'a', content: 'x', mode: 0o100644, attributes: FOLDER }, 'x'],
  ['MS-DOS’s attribute and a link’s mode', { name: 'a', mode: 0o120777, attributes: FOLDER }, 'archive/special-file'],
  ['none of all that', { name: 'a', madeBy: 20, mode: 0, attributes: 0x20 }, ''],
];
for (const [title, entry, outcome] of FOLDERS) {
  test(`an entry with ${title} is ${outcome === null ? 'a folder' : 'none'}`, async () => {
    const expected = outcome === null ? { good: 'good' } : { a: outcome, good: 'good' };
    assert.deepEqual(await outcomeOf(writeZip([entry, GOOD])), expected);
  });
}

test('archive/header-mismatch: one byte of the directory does not turn a file into a folder', async () => {
  for (const content of ['x', '']) {
    for (const [name, to] of [
      ['ab', 'a/'],
      ['b', '/'],
    ]) {
      const zip = writeZip([{ name: to, localName: name, content, mode: 0o100644 }, { name: 'a' }]);
      assert.deepEqual(await outcomeOf(zip), { [to]: 'archive/header-mismatch', a: '' });
    }
  }
  const elsewhere = writeZip([GOOD, { name: 'a/', content: 'x', before: Buffer.alloc(40), offset: 60 }]);
  assert.deepEqual(await outcomeOf(elsewhere), { good: 'good', 'a/': 'archive/header-mismatch' });
});

test('archive/overlapping-entries, limit/entries: a folder’s bytes count like any entry’s', async () => {
  const folder = { name: 'folder/', content: 'x'.repeat(50), method: 0 };
  assert.deepEqual(await outcomeOf(writeZip([folder, GOOD])), { good: 'good' });
  assert.equal(await outcomeOf(writeZip([{ ...folder, compressedSize: 51 }, GOOD])), 'archive/overlapping-entries');
  assert.equal(await outcomeOf(writeZip([folder, GOOD]), { maxEntries: 1 }), 'limit/entries');
});

test('an error stays with its entry if folders precede it', async () => {
  const half = { name: Buffer.from([0x95, 0x5c]), content: 'x', flags: 0 };
  const zip = writeZip([{ name: 'a/' }, GOOD, { name: 'b/' }, half, { name: 'c' }]);
  assert.deepEqual(await outcomeOf(zip), { good: 'good', 'ò\\': 'archive/unsafe-name', c: '' });
});

test('archive/unsupported-method: every method that APPNOTE lists is named', async () => {
  const named = new Map([
    ...[2, 3, 4, 5].map(method => /** @type {[number, RegExp]} */ ([method, /reduce with factor [1-4]/])),
    ...[7, 11, 13, 15, 17].map(method => /** @type {[number, RegExp]} */ ([method, /reserved/])),
    ...[
      [1, /shrink/],
      [6, /implode/],
      [9, /deflate64/],
      [10, /DCL implode.*TERSE/],
      [12, /bzip2/],
      [14, /LZMA/],
      [16, /CMPSC/],
      [18, /IBM TERSE/],
      [19, /LZ77/],
      [20, /zstandard/],
      [93, /zstandard/],
      [94, /MP3/],
      [95, /xz/],
      [96, /JPEG/],
      [97, /WavPack/],
      [98, /PPMd/],
      [99, /AES/],
      [21, /unknown/],
      [92, /unknown/],
    ].map(row => /** @type {[number, RegExp]} */ (row)),
  ]);
  const zip = writeZip([...named.keys()].map(method => ({ name: String(method), content: 'x', method })));
  const { entries } = await openArchive(memorySource(zip), LIMITS);
  assert.equal(entries.length, named.size);
  for (const { name, error } of entries) {
    assert.equal(error?.code, 'archive/unsupported-method');
    assert.match(error.message, new RegExp(`by method ${name} \\(.*${named.get(Number(name))?.source}`));
  }
});

test('archive/duplicate-name: the same name with backslashes and with slashes', async () => {
  const zip = writeZip([
    { name: 'a\\b', content: 'x' },
    { name: 'a/b', content: 'y' },
  ]);
  assert.equal(await outcomeOf(zip), 'archive/duplicate-name');
});

/** @type {[code: string, title: string, bytes: Buffer][]} */
const UNTRUSTWORTHY = [
  ['archive/duplicate-name', 'two entries of one name', writeZip([GOOD, { name: 'b' }, GOOD])],
  ['archive/duplicate-name', 'a file that is a folder too', writeZip([GOOD, { name: 'good/more', content: 'x' }])],
  ['archive/duplicate-name', 'a folder that is a file too', writeZip([{ name: 'a/b/c/d' }, { name: 'a/b' }])],
  [
    'archive/overlapping-entries',
    'two entries over the same bytes',
    writeZip([GOOD, { ...GOOD, name: 'b', offset: 0 }]),
  ],
  [
    'archive/overlapping-entries',
    'an entry that reaches into the next one',
    writeZip([
      { ...GOOD, compressedSize: 40 },
      { name: 'b', content: 'b' },
    ]),
  ],
  ['archive/bad-directory', 'an entry that reaches into the directory', writeZip([{ ...GOOD, compressedSize: 90 }])],
  ['archive/bad-directory', 'an entry beyond the directory', writeZip([{ ...GOOD, offset: 5000 }])],
  [
    'archive/bad-directory',
    'a zip64 size that its field lacks',
    writeZip([{ ...GOOD, size: 0xffffffff, extra: Buffer.from([1, 0, 4, 0, 1, 2, 3, 4]) }]),
  ],
  [
    'archive/bad-directory',
    'a zip64 size beyond all numbers',
    writeZip([{ ...GOOD, zip64: true, compressedSize: Number.MAX_SAFE_INTEGER + 1 }]),
  ],
];
for (const [code, title, bytes] of UNTRUSTWORTHY) {
  test(`${code}: ${title}: nothing of the archive is read`, { timeout: 60_000 }, async () => {
    assert.equal(await outcomeOf(bytes), code);
  });
}

test('archive/overlapping-entries: a size that is one byte too large is enough', async () => {
  const entry = { name: 'a', content: 'x'.repeat(50), method: 0 };
  const outcome = (/** @type {number} */ compressedSize) => outcomeOf(writeZip([{ ...entry, compressedSize }, GOOD]));
  assert.deepEqual(await outcome(50), { a: entry.content, good: 'good' });
  assert.equal(await outcome(51), 'archive/overlapping-entries');
});

test('limit/entries: folders count too; the limit itself is allowed', async () => {
  const zip = writeZip([GOOD, { name: 'a/' }, { name: 'b' }]);
  assert.equal(await outcomeOf(zip, { maxEntries: 2 }), 'limit/entries');
  assert.deepEqual(await outcomeOf(zip, { maxEntries: 3 }), { good: 'good', b: '' });
});

test('limit/entries: two end records with different counts do not get past it', async () => {
  const entries = Array.from({ length: 50 }, (_, index) => ({ name: String(index) }));
  const plain = writeZip(entries);
  const directoryOffset32 = plain.readUInt32LE(plain.length - 6);
  const zip = writeZip(entries, { zip64: true, count: 1, count32: 50, directoryOffset32 });
  assert.equal(await outcomeOf(zip, { maxEntries: 10 }), 'archive/bad-directory');
});

test('limit/entries: a directory that is far larger than its entries need is not held in memory', async () => {
  const entries = Array.from({ length: 20 }, (_, index) => ({ name: String(index), extra: Buffer.alloc(60_000) }));
  const source = memorySource(writeZip(entries));
  assert.equal(await outcomeOf(source, { maxEntries: 20 }), 'limit/entries');
  assert.equal(Object.keys(await outcomeOf(source, { maxEntries: 10_000 })).length, 20);
});

test('limit/bytes: the sum of all entries counts too', async () => {
  const entries = ['a', 'b', 'c'].map(name => ({ name, content: name.repeat(400) }));
  assert.equal(await outcomeOf(writeZip(entries), { maxTotalBytes: 1199 }), 'limit/bytes');
  assert.equal(Object.keys(await outcomeOf(writeZip(entries), { maxTotalBytes: 1200 })).length, 3);
});

test('limit/ratio: exactly the limit is allowed, and so is any ratio up to 16 MiB', async () => {
  for (const [bytes, isJudged] of /** @type {const} */ ([
    [16 * MEBIBYTE, false],
    [16 * MEBIBYTE + 1, true],
  ])) {
    const zip = writeZip([{ name: 'a', content: Buffer.alloc(bytes) }]);
    const ratio = Math.ceil(bytes / zip.readUInt32LE(18));
    assert.deepEqual(await refused(zip, { maxRatio: ratio }), []);
    for (const maxRatio of [ratio - 1, 1]) assert.deepEqual(await refused(zip, { maxRatio }), isJudged ? ['a'] : []);
  }
});

test('limit/ratio: small entries may exceed it as long as the archive as a whole does not', async () => {
  const small = Array.from({ length: 5 }, (_, index) => ({
    name: `small ${index}`,
    content: Buffer.alloc(4 * MEBIBYTE - 10),
  }));
  const bomb = { name: 'bomb', content: Buffer.alloc(17 * MEBIBYTE) };
  const plain = { name: 'plain', content: randomBytes(100_000) };
  const names = small.map(({ name }) => name);
  assert.deepEqual(await refused(writeZip([...small.slice(1), GOOD])), []);
  assert.deepEqual(await refused(writeZip([...small, GOOD])), names);
  assert.deepEqual(await refused(writeZip([...small, plain])), []);
  // Entries that are refused for themselves do not count against the others.
  assert.deepEqual(await refused(writeZip([...small.slice(1), bomb, GOOD])), ['bomb']);
  assert.deepEqual(await refused(writeZip([...small, bomb, GOOD])), [...names, 'bomb']);
});

/**
 * @param {Buffer} zip
 * @param {Partial<typeof LIMITS>} [limits]
 * @returns {Promise<string[]>} The names of the entries that are refused for their ratio. The others are not read.
 */
async function refused(zip, limits) {
  const { entries } = await openArchive(memorySource(zip), { ...LIMITS, ...limits });
  return [...entries].filter(({ error }) => error?.code === 'limit/ratio').map(({ name }) => name);
}

test('names with as many folders as a name can have are checked quickly', { timeout: 60_000 }, async () => {
  const entries = Array.from({ length: 4_000 }, (_, index) => ({
    name: `${'a/'.repeat(508)}${String(index).padStart(6, '0')}`,
    raw: Buffer.alloc(0),
    method: 0,
  }));
  const started = performance.now();
  const limits = { ...LIMITS, maxEntries: 4_000 };
  await openArchive(memorySource(writeZip(entries)), limits);
  assert.ok(performance.now() - started < 5_000);
});

test('names with very many parts are checked quickly', { timeout: 60_000 }, async () => {
  const entries = Array.from({ length: 100 }, (_, index) => ({ name: `${index}${'/a'.repeat(32_000)}` }));
  const started = performance.now();
  const outcome = await outcomeOf(writeZip(entries));
  assert.deepEqual(new Set(Object.values(outcome)), new Set(['archive/unsafe-name']));
  assert.ok(performance.now() - started < 2_500);
});

/** @type {[title: string, entry: ZipEntry][]} */
const OTHERWISE_NAMED = [
  ['without its version', { name: 'good;1' }],
  ['without its backslash', { name: 'good\\', mode: 0o100644 }],
  ['without its empty version', { name: 'good;' }],
  ['in its header, beside a Unicode path', { name: 'good', extra: unicodePath('good', 'x') }],
  ['the same, in the local header', { name: 'good', localExtra: unicodePath('good', 'x') }],
  ['in its Unicode path', { name: 'x', extra: unicodePath('x', 'good') }],
  ['in its Unicode path, of another name', { name: 'x', extra: unicodePath('y', 'good') }],
  ['in the local header’s Unicode path', { name: 'x', localExtra: unicodePath('x', 'good') }],
  [
    'in its second Unicode path',
    { name: 'x', extra: Buffer.concat([unicodePath('x', 'x'), unicodePath('x', 'good')]) },
  ],
];
for (const [title, entry] of OTHERWISE_NAMED) {
  test(`archive/duplicate-name: an entry that has another entry's name for some programs: ${title}`, async () => {
    const other = { content: 'other', ...entry };
    assert.equal(await outcomeOf(writeZip([GOOD, other])), 'archive/duplicate-name');
    assert.equal(await outcomeOf(writeZip([other, GOOD])), 'archive/duplicate-name');
  });
}
