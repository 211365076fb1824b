import { deflateRawSync, zstdCompressSync } from 'node:zlib';
import { block, fields } from '../../support/zip-fields.js';
import { writeZip } from '../../support/zip-writer.js';
import { GOOD, read, refusedArchive, refusedEntry } from './fixture.js';
import { fullOverlapBomb, quotedOverlapBomb } from './overlapping-bombs.js';

/** @import { ZipEntry } from '../../support/zip-writer.js' */
/** @import { Fixture } from './fixture.js' */

const TEXT = 'some text, some more text';
const ENTRY = { name: 'a', content: TEXT };
const STORED = { ...ENTRY, method: 0 };
const STREAMED = { ...ENTRY, descriptor: /** @type {const} */ ('signed') };
const RAW = deflateRawSync(Buffer.from(TEXT));
const EMPTIED = {
  raw: Buffer.alloc(0),
  localExtra: Buffer.alloc(40),
  descriptor: /** @type {const} */ ('signed'),
  crc32: 0,
  size: 0,
};
const MAX_32 = 0xffffffff;
const MEGABYTE = Buffer.alloc(1_000_000, 'a line of text that is always the same\n');

/**
 * Wrong sizes, checksums and offsets.
 *
 * @type {Fixture[]}
 */
export const SIZES = [
  // Local header and directory agree, and both lie.
  sized('fewer bytes than it inflates to', { ...ENTRY, size: 10 }),
  sized('no bytes at all', { ...ENTRY, size: 0 }),
  sized('one byte more than it inflates to', { ...ENTRY, size: TEXT.length + 1 }),
  sized('many bytes more than it inflates to', { ...ENTRY, size: 5000 }),
  sized('ten bytes and inflates to a million', { name: 'a', content: MEGABYTE, size: 10 }),
  sized('fewer bytes than are stored', { ...STORED, size: 10 }),
  sized('more bytes than are stored', { ...STORED, size: 30 }),
  sized('fewer compressed bytes than are stored', { ...STORED, compressedSize: 10 }),
  sized('more compressed bytes than it needs', { ...ENTRY, raw: Buffer.concat([RAW, Buffer.alloc(9)]) }),
  sized('a second stream behind its compressed bytes', { ...ENTRY, raw: Buffer.concat([RAW, RAW]) }),
  // Only the directory lies; the data descriptor is ignored.
  sized('fewer bytes than it inflates to, before a data descriptor', { ...STREAMED, size: 10 }),
  sized('more bytes than it inflates to, before a data descriptor', { ...STREAMED, size: 30 }),
  sized('fewer bytes in zip64', { ...ENTRY, zip64: true, size: 10 }),
  sized('more bytes in zip64', { ...ENTRY, zip64: true, size: 5000 }),

  refusedEntry('archive/corrupt', 'compressed bytes that end too early', { ...ENTRY, raw: RAW.subarray(0, -3) }),
  refusedEntry('archive/corrupt', 'fewer compressed bytes than there are', { ...ENTRY, compressedSize: 4 }),
  refusedEntry('archive/corrupt', 'bytes that are not compressed', { ...ENTRY, raw: Buffer.alloc(9, 0xff) }),
  refusedEntry('archive/corrupt', 'a match that reaches before the first byte', {
    ...ENTRY,
    raw: Buffer.from([0x03, 0x02, 0x00]),
  }),
  refusedEntry('archive/crc-mismatch', 'a wrong CRC-32', { ...ENTRY, crc32: 1 }),
  refusedEntry('archive/crc-mismatch', 'a wrong CRC-32 of stored bytes', { ...STORED, crc32: 1 }),
  refusedEntry('archive/crc-mismatch', 'a wrong CRC-32 of no bytes', { name: 'a', crc32: 1 }),
  refusedEntry('archive/crc-mismatch', 'no CRC-32 before a data descriptor', { ...STREAMED, crc32: 0 }),
  read('an empty entry without compressed bytes', [{ name: 'a', content: '', raw: Buffer.alloc(0) }]),
  read('a data descriptor that lies: the directory counts', [{ ...STREAMED, described: { crc32: 1, size: 2 } }]),

  mismatch('another name', { localName: 'b' }),
  mismatch('a name that leads out', { localName: '../evil' }),
  mismatch('a longer name', { localName: 'a.txt' }),
  mismatch('no name', { localName: '', localExtra: Buffer.alloc(9) }),
  mismatch('another method', { local: { method: 0 } }),
  mismatch('a flag for encryption', { local: { flags: 1 } }),
  mismatch('another CRC-32', { local: { crc32: 1 } }),
  mismatch('another size', { local: { size: 1 } }),
  mismatch('another compressed size', { local: { compressedSize: 1 } }),
  mismatch('another size in zip64', { zip64: true, local: { size: 1 } }),
  mismatch('something in it', { content: '', size: 0, raw: Buffer.alloc(0), method: 0, local: { size: 1, crc32: 1 } }),
  mismatch('another name, and is empty', { content: '', method: 0, localName: 'b' }),
  mismatch('that its sizes come later, where the directory says that it is empty', EMPTIED),
  mismatch('another name, before a data descriptor', { ...STREAMED, localName: 'b' }),

  refusedEntry('limit/ratio', 'the largest size of 32 bits, which is wrong', { ...ENTRY, size: MAX_32 }),
  refusedEntry(
    'archive/size-mismatch',
    'the largest size of 32 bits, which is wrong, within the limits',
    { name: 'a', content: Buffer.alloc(6_000_000), size: MAX_32 },
    { limits: { maxRatio: 1_000_000 } },
  ),
  refusedArchive('archive/bad-directory', 'the largest compressed size of 32 bits, for which there is no room', () =>
    writeZip([{ ...ENTRY, compressedSize: MAX_32 }]),
  ),
  refusedArchive('archive/bad-directory', 'the largest offset of 32 bits, at which there is nothing', () =>
    writeZip([{ ...ENTRY, offset: MAX_32 }]),
  ),
  refusedArchive('archive/bad-directory', 'a zip64 field that is cut short', () =>
    writeZip([{ ...ENTRY, size: MAX_32, extra: fields([2, 1], [2, 4], [4, TEXT.length]) }]),
  ),
  refusedArchive('archive/bad-directory', 'a zip64 size that is no safe integer', () =>
    writeZip([{ ...ENTRY, zip64: true, compressedSize: 2 ** 62 }]),
  ),
  refusedArchive('archive/bad-directory', 'a zip64 offset that is no safe integer', () =>
    writeZip([{ ...ENTRY, zip64: true, offset: 2 ** 62 }]),
  ),
  read('a zip64 field of which only one value is needed', [
    { ...ENTRY, size: MAX_32, extra: block(1, BigInt(TEXT.length)), local: { size: TEXT.length } },
  ]),
  // APPNOTE 4.5.3: a value counts only if the header has no room for it.
  read('a zip64 field that is not needed, and lies', [{ ...ENTRY, extra: block(1, 1n, 2n, 3n) }]),

  outside('an offset at the end', end => end),
  outside('an offset behind the end', end => end + 1),
  outside('an offset far behind the end', () => MAX_32 - 1),
  outside('an offset in the last bytes before the directory', end => end - 30),
  refusedArchive('archive/bad-directory', 'more compressed bytes than stand before the directory', () =>
    writeZip([{ ...ENTRY, compressedSize: 200 }]),
  ),

  // Only the local header gives its own length.
  refusedEntry('archive/overlapping-entries', 'compressed bytes that reach into the next local header by one', {
    ...ENTRY,
    localExtra: Buffer.alloc(2),
    compressedSize: RAW.length + 1,
  }),
  refusedArchive('archive/overlapping-entries', 'the 2019 bomb with full overlap', fullOverlapBomb(6)),
  refusedArchive('archive/overlapping-entries', 'the 2019 bomb with quoted local headers', quotedOverlapBomb(6)),
  refusedArchive('archive/overlapping-entries', 'compressed bytes that reach into the next entry', () =>
    writeZip([{ ...ENTRY, compressedSize: 60 }, GOOD]),
  ),
  refusedArchive('archive/overlapping-entries', 'an entry within another one’s bytes', () =>
    writeZip([
      { name: 'a', content: writeZip([GOOD]), method: 0 },
      { ...GOOD, name: 'b', offset: 31 },
    ]),
  ),

  refusedEntry('limit/window', 'a zstd window of 16 MiB', {
    ...{ name: 'a', content: '', method: 93, size: 10_000_000 },
    // The frame's header: a window of 16 MiB, and no size (RFC 8878, section 3.1.1.1).
    raw: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 14 << 3, 1, 0, 0]),
  }),
  refusedEntry('archive/size-mismatch', 'a zstd bomb that declares ten bytes', {
    name: 'a',
    content: '',
    method: 93,
    raw: zstdCompressSync(Buffer.alloc(100_000_000)),
    size: 10,
  }),
  refusedEntry('archive/corrupt', 'bytes that are not zstd', { name: 'a', content: 'some bytes', method: 93 }),
  refusedEntry('archive/corrupt', 'bytes that are not deflate64', { name: 'a', content: 'some bytes', method: 9 }),

  refusedEntry('limit/ratio', 'a bomb', { name: 'a', content: Buffer.alloc(17_000_000) }),
  refusedArchiveOfSmallBombs(),
  read('a small entry of any ratio', [{ name: 'a', content: Buffer.alloc(1_000_000) }]),
  refusedEntry(
    'limit/ratio',
    'a bomb, by its recipe’s limit',
    { name: 'a', content: Buffer.alloc(17_000_000, MEGABYTE) },
    { limits: { maxRatio: 2 } },
  ),
  refusedEntry('archive/size-mismatch', 'a size of 1 without compressed bytes', {
    name: 'a',
    size: 1,
    raw: Buffer.alloc(0),
  }),
  refusedEntry('limit/ratio', 'a large size without compressed bytes', {
    name: 'a',
    size: 17_000_000,
    raw: Buffer.alloc(0),
  }),
  refusedEntry('limit/ratio', 'more bytes than 32 bits hold', { ...ENTRY, zip64: true, size: 2 ** 32 + TEXT.length }),
  refusedEntry(
    'limit/bytes',
    'more bytes than the whole archive may have',
    { name: 'a', content: MEGABYTE },
    { limits: { maxTotalBytes: 9999 } },
  ),
  refusedEntry('limit/bytes', 'an entry that declares a terabyte', {
    name: 'a',
    content: 'x',
    zip64: true,
    size: 2 ** 40,
  }),
  refusedArchive(
    'limit/bytes',
    'entries that have too many bytes together',
    writeZip(['a', 'b', 'c'].map(name => ({ name, content: name.repeat(400) }))),
    { maxTotalBytes: 1199 },
  ),
];

