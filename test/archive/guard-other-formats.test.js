import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const GOOD = { name: 'good', content: 'good' };
const ISO = Buffer.alloc(40 * 1024);
ISO.write('CD001', 32 * 1024 + 1);

/** @type {[title: string, prefix: string | Buffer][]} */
const BEFORE = [
  ['tar', Buffer.concat([withTarChecksum(tarHeader()), Buffer.alloc(1024)])],
  ['gzip', gzipSync('x')],
  ['bzip2', 'BZh91AY&SY'],
  ['lzma', ']\0\0\x80\0'],
  ['lz4', '\x04"M\x18'],
  ['7z', "7z\xbc\xaf'\x1c"],
  ['7z in a program', `MZ${'\0'.repeat(0x27000)}7z\xbc\xaf'\x1c`],
  ['cpio', '0707070000010000010006440000000000000000010000000'],
  ['mtree', '#mtree\nevil type=file\n'],
  ['uuencode', 'some text\nbegin 644 evil\n#86)C\n`\nend\n'],
  ['ISO', ISO],
  ['OLE document', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['ar', '!<arch>\n'],
  ['wim', 'MSWIM\0\0\0\xd0\0\0\0'],
  ['arj', '`\xea*\0'],
  ['rpm', '\xed\xab\xee\xdb\x03\0'],
  ['lzop', '\x89LZO\0\r\n\x1a\n'],
  ['WARC', 'WARC/1.0\r\n'],
  ['SquashFS image', 'hsqs'],
  ['virtual disk', 'KDMV'],
  ['NSIS in a program', `MZ${'\0'.repeat(9000)}\xef\xbe\xad\xdeNullsoftInst`],
  ['NTFS image', '\xebR\x90NTFS    \0'],
  ['GPT image', `${'\0'.repeat(512)}EFI PART`],
  ['ext image', `${'\0'.repeat(1080)}S\xef`],
  ['UDF image', `${'\0'.repeat(32768)}\0BEA01\x01\0`],
];
for (const [title, prefix] of BEFORE) {
  test(`archive/bad-directory: a zip behind an archive in another format (${title}), which other programs read`, async () => {
    const zip = writeZip([GOOD], { prefix: Buffer.from(/** @type {string} */ (prefix), 'latin1') });
    assert.equal(await outcomeOf(zip), 'archive/bad-directory');
  });
}

test('archive/bad-directory: a few bytes before a zip whose first entry makes the image of a disk of it', async () => {
  const content = Buffer.alloc(2000);
  content.write('S\xef', 1080 - 2 - 30 - GOOD.name.length, 'latin1');
  const outcomes = await Promise.all(
    ['MZ', ''].map(start => outcomeOf(writeZip([{ ...GOOD, content, method: 0 }], { prefix: Buffer.from(start) }))),
  );
  assert.deepEqual(outcomes, ['archive/bad-directory', { good: content.toString() }]);
});

const PROGRAMS = ['MZ', '#!/bin/sh\nexit\n', '\x7fELF', '\xcf\xfa\xed\xfe'];
for (const prefix of [...PROGRAMS, 'some text\n', '\0'.repeat(600), `MZ${'\0'.repeat(40_000)}`]) {
  test(`bytes before an archive that are not another archive are skipped: ${JSON.stringify(prefix.slice(0, 9))}`, async () => {
    const zip = writeZip([GOOD], { prefix: Buffer.from(prefix, 'latin1') });
    assert.deepEqual(await outcomeOf(zip), { good: 'good' });
  });
}

test('archive/bad-directory: a zip that its first entry turns into a tar archive, or an ISO image', async () => {
  const name = 'evil';
  const body = Buffer.concat([tarHeader().subarray(30 + name.length), Buffer.alloc(1024)]);
  /** @param {Buffer} content */
  const zipOf = content => writeZip([{ name, content, method: 0, descriptor: 'signed' }, GOOD]);
  const checksum = withTarChecksum(zipOf(body).subarray(0, 512)).subarray(148, 156);
  checksum.copy(body, 148 - 30 - name.length);
  assert.equal(await outcomeOf(zipOf(body)), 'archive/bad-directory');

  const image = ISO.subarray(30 + name.length);
  assert.equal(await outcomeOf(zipOf(image)), 'archive/bad-directory');
  // Unchanged, such files begin behind the entry's local header, and are not recognised.
  for (const file of [ISO, withTarChecksum(tarHeader())]) {
    const outcome = /** @type {any} */ (await outcomeOf(zipOf(file)));
    assert.equal(outcome[name], file.toString());
  }
});

test('archive/bad-directory: zeros, and an end record that libarchive misses because of its long comment', async () => {
  const prefix = Buffer.alloc(600);
  assert.equal(await outcomeOf(writeZip([GOOD], { prefix, comment: 'x'.repeat(20_000) })), 'archive/bad-directory');
  assert.deepEqual(await outcomeOf(writeZip([GOOD], { prefix, comment: 'x'.repeat(16_000) })), { good: 'good' });
});

test('archive/bad-directory: PK00, which ends nothing, before an unlisted entry', async () => {
  const other = writeZip([{ name: 'evil', content: 'evil', method: 0 }]);
  const mark = Buffer.from('PK00');
  const prefix = Buffer.concat([mark, other.subarray(0, other.indexOf('PK\x01\x02'))]);
  for (const comment of ['', 'x'.repeat(20_000)]) {
    assert.equal(await outcomeOf(writeZip([GOOD], { prefix, comment })), 'archive/bad-directory');
    const counted = writeZip([{ ...GOOD, before: prefix }], { comment });
    assert.equal(await outcomeOf(counted), 'archive/bad-directory');
    assert.deepEqual(await outcomeOf(writeZip([GOOD], { prefix: mark, comment })), { good: 'good' });
    assert.deepEqual(await outcomeOf(writeZip([{ ...GOOD, before: mark }], { comment })), { good: 'good' });
  }
});

test('archive/bad-directory: entries, and a directory that lists nothing', async () => {
  const zip = writeZip([GOOD]);
  const files = zip.subarray(0, zip.indexOf('PK\x01\x02'));
  const end = fields([4, 0x06054b50], [4, 0], [4, 0], [4, 0], [4, files.length], [2, 20_000]);
  assert.equal(await outcomeOf(Buffer.concat([files, end, Buffer.alloc(20_000)])), 'archive/bad-directory');
  assert.deepEqual(await outcomeOf(writeZip([])), {});
});

test('archive/duplicate-name: a folder with the name of a file', async () => {
  /** @type {ZipEntry[]} */
  const folders = [
    { name: 'good/', method: 0 },
    { name: 'good\\', method: 0 },
    { name: 'good', method: 0, mode: 0o040755 },
  ];
  for (const folder of folders) {
    assert.equal(await outcomeOf(writeZip([GOOD, folder])), 'archive/duplicate-name');
    assert.equal(await outcomeOf(writeZip([folder, GOOD])), 'archive/duplicate-name');
  }
  const twice = [{ name: 'a/' }, { name: 'a/' }, { name: 'a/good', content: 'x' }, { name: 'a/good.d/' }];
  assert.deepEqual(await outcomeOf(writeZip(twice)), { 'a/good': 'x' });
});

function tarHeader() {
  const header = Buffer.alloc(512);
  header.write('0000644\0', 100);
  header.write('00000000004\0', 124);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  return header;
}

/** @param {Buffer} header */
function withTarChecksum(header) {
  const copy = Buffer.from(header).fill(' ', 148, 156);
  let sum = 0;
  for (const byte of copy) sum += byte;
  copy.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return copy;
}
