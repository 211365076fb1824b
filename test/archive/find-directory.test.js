import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDirectory } from '../../src/archive/find-directory.js';
import { openArchive } from '../../src/archive/open-archive.js';
import { memorySource } from '../support/memory-source.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const TEXTS = { 'a.csv': 'a,b\n1,2\n', 'b/c.txt': 'text' };
const ZIP = writeZip(ENTRIES);
const INNER = writeZip([{ name: 'other', content: 'x' }]);

/** @type {[title: string, end: import('../support/zip-writer.js').ZipEnd][]} */
const HONEST = [
  ['with nothing special', {}],
  ['in zip64', { zip64: true }],
  ['behind a program that unpacks it', { prefix: Buffer.from('#!/bin/sh\nexec unzip "$0"\n') }],
  ['in zip64 behind a program', { zip64: true, prefix: Buffer.alloc(200_000, '#') }],
  ['with the longest comment', { comment: 'x'.repeat(65_535) }],
  ['with the longest comment in zip64', { comment: 'x'.repeat(65_535), zip64: true }],
  [
    'with a comment that holds the signature of an end record',
    { comment: 'the end is marked by PK\x05\x06, as we know' },
  ],
  ['with other bytes behind it', { trailing: Buffer.from('\r\n\0') }],
  ['with as many bytes behind it as are looked at', { comment: 'x'.repeat(65_535), trailing: Buffer.alloc(65_535) }],
  ['with padding between its directory and its end', { between: Buffer.from('padding') }],
  ['with a zip64 end record that only half of its fields need', { zip64: true, count32: 2 }],
];
for (const [title, end] of HONEST) {
  test(`an archive ${title} is read`, { timeout: 300_000 }, async () => {
    assert.deepEqual(await outcomeOf(writeZip(ENTRIES, end)), TEXTS);
  });
}

test('the signature of a zip64 locator may be a part of the last header', async () => {
  const locator = Buffer.concat([fields([4, 0x07064b50], [4, 0], [8, 2n ** 40n], [4, 1])]);
  const name = `PK\x06\x07${'n'.repeat(16)}`;
  /** @type {import('../support/zip-writer.js').ZipEntry[]} */
  const last = [
    { name, content: 'c' },
    { name: 'c', content: 'c', extra: Buffer.concat([fields([2, 0xcafe], [2, 20]), locator]) },
    { name: 'c', content: 'c', comment: locator.toString('latin1') },
  ];
  for (const entry of last) {
    const expected = { ...TEXTS, [String(entry.name)]: entry.name === name ? 'archive/unsafe-name' : 'c' };
    assert.deepEqual(await outcomeOf(writeZip([...ENTRIES, entry])), expected);
  }
});

test('an archive in the comment or the extra field of an entry is a part of the directory', async () => {
  const comment = INNER.toString('latin1').replace(/[^\0-\x7f]/g, '\0');
  const extra = Buffer.concat([fields([2, 0xcafe], [2, INNER.length]), INNER]);
  for (const odd of [{ comment }, { extra }]) {
    const zip = writeZip([{ ...ENTRIES[0], ...odd }, ENTRIES[1]]);
    assert.deepEqual(await outcomeOf(zip), TEXTS);
    assert.deepEqual(await outcomeOf(Buffer.concat([zip, Buffer.from('\n')])), TEXTS);
  }
});

test('a signed directory is read; its signature counts as a part of it', async () => {
  for (const length of [0, 5, 65_535]) {
    const signature = Buffer.concat([Buffer.from('PK\x05\x05'), fields([2, length]), Buffer.alloc(length, 7)]);
    const directorySize = directorySizeOf(ZIP) + signature.length;
    for (const zip64 of [true, false]) {
      const zip = writeZip(ENTRIES, { between: signature, directorySize, zip64 });
      assert.deepEqual(await outcomeOf(zip), TEXTS, `${length} bytes`);
    }
  }
});

