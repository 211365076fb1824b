import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEndRecord } from '../../src/archive/end-record.js';
import { openArchive } from '../../src/archive/open-archive.js';
import { memorySource } from '../fixtures/memory-source.js';
import { writeZip } from '../fixtures/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const TEXTS = { 'a.csv': 'a,b\n1,2\n', 'b/c.txt': 'text' };
const ZIP = writeZip(ENTRIES);

/** @type {[title: string, end: import('../fixtures/zip-writer.js').ZipEnd][]} */
const HONEST = [
  ['with nothing special', {}],
  ['in zip64', { zip64: true }],
  ['behind a program that unpacks it', { prefix: Buffer.from('#!/bin/sh\nexec unzip "$0"\n') }],
  ['in zip64 behind a program', { zip64: true, prefix: Buffer.alloc(200_000, '#') }],
  ['with the longest comment', { comment: 'x'.repeat(65_535) }],
  ['with the longest comment in zip64', { comment: 'x'.repeat(65_535), zip64: true }],
  ['with a comment that holds an end record', { comment: Buffer.concat([writeZip([]), Buffer.from(' and more')]) }],
  ['with other bytes behind it', { trailing: Buffer.from('\r\n\0') }],
  ['with as many bytes behind it as are looked at', { comment: 'x'.repeat(65_535), trailing: Buffer.alloc(65_535) }],
  ['with padding between its directory and its end', { between: Buffer.from('padding') }],
  ['with a zip64 end record that only half of its fields need', { zip64: true, count32: 2 }],
];
for (const [title, end] of HONEST) {
  test(`an archive ${title} is read`, { timeout: 60_000 }, async () => {
    assert.deepEqual(await outcomeOf(writeZip(ENTRIES, end)), TEXTS);
  });
}

test('an archive without entries has none', async () => {
  assert.deepEqual(await outcomeOf(writeZip([])), {});
  assert.deepEqual(await outcomeOf(writeZip([], { zip64: true, prefix: Buffer.from('#!') })), {});
});

test('offsets count from the archive, also where other bytes stand before it', async () => {
  const prefix = Buffer.alloc(300_000);
  const zip = writeZip(ENTRIES, { prefix, comment: 'hello' });
  const directory = await readEndRecord(memorySource(zip));
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
  ['archive/bad-directory', 'no entries where there are some', writeZip(ENTRIES, { count: 0 })],
  ['archive/bad-directory', 'no entries in zip64 where there are some', writeZip(ENTRIES, { count: 0, zip64: true })],
  ['archive/bad-directory', 'a directory that is longer than said', writeZip(ENTRIES, { directorySize: 92 })],
  ['archive/bad-directory', 'a directory that is shorter than said', writeZip(ENTRIES, { directorySize: 140 })],
  ['archive/bad-directory', 'a directory beyond the end', writeZip(ENTRIES, { directoryOffset: 4_000_000 })],
  ['archive/bad-directory', 'a locator that points astray', writeZip(ENTRIES, { zip64: true, locatorOffset: 3 })],
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
  ['archive/bad-directory', 'two archives joined into one file', Buffer.concat([ZIP, ZIP])],
];

/** An archive whose first entry says that it begins on another disk. */
function elsewhere() {
  const zip = Buffer.from(ZIP);
  zip.writeUInt16LE(1, zip.indexOf('PK\x01\x02') + 34);
  return zip;
}

for (const [code, title, bytes] of FAILING) {
  test(`${code}: ${title}`, { timeout: 60_000 }, async () => {
    assert.equal(await outcomeOf(bytes), code);
  });
}

test('archive/bad-directory: 177 bytes that claim 2^31 entries, or many more, do not hang', {
  timeout: 60_000,
}, async () => {
  for (const count of [2 ** 31, 2 ** 53, 2 ** 62]) {
    for (const directorySize of [0, 2 ** 40, 2 ** 62]) {
      const bytes = writeZip([{ name: 'a' }], { zip64: true, count, directorySize });
      assert.equal(await outcomeOf(bytes, { maxEntries: Number.MAX_SAFE_INTEGER }), 'archive/bad-directory');
    }
  }
});

test('archive/bad-directory: an archive that was cut off behind an archive within it is not taken for that one', async () => {
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

test('exactly 65,535 entries are read, with a zip64 end record and without one', { timeout: 60_000 }, async () => {
  const entries = Array.from({ length: 65_535 }, (_, index) => ({ name: String(index), raw: Buffer.alloc(0) }));
  const limits = { maxEntries: 100_000, maxRatio: 500, maxTotalBytes: 1e9, maxRecordBytes: 1e6 };
  for (const zip64 of [true, false]) {
    const archive = await openArchive(memorySource(writeZip(entries, { zip64 })), limits);
    assert.equal(archive.entries.length, 65_535);
  }
});

/** @type {[title: string, bytes: Buffer][]} */
const AMBIGUOUS = [
  ['an archive in the comment', writeZip(ENTRIES, { comment: writeZip([{ name: 'other', content: 'x' }]) })],
  ['an archive in the bytes behind it', writeZip(ENTRIES, { trailing: Buffer.concat([ZIP, Buffer.from('\n')]) })],
  [
    'an archive in the comment, behind a program',
    writeZip(ENTRIES, { prefix: Buffer.from('#!/bin/sh'), comment: writeZip([{ name: 'other', content: 'x' }]) }),
  ],
  ['an archive in the program before it', writeZip(ENTRIES, { prefix: Buffer.concat([Buffer.from('#!'), ZIP]) })],
  ['a zip64 end record that says something else', writeZip(ENTRIES, { zip64: true, directoryOffset32: 7 })],
];
for (const [title, bytes] of AMBIGUOUS) {
  test(`archive/bad-directory: ${title} makes two archives of one`, { timeout: 60_000 }, async () => {
    assert.equal(await outcomeOf(bytes), 'archive/bad-directory');
  });
}

test('archive/bad-directory: a great many end records are not all followed', { timeout: 60_000 }, async () => {
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

test('an archive with a great many archives in it, zip64 ones too, is read, and none of those is looked for', async () => {
  const inner = writeZip([{ name: 'inner', content: 'inner' }], { zip64: true });
  const entries = [
    { name: 'big', content: Buffer.alloc(300_000), method: 0 },
    ...Array.from({ length: 40 }, (_, index) => ({ name: `${index}.zip`, content: inner, method: 0 })),
  ];
  const source = memorySource(writeZip(entries));
  const { rivals } = await readEndRecord(source);
  assert.ok(rivals.length >= 40);
  assert.equal(Object.keys(await outcomeOf(source)).length, 41);
});

test('archive/bad-directory: a zip64 end record that is not right before its locator, as another one may be', async () => {
  const zip = writeZip(ENTRIES, { zip64: true });
  const record = zip.subarray(zip.length - 22 - 20 - 56, zip.length - 22 - 20);
  const end = zip.subarray(zip.length - 22 - 20);
  const doubled = Buffer.concat([zip.subarray(0, -22 - 20), record, end]);
  assert.equal(await outcomeOf(doubled), 'archive/bad-directory');
});
