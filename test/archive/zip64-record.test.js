import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const TEXTS = { 'a.csv': 'a,b\n1,2\n', 'b/c.txt': 'text' };

/** @type {[title: string, bytes: Buffer][]} */
const AMBIGUOUS = [
  ['a zip64 end record that says something else', writeZip(ENTRIES, { zip64: true, directoryOffset32: 7 })],
  ['a zip64 end record in the data of another one', twoRecords({ isInData: true })],
  ['a second zip64 end record, right before the locator', twoRecords({})],
];
for (const [title, bytes] of AMBIGUOUS) {
  test(`archive/bad-directory: ${title} reads as two different archives`, async () => {
    assert.equal(await outcomeOf(bytes), 'archive/bad-directory');
  });
}

test('archive/bad-directory: a zip64 end record not right before its locator, where another one may be', async () => {
  const zip = writeZip(ENTRIES, { zip64: true });
  const record = zip.subarray(zip.length - 22 - 20 - 56, zip.length - 22 - 20);
  const end = zip.subarray(zip.length - 22 - 20);
  const doubled = Buffer.concat([zip.subarray(0, -22 - 20), record, end]);
  assert.equal(await outcomeOf(doubled), 'archive/bad-directory');
});

test('the signature of a zip64 locator may be a part of the last header', async () => {
  const locator = Buffer.concat([fields([4, 0x07064b50], [4, 0], [8, 2n ** 40n], [4, 1])]);
  const name = `PK\x06\x07${'n'.repeat(16)}`;
  /** @type {import('../support/zip-writer.js').ZipEntry[]} */
  const last = [
    { name, content: 'c' },
    { name: 'c', content: 'c', extra: Buffer.concat([fields([2, 0xcafe], [2, 20]), locator]) },
    { name: 'c', content: 'c', comment: locator.toString('latin1') },
  ];
  for (const entry of last) {
    const expected = { ...TEXTS, [String(entry.name)]: entry.name === name ? 'archive/unsafe-name' : 'c' };
    assert.deepEqual(await outcomeOf(writeZip([...ENTRIES, entry])), expected);
  }
});

/** @param {{ isInData?: boolean }} options */
function twoRecords({ isInData = false }) {
  const zip = writeZip(ENTRIES, { zip64: true });
  const [record, end] = [zip.subarray(-98, -42), zip.subarray(-42)];
  const first = Buffer.from(record);
  if (isInData) first.writeBigUInt64LE(100n, 4);
  return Buffer.concat([zip.subarray(0, -98), first, record, end]);
}