test('an archive without entries has none', async () => {
  assert.deepEqual(await outcomeOf(writeZip([])), {});
  assert.deepEqual(await outcomeOf(writeZip([], { zip64: true, prefix: Buffer.from('#!') })), {});
});

test('offsets count from the beginning of the archive, even behind other bytes', async () => {
  const prefix = Buffer.alloc(300_000);
  const zip = writeZip(ENTRIES, { prefix, comment: 'hello' });
  const directory = await findDirectory(memorySource(zip));
  assert.equal(directory.archiveStart, prefix.length);
  assert.equal(directory.end, zip.length - 22 - 5);
  assert.equal(zip.readUInt32LE(directory.start), 0x02014b50);
});

/** @type {[code: string, title: string, bytes: Buffer][]} */
const FAILING = [
  ['archive/not-a-zip', 'no bytes at all', Buffer.alloc(0)],
  ['archive/not-a-zip', 'one byte', Buffer.from('P')],
  ['archive/not-a-zip', 'something else', Buffer.from('%PDF-1.7\n'.repeat(20_000))],
  ['archive/not-a-zip', 'an end record with its comment cut off', writeZip([], { comment: 'hello' }).subarray(0, -1)],
  ['archive/truncated', 'an archive without its end', ZIP.subarray(0, -23)],
  ['archive/truncated', 'only a signature', ZIP.subarray(0, 4)],
  [
    'archive/truncated',
    'more bytes behind the end than are looked at',
    writeZip(ENTRIES, { trailing: Buffer.alloc(2e5) }),
  ],
  ['archive/multi-disk', 'the last of several parts', writeZip(ENTRIES, { disk: 1 })],
  ['archive/multi-disk', 'the last of several parts in zip64', writeZip(ENTRIES, { disk: 1, zip64: true })],
  ['archive/bad-directory', 'more entries than there are', writeZip(ENTRIES, { count: 3 })],
  ['archive/bad-directory', 'fewer entries than there are', writeZip(ENTRIES, { count: 1 })],
  ['archive/bad-directory', 'no entries, though there are some', writeZip(ENTRIES, { count: 0 })],
  ['archive/bad-directory', 'no entries in zip64, though there are some', writeZip(ENTRIES, { count: 0, zip64: true })],
  ['archive/bad-directory', 'a directory that is longer than declared', writeZip(ENTRIES, { directorySize: 92 })],
  ['archive/bad-directory', 'a directory that is shorter than declared', writeZip(ENTRIES, { directorySize: 140 })],
  ['archive/bad-directory', 'a directory beyond the end', writeZip(ENTRIES, { directoryOffset: 4_000_000 })],
  ['archive/bad-directory', 'a locator with a wrong offset', writeZip(ENTRIES, { zip64: true, locatorOffset: 3 })],
  [
    'archive/bad-directory',
    'a locator that points astray, behind a program',
    writeZip(ENTRIES, { zip64: true, locatorOffset: 3, prefix: Buffer.from('#!/bin/sh') }),
  ],
  [
    'archive/bad-directory',
    'a locator that points beyond the end',
    writeZip(ENTRIES, { zip64: true, locatorOffset: 2 ** 52 }),
  ],
  ['archive/bad-directory', 'an archive of its own in the comment', writeZip(ENTRIES, { comment: writeZip([]) })],
  [
    'archive/bad-directory',
    'an end record that cannot be true behind one within an entry',
    writeZip([{ name: 'inner.zip', content: ZIP, method: 0 }], {
      prefix: Buffer.from('#!/bin/sh'),
      directorySize: 999,
    }),
  ],
  ['archive/multi-disk', 'an entry in another part', elsewhere()],
  ['archive/multi-disk', 'the first of several parts', Buffer.concat([Buffer.from('PK\x07\x08'), ZIP.subarray(0, 60)])],
  [
    'archive/multi-disk',
    'the first of several parts, with an archive in an entry',
    Buffer.concat([
      Buffer.from('PK\x07\x08'),
      writeZip([{ name: 'inner.zip', content: ZIP, method: 0 }]).subarray(0, 260),
    ]),
  ],
  ['archive/bad-directory', 'another number of entries on the only disk', counted({ here: 1 })],
  ['archive/bad-directory', 'another number of entries on the only disk in zip64', counted({ here: 1, zip64: true })],
  ['archive/not-a-zip', 'something else that holds the signature of an end record', holding('PK\x05\x06 is text')],
  ['archive/not-a-zip', 'a program that knows the signatures', holding('PK\x01\x02\0PK\x03\x04\0PK\x05\x06\0\0\0\0')],
  [
    'archive/not-a-zip',
    'the signature of an end record in random bytes',
    holding(`PK\x05\x06${'\0\x07Zq,'.repeat(9)}`),
  ],
  ['archive/encrypted', 'a directory that is encrypted', encrypted({})],
  ['archive/encrypted', 'a directory that is encrypted, on several disks by its own account', encrypted({ disk: 7 })],
  [
    'archive/encrypted',
    'a directory that is encrypted, behind its extra data record',
    encrypted({ hasExtraData: true }),
  ],
  ['archive/encrypted', 'a directory that is encrypted, before an old end record', encrypted({ isOld: true })],
  ['archive/bad-directory', 'two archives joined into one file', Buffer.concat([ZIP, ZIP])],
];

