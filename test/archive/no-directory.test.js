import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTail } from '../../src/archive/end-record.js';
import { findDirectory } from '../../src/archive/find-directory.js';
import { whyNoDirectory } from '../../src/archive/no-directory.js';
import { ArchiveError } from '../../src/errors.js';
import { caseCount } from '../support/cases.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

/** @import { Failed } from '../../src/archive/find-directory.js' */

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const ZIP = writeZip(ENTRIES);

/** @type {[code: string, title: string, bytes: Buffer][]} */
const FAILING = [
  ['archive/not-a-zip', 'no bytes at all', Buffer.alloc(0)],
  ['archive/not-a-zip', 'one byte', Buffer.from('P')],
  ['archive/not-a-zip', 'something else', Buffer.from('%PDF-1.7\n'.repeat(20_000))],
  ['archive/truncated', 'an end record with its comment cut off', writeZip([], { comment: 'hello' }).subarray(0, -1)],
  ['archive/truncated', 'an archive without its end', ZIP.subarray(0, -23)],
  ['archive/truncated', 'only a signature', ZIP.subarray(0, 4)],
  [
    'archive/bad-directory',
    'more bytes behind the end than are looked at',
    writeZip(ENTRIES, { trailing: Buffer.alloc(2e5) }),
  ],
  ['archive/not-a-zip', 'something else that holds the signature of an end record', holding('PK\x05\x06 is text')],
  ['archive/not-a-zip', 'a program that knows the signatures', holding('PK\x01\x02\0PK\x03\x04\0PK\x05\x06\0\0\0\0')],
  [
    'archive/not-a-zip',
    'the signature of an end record in random bytes',
    holding(`PK\x05\x06${'\0\x07Zq,'.repeat(9)}`),
  ],
  ['archive/multi-disk', 'the first of several parts', Buffer.concat([Buffer.from('PK\x07\x08'), ZIP.subarray(0, 60)])],
  [
    'archive/multi-disk',
    'the first of several parts, with an archive in an entry',
    Buffer.concat([
      Buffer.from('PK\x07\x08'),
      writeZip([{ name: 'inner.zip', content: ZIP, method: 0 }]).subarray(0, 260),
    ]),
  ],
  ['archive/encrypted', 'a directory that is encrypted, before an old end record', masked()],
];
for (const [code, title, bytes] of FAILING) {
  test(`${code}: ${title}`, async () => {
    assert.equal(await outcomeOf(bytes), code);
  });
}

test('archive/truncated: the first of several parts, as 7-Zip cuts an archive, may be that', async () => {
  const reading = findDirectory(memorySource(ZIP.subarray(0, 60)));
  await assert.rejects(reading, {
    code: 'archive/truncated',
    message: /cut off after 60 bytes: .*the first part of a split archive \(\.001\), join the parts$/,
  });
});

test('archive/truncated: a comment that runs past the end, also behind a program', async () => {
  for (const prefix of ['', 'MZ a program']) {
    for (const cut of [1, 20, 300]) {
      const zip = writeZip(ENTRIES, { prefix: Buffer.from(prefix), comment: 'x'.repeat(300) });
      const reading = findDirectory(memorySource(zip.subarray(0, -cut)));
      const message = new RegExp(
        `comment that would reach to byte ${zip.length}, but the file ends at ${zip.length - cut};`,
      );
      await assert.rejects(reading, { code: 'archive/truncated', message });
    }
  }
});

test('archive/truncated: a comment that runs past the end, behind an archive in an entry', async () => {
  for (const zip64 of [false, true]) {
    const outer = writeZip([...ENTRIES, { name: 'inner.zip', content: ZIP, method: 0 }], {
      zip64,
      comment: 'a comment',
    });
    const message = /comment that would reach to byte/;
    await assert.rejects(findDirectory(memorySource(outer.subarray(0, -1))), { code: 'archive/truncated', message });
  }
});

test('archive/bad-directory: what is appended is said, and how much, however the bytes are cut into chunks', async () => {
  for (const [appended, end] of /** @type {const} */ ([
    [140_000, {}],
    [180_000, { comment: 'a comment' }],
    [3_000_000, {}],
    [180_000, { zip64: true }],
    // As a Mac counts 65,536 entries.
    [180_000, { count: 0 }],
    [180_000, { prefix: Buffer.from('PK00') }],
    [180_000, { prefix: Buffer.from('MZ') }],
    [180_000, { prefix: Buffer.from('\x7fELF') }],
    [180_000, { prefix: Buffer.from('#!/bin/sh\n') }],
  ])) {
    const zip = writeZip(ENTRIES, { ...end, trailing: Buffer.alloc(appended, '<p>more</p>') });
    for (const chunkBytes of [1 << 20, 997]) {
      const reading = findDirectory(memorySource(zip, { chunkBytes }));
      const message = new RegExp(`ends at byte ${zip.length - appended}, and ${appended} bytes are appended to it`);
      await assert.rejects(reading, { code: 'archive/bad-directory', message });
    }
  }
  const cut = Buffer.concat([ZIP.subarray(0, -22), Buffer.alloc(180_000)]);
  assert.equal(await outcomeOf(cut), 'archive/truncated');
});

test('archive/not-a-zip: another file that contains what could be an end record with its comment', async () => {
  for (let seed = 0; seed < caseCount(2000); seed++) {
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

/** @param {string} text */
function holding(text) {
  return Buffer.concat([
    Buffer.from('\x7fELF some program '.repeat(9)),
    Buffer.from(text, 'latin1'),
    Buffer.alloc(90, 'z'),
  ]);
}

/** An archive with PKZIP's strong encryption (APPNOTE 7.3), but without its zip64 record: the local headers are masked. */
function masked() {
  const zip = writeZip(ENTRIES.map(entry => ({ ...entry, flags: 0x2001 })));
  return zip.fill(0xa5, zip.indexOf('PK\x01\x02'), zip.length - 22);
}

test('the last error of an end record is the reason, if the file begins like an archive', async () => {
  const reason = new ArchiveError('archive/bad-directory', 'the reason');
  const failed = [
    { position: 0, isCut: true, error: null },
    { position: 0, isCut: false, error: reason },
    { position: 0, isCut: false, error: new ArchiveError('archive/corrupt', 'another one') },
  ];
  assert.equal(await why(ZIP, failed), reason);
  assert.equal(/** @type {any} */ (await why(ZIP, failed.slice(0, 1))).code, 'archive/truncated');
  const program = Buffer.concat([Buffer.from('#!/bin/sh\n'), ZIP.subarray(0, 50)]);
  assert.equal(/** @type {any} */ (await why(program, [])).code, 'archive/not-a-zip');
});

/**
 * @param {Buffer} bytes
 * @param {Failed[]} failed
 */
async function why(bytes, failed) {
  const source = memorySource(bytes);
  return whyNoDirectory(source, await readTail(source), failed, {
    peek: async (offset, length) => bytes.subarray(offset, offset + length),
    faultOf: async ({ error }) => error,
  });
}
