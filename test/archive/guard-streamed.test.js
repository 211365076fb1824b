import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { openReaders } from '../fuzz/readers/readers.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const GOOD = { name: 'good', content: 'good' };
/** So long that libarchive does not find the end record before it. */
const UNSEEN = 'x'.repeat(16 * 1024 - 22);
const SEEN = UNSEEN.slice(1);

// The end of an entry `short`, and the beginning of another entry.
const hidden = writeZip([{ name: 'evil', content: 'evil', method: 0 }]);
const content = Buffer.concat([
  Buffer.from('short'),
  fields([4, 0x08074b50], [4, crc32('short')], [4, 5], [4, 5]),
  hidden.subarray(0, hidden.indexOf('PK\x01\x02')),
]);
const size = content.length;
/** @type {ZipEntry} */
const HIDING = { name: 'a.txt', content, method: 0, descriptor: 'signed' };

/** @type {[title: string, entries: ZipEntry[]][]} */
const STREAMED = [
  ['an entry whose data hold another one', [HIDING, GOOD]],
  ['the same, with sizes in the local header', [{ ...HIDING, local: { size, compressedSize: size } }, GOOD]],
  ['the same, of more than 4 GB', [{ ...HIDING, zip64: true }, GOOD]],
  ['the same, behind 200 KB', [{ name: 'big', content: Buffer.alloc(200_000), method: 0 }, HIDING, GOOD]],
  ['the same, before 200 KB', [HIDING, { name: 'big', content: Buffer.alloc(200_000), method: 0 }, GOOD]],
  ['the same, with a name that is refused', [{ ...HIDING, name: 'a;1' }, GOOD]],
  ['the same, behind the marker of a split archive', [{ ...HIDING, before: Buffer.from('PK00') }, GOOD]],
  ['a folder that hides what is behind it', [{ name: 'f/', method: 0, flags: 1 << 3 }, GOOD, HIDING]],
  ['an entry of a method that libarchive lacks', [{ ...HIDING, method: 9 }, GOOD]],
  ['an entry of a method that some versions of it lack', [{ ...HIDING, method: 93 }, GOOD]],
  ['an empty entry', [{ name: 'nothing', method: 0, descriptor: 'unsigned' }, GOOD]],
];
for (const [title, entries] of STREAMED) {
  test(`archive/bad-directory: not deflated, with sizes behind the data, for a program that streams: ${title}`, async () => {
    assert.equal(await outcomeOf(writeZip(entries, { comment: UNSEEN })), 'archive/bad-directory');
    assert.notEqual(await outcomeOf(writeZip(entries, { comment: SEEN })), 'archive/bad-directory');
  });
}

test('an archive with a long comment is read if a stream shows the same entries', async () => {
  const texts = { good: 'good', stored: 'stored', described: 'x'.repeat(99) };
  const entries = [
    GOOD,
    { name: 'stored', content: 'stored', method: 0 },
    { name: 'described', content: texts.described, descriptor: /** @type {const} */ ('signed') },
    { name: 'f/', method: 0 },
  ];
  assert.deepEqual(await outcomeOf(writeZip(entries, { comment: UNSEEN })), texts);
  // No program reads a stream that does not begin with an entry.
  const program = { prefix: Buffer.from('#!/bin/sh\n'), comment: UNSEEN };
  assert.deepEqual(await outcomeOf(writeZip([{ ...GOOD, method: 0, descriptor: 'signed' }], program)), {
    good: 'good',
  });
});

test('archive/bad-directory: the same, where libarchive does not find the directory for a long zip64 record', async () => {
  const zip = writeZip([HIDING, GOOD], { zip64: true });
  const record = zip.indexOf('PK\x06\x06');
  const [before, behind] = [Buffer.from(zip.subarray(0, record + 56)), zip.subarray(record + 56)];
  const data = Buffer.alloc(17_000);
  before.writeBigUInt64LE(BigInt(44 + data.length), record + 4);
  assert.equal(await outcomeOf(Buffer.concat([before, data, behind])), 'archive/bad-directory');
});

test('bsdtar streams where the end record is as far from the end as is said here', { timeout: 300_000 }, async t => {
  const readers = await openReaders(['bsdtar']);
  t.after(readers.close);
  if (readers.missing.length > 0) return t.skip('bsdtar is not installed');
  /** @param {string} comment */
  const namesWith = async comment => {
    const reading = /** @type {any} */ ((await readers.read(writeZip([HIDING, GOOD], { comment }))).get('bsdtar'));
    return reading.files.map(String).sort();
  };
  const file = (/** @type {string} */ name, /** @type {Buffer} */ bytes) => `${name},${bytes.length},${crc32(bytes)}`;
  const good = file('good', Buffer.from('good'));
  assert.deepEqual(await namesWith(SEEN), [file('a.txt', content), good]);
  const streamed = [file('a.txt', Buffer.from('short')), file('evil', Buffer.from('evil')), good];
  assert.deepEqual(await namesWith(UNSEEN), streamed);
});
