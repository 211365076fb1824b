import { fields } from '../../support/zip-fields.js';
import { writeZip } from '../../support/zip-writer.js';
import { read, refusedArchive } from './fixture.js';

/** @import { Fixture } from './fixture.js' */

const ENTRIES = [
  { name: 'a', content: 'some text, some more text' },
  { name: 'b/c', content: 'stored', method: 0 },
];
const INNER = writeZip([{ name: 'evil', content: 'evil' }]);
const ZIP = writeZip(ENTRIES);
const PROGRAM = Buffer.from('#!/bin/sh\nexec unzip "$0"\n');
// An end record without a directory.
const FAKE_END = Buffer.concat([Buffer.from('PK\x05\x06'), fields([4, 0], [2, 1], [2, 1], [4, 60], [4, 99], [2, 0])]);
// The numbers of one that belongs to an entry before it.
const POSSIBLE_END = Buffer.concat([
  Buffer.from('PK\x05\x06'),
  fields([4, 0], [2, 1], [2, 1], [4, 46], [4, 0], [2, 0]),
]);

/**
 * Comments, several end records, and end records that lie.
 *
 * @type {Fixture[]}
 */
export const END_RECORDS = [
  read('a comment', ENTRIES, { end: { comment: 'a comment' } }),
  read('the longest comment', ENTRIES, { end: { comment: 'x'.repeat(65_535) } }),
  // Some readers take the last end record and find nothing where it points, libarchive even without an error.
  refusedArchive('archive/bad-directory', 'a comment that holds an end record which fits nothing', () =>
    writeZip(ENTRIES, { comment: Buffer.concat([FAKE_END, Buffer.from('more')]) }),
  ),
  refusedArchive('archive/bad-directory', 'a comment that ends with an end record without a directory', () =>
    writeZip(ENTRIES, { comment: FAKE_END }),
  ),
  refusedArchive('archive/bad-directory', 'the same with bytes behind it', () =>
    writeZip(ENTRIES, { comment: FAKE_END, trailing: Buffer.from('\n') }),
  ),
  read('a comment that mentions the signature of an end record', ENTRIES, {
    end: { comment: 'it is PK\x05\x06, and other bytes follow' },
  }),
  read('a comment full of signatures', ENTRIES, { end: { comment: 'PK\x05\x06'.repeat(16_000) } }),
  refusedArchive('archive/bad-directory', 'a comment full of end records, each of which could be the archive’s', () =>
    writeZip(ENTRIES, { comment: Buffer.concat(Array(2900).fill(POSSIBLE_END)) }),
  ),
  read('an entry full of end records, each of which could be the archive’s', [
    ...ENTRIES,
    { name: 'ends', content: Buffer.concat(Array(2900).fill(POSSIBLE_END)), method: 0 },
  ]),
  refusedArchive('archive/bad-directory', 'a comment that is an archive', writeZip(ENTRIES, { comment: INNER })),
  refusedArchive('archive/bad-directory', 'a comment that is an empty archive', () =>
    writeZip(ENTRIES, { comment: writeZip([]) }),
  ),
  refusedArchive('archive/bad-directory', 'a comment that begins with an archive', () =>
    writeZip(ENTRIES, { comment: Buffer.concat([INNER, Buffer.from('\n')]) }),
  ),
  refusedArchive('archive/bad-directory', 'two archives in one file', Buffer.concat([ZIP, INNER])),
  refusedArchive('archive/bad-directory', 'two archives behind a program', Buffer.concat([PROGRAM, ZIP, INNER])),
  read('an end record that is there twice', ENTRIES, { end: { trailing: ZIP.subarray(-22) } }),
  refusedArchive('archive/bad-directory', 'a damaged end record behind an archive within', () => {
    const zip = writeZip([{ name: 'inner.zip', content: INNER, method: 0 }]);
    zip.writeUInt32LE(99, zip.length - 10);
    return zip;
  }),
  refusedArchive('archive/bad-directory', 'the same behind a program', () => {
    const zip = writeZip([{ name: 'inner.zip', content: INNER, method: 0 }], { prefix: PROGRAM });
    zip.writeUInt32LE(99, zip.length - 10);
    return zip;
  }),
  refusedArchive('archive/bad-directory', 'an end record that declares no entries, behind an archive within', () => {
    const zip = writeZip([{ name: 'inner.zip', content: INNER, method: 0 }], { prefix: PROGRAM });
    const directory = zip.lastIndexOf('PK\x01\x02');
    const nothing = writeZip([], { directoryOffset: directory - PROGRAM.length, trailing: Buffer.from('\n') });
    return Buffer.concat([zip.subarray(0, directory), nothing]);
  }),
  read('archives within it, which are copied as they are', [
    { name: 'inner.zip', content: writeZip([{ name: 'deeper.zip', content: INNER, method: 0 }]), method: 0 },
    { name: 'other.zip', content: INNER, method: 0 },
  ]),
  read('an archive within it behind a longer local extra field than an end record is', [
    { name: 'inner.zip', content: INNER, method: 0, localExtra: Buffer.alloc(28) },
  ]),
  read('archives within it and bytes behind it', [{ name: 'inner.zip', content: INNER, method: 0 }], {
    end: { trailing: Buffer.from('\n') },
  }),

  ...[
    [0, 'none'],
    [1, 'one too few'],
    [3, 'one too many'],
    [0xfffe, 'very many'],
  ].flatMap(([count, what]) => [
    refusedArchive(
      'archive/bad-directory',
      `an end record that counts ${what}`,
      writeZip(ENTRIES, { count: Number(count) }),
    ),
    refusedArchive(
      'archive/bad-directory',
      `an end record that counts ${what}, in zip64`,
      writeZip(ENTRIES, { count: Number(count), zip64: true }),
      { maxEntries: 1e6 },
    ),
  ]),
  refusedArchive('archive/bad-directory', 'an end record that counts 65,535', writeZip(ENTRIES, { count: 0xffff }), {
    maxEntries: 1e6,
  }),
  ...[2 ** 31, 2 ** 32 - 1, 2 ** 53, 2 ** 62].map(count =>
    refusedArchive(
      'archive/bad-directory',
      `a zip64 end record that counts ${count}`,
      writeZip([{ name: 'a' }], { count, zip64: true }),
      { maxEntries: 1e6 },
    ),
  ),
  refusedArchive('limit/entries', 'more entries than allowed', writeZip(ENTRIES), { maxEntries: 1 }),
  read('a zip64 end record that is not needed, beside a complete old one', ENTRIES, {
    end: { zip64: true, count32: 2, directoryOffset32: ZIP.indexOf('PK\x01\x02') },
  }),
  refusedArchive('archive/bad-directory', 'two end records that count differently', () =>
    writeZip(ENTRIES, { zip64: true, count32: 1 }),
  ),
  refusedArchive('archive/bad-directory', 'a zip64 end record that is not where its locator says', () =>
    writeZip(ENTRIES, { zip64: true, locatorOffset: 3 }),
  ),
  refusedArchive('archive/bad-directory', 'a directory that is not where the end record says', () =>
    writeZip(ENTRIES, { directoryOffset: 4_000_000 }),
  ),
  refusedArchive(
    'archive/bad-directory',
    'a directory that is declared too short',
    writeZip(ENTRIES, { directorySize: 92 }),
  ),
  refusedArchive(
    'archive/bad-directory',
    'a directory that is declared too long',
    writeZip(ENTRIES, { directorySize: 140 }),
  ),
];