/** @returns {Fixture} */
function refusedArchiveOfSmallBombs() {
  const names = Array.from({ length: 20 }, (_, index) => String(index));
  const content = Buffer.alloc(1_000_000);
  return {
    code: 'limit/ratio',
    title: 'many small bombs',
    zip: () => writeZip([...names.map(name => ({ name, content })), GOOD]),
    outcome: { ...Object.fromEntries(names.map(name => [name, 'limit/ratio'])), good: 'good' },
    limits: {},
  };
}

/**
 * @param {string} title
 * @param {ZipEntry} entry
 */
function sized(title, entry) {
  return refusedEntry('archive/size-mismatch', `an entry that declares ${title}`, entry);
}

/**
 * @param {string} title
 * @param {Partial<ZipEntry>} lie
 */
function mismatch(title, lie) {
  return refusedEntry('archive/header-mismatch', `a local header that says ${title}`, { ...ENTRY, ...lie });
}

/**
 * @param {string} title
 * @param {(end: number) => number} offset By where the directory begins.
 */
function outside(title, offset) {
  const directory = writeZip([GOOD, ENTRY]).indexOf('PK\x01\x02');
  return refusedArchive('archive/bad-directory', title, writeZip([GOOD, { ...ENTRY, offset: offset(directory) }]));
}
