import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDirectory } from '../../src/archive/find-directory.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const TEXTS = { 'a.csv': 'a,b\n1,2\n', 'b/c.txt': 'text' };
const ZIP = writeZip(ENTRIES);
// The numbers of the end record of an archive with one entry, without that.
const FALSE_END = Buffer.from(`PK\x05\x06${'\0'.repeat(4)}\x01\0\x01\0\x2e${'\0'.repeat(9)}`);
const FALSE_ENDS = Buffer.concat(Array(500).fill(FALSE_END));

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
  [
    'behind a program that holds very many end records',
    { prefix: Buffer.concat([Buffer.from('#!/bin/sh\n'), FALSE_ENDS]) },
  ],
  ['with padding between its directory and its end', { between: Buffer.from('padding') }],
  ['with a zip64 end record that only half of its fields need', { zip64: true, count32: 2 }],
];
for (const [title, end] of HONEST) {
  test(`an archive ${title} is read`, { timeout: 300_000 }, async () => {
    assert.deepEqual(await outcomeOf(writeZip(ENTRIES, end)), TEXTS);
  });
}

test('an archive in which an entry holds very many end records is read, with a byte behind it or in zip64', async () => {
  const entries = [...ENTRIES, { name: 'ends', content: FALSE_ENDS, method: 0 }];
  for (const zip64 of [false, true]) {
    for (const trailing of ['', '\n']) {
      const names = Object.keys(await outcomeOf(writeZip(entries, { zip64, trailing: Buffer.from(trailing) })));
      assert.deepEqual(names, ['a.csv', 'b/c.txt', 'ends']);
    }
  }
});

test('archive/truncated: an archive that is cut in its comment, with an archive and very many end records in an entry', async () => {
  const entries = [{ name: 'ends', content: Buffer.concat([ZIP, FALSE_ENDS]), method: 0 }];
  assert.equal(await outcomeOf(writeZip(entries, { comment: 'a comment' }).subarray(0, -3)), 'archive/truncated');
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
  ['archive/bad-directory', 'more entries than there are', writeZip(ENTRIES, { count: 3 })],
  ['archive/bad-directory', 'fewer entries than there are', writeZip(ENTRIES, { count: 1 })],
  ['archive/bad-directory', 'no entries, though there are some', writeZip(ENTRIES, { count: 0 })],
  ['archive/bad-directory', 'no entries in zip64, though there are some', writeZip(ENTRIES, { count: 0, zip64: true })],
  ['archive/bad-directory', 'a directory that is longer than declared', writeZip(ENTRIES, { directorySize: 92 })],
  ['archive/bad-directory', 'a directory that is shorter than declared', writeZip(ENTRIES, { directorySize: 140 })],
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
  ['archive/bad-directory', 'two archives joined into one file', Buffer.concat([ZIP, ZIP])],
];

/** An archive whose first entry says that it begins on another disk. */
function elsewhere() {
  const zip = Buffer.from(ZIP);
  zip.writeUInt16LE(1, zip.indexOf('PK\x01\x02') + 34);
  return zip;
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
