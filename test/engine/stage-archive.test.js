import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { outcomeOf, readArchive } from '../archive/read-archive.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const TEXT = 'one,two,three\n'.repeat(100);
const RANDOM = randomBytes(700_001);
const MIXED = Buffer.from(`${RANDOM.toString('hex')}${TEXT.repeat(300)}`);

/** @type {Record<string, Buffer>} */
const CONTENTS = {
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from('x'),
  text: Buffer.from(TEXT),
  'bytes that do not deflate': RANDOM,
  'text of two megabytes': MIXED,
  'one chunk exactly': MIXED.subarray(0, 262_144),
  'one byte more than a chunk': MIXED.subarray(0, 262_145),
};
/** @type {Record<string, Partial<ZipEntry>>} */
const KINDS = {
  deflated: {},
  stored: { method: 0 },
  'deflated, with a descriptor': { descriptor: 'signed' },
  'stored, with a descriptor without a signature': { method: 0, descriptor: 'unsigned' },
  'in zip64': { zip64: true },
  'in zip64 with a descriptor': { zip64: true, descriptor: 'signed' },
  'behind a long local extra field': { localExtra: Buffer.alloc(5000, 1) },
  'with extra fields that are cut short': { localExtra: Buffer.alloc(3, 1), extra: Buffer.alloc(2, 1) },
};
for (const [content, bytes] of Object.entries(CONTENTS)) {
  test(`${content} comes out unchanged, however it is archived and read`, { timeout: 60_000 }, async () => {
    const kinds = Object.entries(KINDS);
    const zip = writeZip(kinds.map(([name, kind]) => ({ ...kind, name, content: bytes })));
    for (const chunkBytes of bytes.length > 1e5 ? [65_536, 1e9] : [1, 7, 1000, 65_536]) {
      const contents = await readArchive(memorySource(zip, { chunkBytes }));
      assert.equal(contents.size, kinds.length);
      for (const [name, content] of contents) assert.ok(bytes.equals(Buffer.from(content)), `${name}, ${chunkBytes}`);
    }
  });
}

/** @type {[code: string, title: string, entry: Partial<ZipEntry>][]} */
const DAMAGED = [
  ['archive/crc-mismatch', 'a wrong CRC-32', { crc32: 1 }],
  ['archive/crc-mismatch', 'a wrong CRC-32 on a stored entry', { crc32: 1, method: 0 }],
  ['archive/crc-mismatch', 'different content of the same length', { raw: deflateRawSync(TEXT.replace('one', 'two')) }],
  ['archive/crc-mismatch', 'a wrong CRC-32 of nothing', { content: '', crc32: 1 }],
  ['archive/size-mismatch', 'more bytes than declared', { size: TEXT.length - 1 }],
  ['archive/size-mismatch', 'far more bytes than declared', { size: 10, content: Buffer.alloc(5e7) }],
  ['archive/size-mismatch', 'fewer bytes than declared', { size: TEXT.length + 1 }],
  ['archive/size-mismatch', 'bytes where none are declared', { size: 0 }],
  ['archive/size-mismatch', 'bytes behind the end', { raw: Buffer.concat([deflateRawSync(TEXT), Buffer.from('x')]) }],
  [
    'archive/size-mismatch',
    'a megabyte behind the end',
    { raw: Buffer.concat([deflateRawSync(TEXT), randomBytes(1_000_000)]) },
  ],
  ['archive/corrupt', 'compressed bytes that end early', { raw: deflateRawSync(TEXT).subarray(0, -3) }],
  ['archive/corrupt', 'compressed bytes that are not a deflate stream', { raw: Buffer.alloc(100, 0xff) }],
  ['archive/corrupt', 'a compressed size that is too small', { compressedSize: 8 }],
  ['archive/header-mismatch', 'no local header where it should be', { before: Buffer.alloc(40, 0xff), offset: 0 }],
];
for (const [code, title, entry] of DAMAGED) {
  test(`${code}: ${title}; the next entry is read`, { timeout: 60_000 }, async () => {
    const zip = writeZip([
      { name: 'a', content: TEXT, ...entry },
      { name: 'b', content: 'b' },
    ]);
    assert.deepEqual(await outcomeOf(zip, { maxRatio: 1e6 }), { a: code, b: 'b' });
  });
}
