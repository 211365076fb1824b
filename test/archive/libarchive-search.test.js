import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const OTHER = [{ name: 'other', content: 'x' }];

/** @type {[title: string, bytes: Buffer][]} */
const AMBIGUOUS = [
  ['a locator in the last header that leads to numbers', leadingLocator()],
  ['bytes behind a directory of one entry', writeZip(OTHER, { between: Buffer.from('padding') })],
  [
    'a directory of one entry whose signature is not counted',
    writeZip(OTHER, { between: Buffer.from('PK\x05\x05\x01\0x') }),
  ],
  ['an end record between a directory of one entry and its own', writeZip(OTHER, { between: endOf({}) })],
];
for (const [title, bytes] of AMBIGUOUS) {
  test(`archive/bad-directory: ${title} reads as two different archives`, async () => {
    assert.equal(await outcomeOf(bytes), 'archive/bad-directory');
  });
}

/** @param {{ size?: number, offset?: number }} options */
function endOf({ size = 46, offset = 0 }) {
  return fields([4, 0x06054b50], [4, 0], [2, 1], [2, 1], [4, size], [4, offset], [2, 0]);
}

/** libarchive follows a locator without checking the record's signature. */
function leadingLocator() {
  const extra = Buffer.concat([fields([2, 0xcafe], [2, 20], [4, 0x07064b50], [4, 0], [8, 31], [4, 1])]);
  const zip = writeZip([{ name: 'c', content: Buffer.alloc(56), method: 0, extra }]);
  const record = fields([4, 0], [8, 44], [4, 0], [4, 0], [4, 0], [8, 0], [8, 0], [8, 0], [8, zip.length - 22]);
  return writeZip([{ name: 'c', content: record, method: 0, extra }]);
}