/** An archive whose first entry says that it begins on another disk. */
function elsewhere() {
  const zip = Buffer.from(ZIP);
  zip.writeUInt16LE(1, zip.indexOf('PK\x01\x02') + 34);
  return zip;
}

test('archive/not-a-zip: another file that contains what could be an end record with its comment', async () => {
  for (let seed = 0; seed < 2000; seed++) {
    const random = Buffer.from(
      Uint8Array.from({ length: 16 }, (_, index) => (seed * 7919 + index * index * 104_729) >> 3),
    );
    const bytes = holding(`PK\x05\x06${random.toString('latin1')}\x09\x00`);
    assert.equal(await outcomeOf(bytes), 'archive/not-a-zip', random.toString('hex'));
  }
  // It could end an empty archive, but only one that is the whole file.
  const nothing = holding(`PK\x05\x06${'\0'.repeat(18)}`);
  assert.equal(await outcomeOf(nothing), 'archive/not-a-zip');
});

/** @param {{ here: number, zip64?: boolean }} options */
function counted({ here, zip64 = false }) {
  const zip = writeZip(ENTRIES, { zip64 });
  if (zip64) zip.writeBigUInt64LE(BigInt(here), zip.length - 22 - 20 - 56 + 24);
  else zip.writeUInt16LE(here, zip.length - 22 + 8);
  return zip;
}

/** @param {string} text */
function holding(text) {
  return Buffer.concat([
    Buffer.from('\x7fELF some program '.repeat(9)),
    Buffer.from(text, 'latin1'),
    Buffer.alloc(90, 'z'),
  ]);
}

/**
 * An archive with PKZIP's strong encryption (APPNOTE 7.3): the local headers are masked, and the zip64 record has more fields.
 *
 * @param {{ disk?: number, hasExtraData?: boolean, isOld?: boolean }} options
 */
function encrypted({ disk = 0, hasExtraData = false, isOld = false }) {
  const zip = writeZip(ENTRIES.map(entry => ({ ...entry, flags: 0x2001 })));
  const start = zip.indexOf('PK\x01\x02');
  const directory = Buffer.alloc(zip.length - 22 - start, 0xa5);
  if (hasExtraData) directory.set(Buffer.from('PK\x06\x08'));
  const files = zip.subarray(0, start);
  if (isOld) return Buffer.concat([files, directory, zip.subarray(-22)]);
  const algorithm = fields([2, 8], [8, directory.length], [8, 99], [2, 0x660e], [2, 128], [2, 1], [2, 0], [2, 0]);
  return Buffer.concat([
    files,
    directory,
    fields([4, 0x06064b50], [8, 44 + algorithm.length], [2, 62], [2, 62], [4, disk], [4, disk], [8, 1], [8, 2]),
    fields([8, directory.length], [8, start]),
    algorithm,
    fields([4, 0x07064b50], [4, 0], [8, start + directory.length], [4, 1]),
    fields(
      [4, 0x06054b50],
      [2, 0xffff],
      [2, 0xffff],
      [2, 0xffff],
      [2, 0xffff],
      [4, 2 ** 32 - 1],
      [4, 2 ** 32 - 1],
      [2, 0],
    ),
  ]);
}

