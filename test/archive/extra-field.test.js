import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const GOOD = { name: 'good', content: 'good' };

/** @type {[code: string, title: string, bytes: Buffer][]} */
const UNTRUSTWORTHY = [
  [
    'archive/bad-directory',
    'a zip64 size that its field lacks',
    writeZip([{ ...GOOD, size: 0xffffffff, extra: Buffer.from([1, 0, 4, 0, 1, 2, 3, 4]) }]),
  ],
  [
    'archive/bad-directory',
    'a zip64 size beyond all numbers',
    writeZip([{ ...GOOD, zip64: true, compressedSize: Number.MAX_SAFE_INTEGER + 1 }]),
  ],
];
for (const [code, title, bytes] of UNTRUSTWORTHY) {
  test(`${code}: ${title}: nothing of the archive is read`, { timeout: 300_000 }, async () => {
    assert.equal(await outcomeOf(bytes), code);
  });
}
