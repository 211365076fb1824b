import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONTENTS, judgeArchive, judgeChanged, SMALL } from '../../fuzz/bytes.js';
import { stride } from '../../support/cases.js';
import { writeZip } from '../../support/zip-writer.js';

/** @import { ZipEnd, ZipEntry } from '../../support/zip-writer.js' */

/** @type {[title: string, entries: ZipEntry[], end?: ZipEnd][]} */
const ARCHIVES = [
  [
    'stored, deflated, streamed and empty entries',
    [
      { name: 'a.csv', content: 'a,b\n1,2\n'.repeat(5) },
      { name: 'b/c', content: 'text', method: 0 },
      { name: 'streamed', content: 'streamed', descriptor: 'signed' },
      { name: 'empty', method: 0 },
      { name: 'folder/', method: 0, mode: 0o040755 },
    ],
  ],
  [
    'zip64, a prefix, a comment and trailing bytes',
    [
      { name: 'ü', content: 'wide', zip64: true },
      { name: 'b', content: 'streamed and wide', zip64: true, descriptor: 'unsigned' },
    ],
    { zip64: true, prefix: Buffer.from('#!/bin/sh\n'), comment: 'the end', trailing: Buffer.from('\n') },
  ],
];

/**
 * Those changes of a byte that are tried: all, or for each position others.
 *
 * @param {number[]} changes
 * @param {number} position
 */
function drawn(changes, position) {
  return changes.filter((_, index) => (index + position) % stride(0.3) === 0);
}

for (const [title, entries, end] of ARCHIVES) {
  const zip = writeZip(entries, end);
  const originals = new Map(entries.map(({ name, content = '' }) => [String(name), Buffer.from(content)]));
  originals.delete('folder/');

  test(`cut off after any byte: an error, or everything (${title})`, { timeout: 300_000 }, async () => {
    assert.equal(await judgeArchive(zip, originals), 'right');
    for (let length = 0; length < zip.length; length++) {
      const outcome = await judgeArchive(zip.subarray(0, length), originals);
      // Bytes behind the end record may be missing.
      const isWhole = length >= zip.length - (end?.trailing?.length ?? 0);
      assert.match(outcome, isWhole ? /^right$/ : /^refused: /, `${length} bytes`);
    }
  });

  test(`without its first bytes: an error, or the intact entries (${title})`, { timeout: 300_000 }, async () => {
    for (let start = 1; start < zip.length; start++)
      await judgeArchive(zip.subarray(start), originals, `from ${start} on`);
  });

  test(`any byte changed: what was there, or an error (${title})`, { timeout: 300_000 }, async () => {
    for (let position = 0; position < zip.length; position++) {
      for (const change of drawn([0x01, 0x08, 0x80, 0xff], position))
        await judgeChanged(zip, position, change, originals);
    }
  });
}

// To all 255 others: `npm run fuzz -- bytes`.
test('any byte of a small archive changed to one of many: what was there, or an error', {
  timeout: 300_000,
}, async () => {
  for (let position = 0; position < SMALL.length; position++) {
    for (const change of drawn([1, 2, 3, 4, 8, 14, 16, 32, 47, 64, 85, 128, 254, 255], position))
      await judgeChanged(SMALL, position, change, CONTENTS);
  }
});
