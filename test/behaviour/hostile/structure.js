import { writeTar } from '../../support/tar-writer.js';
import { fields } from '../../support/zip-fields.js';
import { writeZip } from '../../support/zip-writer.js';
import { GOOD, read, refusedArchive, refusedEntry } from './fixture.js';
import { makeQuine } from './quine.js';

/** @import { Fixture } from './fixture.js' */

const ENTRIES = [
  { name: 'a', content: 'some text, some more text' },
  { name: 'b/c', content: 'stored', method: 0 },
];
const ZIP = writeZip(ENTRIES);
const QUINE = makeQuine('an archive that has itself.zip');
const PROGRAM = Buffer.from('#!/bin/sh\nexec unzip "$0"\n');
const STREAMED = { name: 'a', content: 'streamed' };

/**
 * Files that are no archive, incomplete archives, and archives with bytes around them; data descriptors, encryption,
 * methods.
 *
 * @type {Fixture[]}
 */
export const STRUCTURE = [
  read('an empty archive', []),
  read('an empty archive in zip64', [], { end: { zip64: true } }),
  read('an empty archive with a comment', [], { end: { comment: 'nothing' } }),
  refusedArchive('archive/not-a-zip', 'no byte', Buffer.alloc(0)),
  refusedArchive('archive/not-a-zip', 'one byte', Buffer.from('P')),
  refusedArchive('archive/not-a-zip', 'an empty archive without its last byte', writeZip([]).subarray(0, -1)),
  refusedArchive('archive/not-a-zip', 'something else', Buffer.from('%PDF-1.7\n'.repeat(20_000))),
  refusedArchive('archive/not-a-zip', 'a bzip2 file', Buffer.from('425a683931415926535901', 'hex')),
  refusedArchive('archive/truncated', 'the header of a gzip file', Buffer.from('1f8b0800000000000003', 'hex')),
  refusedArchive('archive/truncated', 'a tar that ends in an entry', writeTar([{ name: 'a', size: 9999 }])),
  refusedArchive('archive/duplicate-name', 'a tar with a file twice', writeTar([{ name: 'a' }, { name: './a' }])),
  refusedArchive('archive/truncated', 'an archive without its end record', ZIP.subarray(0, -22)),
  refusedArchive('archive/truncated', 'an archive without its directory', ZIP.subarray(0, 60)),

  read('a program before it', ENTRIES, { end: { prefix: PROGRAM } }),
  read('a long program before it', ENTRIES, { end: { prefix: Buffer.alloc(300_000, PROGRAM) } }),
  read(
    'a program before it that its offsets count',
    ENTRIES.map((entry, index) => ({
      ...entry,
      ...(index === 0 && { before: PROGRAM }),
    })),
  ),
  read('one byte behind it', ENTRIES, { end: { trailing: Buffer.from('\n') } }),
  read('65,535 bytes behind it', ENTRIES, { end: { trailing: Buffer.alloc(65_535) } }),
  read('65,535 bytes behind the longest comment', ENTRIES, {
    end: { comment: 'x'.repeat(65_535), trailing: Buffer.alloc(65_535) },
  }),
  read('bytes before and behind it', ENTRIES, { end: { prefix: PROGRAM, trailing: Buffer.from('\r\n\0') } }),
  read(
    'bytes between its entries',
    ENTRIES.map(entry => ({ ...entry, before: Buffer.from('between') })),
  ),
  read('bytes between its directory and its end record', ENTRIES, { end: { between: Buffer.from('between') } }),
  refusedArchive('archive/bad-directory', 'more bytes behind it than the longest comment twice', () =>
    writeZip(ENTRIES, { trailing: Buffer.alloc(140_000) }),
  ),

  refusedArchive('archive/multi-disk', 'the last of several parts', writeZip(ENTRIES, { disk: 1 })),
  refusedArchive(
    'archive/multi-disk',
    'the last of several parts in zip64',
    writeZip(ENTRIES, { disk: 1, zip64: true }),
  ),
  refusedArchive('archive/multi-disk', 'an end record on another part than its zip64 one', () =>
    writeZip(ENTRIES, { zip64: true, disks: 2 }),
  ),
  refusedArchive('archive/multi-disk', 'an entry on another part', writeZip([GOOD, { name: 'a', disk: 1 }])),

  {
    code: 'read',
    title: 'an archive that holds itself, which is copied as it is',
    zip: () => QUINE,
    outcome: { 'an archive that has itself.zip': QUINE },
    limits: {},
  },

  read('a data descriptor', [{ ...STREAMED, descriptor: 'signed' }, GOOD]),
  read('a data descriptor without its signature', [{ ...STREAMED, descriptor: 'unsigned' }, GOOD]),
  read('a data descriptor in zip64', [{ ...STREAMED, descriptor: 'signed', zip64: true }, GOOD]),
  read('a data descriptor in zip64 without its signature', [
    { ...STREAMED, descriptor: 'unsigned', zip64: true },
    GOOD,
  ]),
  read('a data descriptor of a stored entry', [{ ...STREAMED, descriptor: 'signed', method: 0 }, GOOD]),
  read('a stored entry that holds what looks like a data descriptor and a local header', [
    {
      name: 'a',
      content: Buffer.concat([Buffer.from('PK\x07\x08'), Buffer.alloc(12), ZIP]),
      descriptor: 'signed',
      method: 0,
    },
    GOOD,
  ]),
  read('a data descriptor that is announced and missing', [{ ...STREAMED, flags: 1 << 3 }, GOOD]),

  refusedEntry('archive/encrypted', 'a password', { name: 'a', content: Buffer.alloc(20, 'x'), flags: 1 }),
  refusedEntry('archive/encrypted', 'a password, before a data descriptor', {
    name: 'a',
    content: Buffer.alloc(20, 'x'),
    flags: 1,
    descriptor: 'signed',
  }),
  refusedEntry('archive/encrypted', 'a password for AES', {
    name: 'a',
    content: Buffer.alloc(30, 'x'),
    flags: 1,
    method: 99,
    extra: Buffer.concat([fields([2, 0x9901], [2, 7], [2, 2]), Buffer.from('AE\x03'), fields([2, 8])]),
  }),
  refusedEntry('archive/encrypted', 'strong encryption', { name: 'a', content: Buffer.alloc(30), flags: 0x41 }),
  refusedEntry('archive/encrypted', 'local headers that are masked', { name: 'a', content: 'x', flags: 1 << 13 }),
  refusedArchive('archive/bad-directory', 'a directory that is encrypted', () => {
    const zip = writeZip(ENTRIES, { zip64: true });
    return zip.fill(0xa5, zip.indexOf('PK\x01\x02'), zip.indexOf('PK\x06\x06'));
  }),

  ...METHODS().map(([method, what]) =>
    refusedEntry('archive/unsupported-method', what, { name: 'a', content: 'some bytes', method }),
  ),
];

/** @returns {[method: number, what: string][]} */
function METHODS() {
  return [
    [1, 'shrink'],
    [2, 'reduce'],
    [6, 'implode'],
    [10, 'PKWARE implode'],
    [12, 'bzip2'],
    [14, 'LZMA'],
    [18, 'IBM TERSE'],
    [20, 'zstandard by its old number'],
    [95, 'xz'],
    [96, 'JPEG'],
    [98, 'PPMd'],
    [99, 'AES without its flag'],
    [77, 'an unknown method'],
    [0xffff, 'the last of all methods'],
  ];
}