/** @param {Buffer} zip */
function directorySizeOf(zip) {
  return zip.readUInt32LE(zip.length - 10);
}

for (const [code, title, bytes] of FAILING) {
  test(`${code}: ${title}`, { timeout: 300_000 }, async () => {
    assert.equal(await outcomeOf(bytes), code);
  });
}

test('archive/bad-directory: 177 bytes that claim 2^31 entries, or many more, do not hang', {
  timeout: 300_000,
}, async () => {
  for (const count of [2 ** 31, 2 ** 53, 2 ** 62]) {
    for (const directorySize of [0, 2 ** 40, 2 ** 62]) {
      const bytes = writeZip([{ name: 'a' }], { zip64: true, count, directorySize });
      assert.equal(await outcomeOf(bytes, { maxEntries: Number.MAX_SAFE_INTEGER }), 'archive/bad-directory');
    }
  }
});

test('archive/bad-directory: an archive that was cut off behind an inner archive is not taken for the inner one', async () => {
  const inner = writeZip([{ name: 'inner.csv', content: 'inner' }]);
  const outer = writeZip([
    { name: '1.zip', content: inner, method: 0 },
    { name: '2.zip', content: inner, method: 0 },
  ]);
  const end = outer.indexOf(inner) + inner.length;
  for (const cut of [end, end + 1, end + 40, outer.lastIndexOf(inner) + inner.length]) {
    assert.equal(await outcomeOf(outer.subarray(0, cut)), 'archive/bad-directory', `cut off after ${cut} bytes`);
  }
  assert.deepEqual(Object.keys(await outcomeOf(outer)), ['1.zip', '2.zip']);
});

test('exactly 65,535 entries are read, with a zip64 end record and without one', { timeout: 300_000 }, async () => {
  const entries = Array.from({ length: 65_535 }, (_, index) => ({ name: String(index), raw: Buffer.alloc(0) }));
  const limits = { maxEntries: 100_000, maxRatio: 500, maxTotalBytes: 1e9, maxRecordBytes: 1e6 };
  for (const zip64 of [true, false]) {
    const archive = await openArchive(memorySource(writeZip(entries, { zip64 })), limits);
    assert.equal(archive.entries.length, 65_535);
  }
});

test('archive/bad-directory: very many end records are not all followed', { timeout: 300_000 }, async () => {
  const fake = writeZip(ENTRIES, { directoryOffset: 50, directorySize: 100 }).subarray(-22);
  const zip = writeZip([{ name: 'a', content: Buffer.alloc(300_000), method: 0 }], {
    comment: Buffer.concat(Array.from({ length: 2_900 }, () => fake)),
  });
  const source = memorySource(zip);
  let reads = 0;
  const { read } = source;
  source.read = (start, end) => {
    reads += 1;
    return read(start, end);
  };
  assert.equal(await outcomeOf(source), 'archive/bad-directory');
  assert.ok(reads < 20, `${reads} reads`);
});

test('an archive with very many inner archives, zip64 ones too, is read without reading those', async () => {
  const inner = writeZip([{ name: 'inner', content: 'inner' }], { zip64: true });
  const entries = [
    { name: 'big', content: Buffer.alloc(300_000), method: 0 },
    ...Array.from({ length: 40 }, (_, index) => ({ name: `${index}.zip`, content: inner, method: 0 })),
  ];
  const source = memorySource(writeZip(entries));
  const { rivals } = await findDirectory(source);
  assert.ok(rivals.length >= 40);
  assert.equal(Object.keys(await outcomeOf(source)).length, 41);
});
