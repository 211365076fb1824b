import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardForwardSearch, isAccepted, isUnseen } from '../../src/archive/libarchive-search.js';
import fc, { caseCount } from '../support/fast-check.js';
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

test('libarchive does not see an end record that is 16 KiB or more from the end, or that fails its test', async () => {
  for (const [length, isExpected] of /** @type {[number, boolean][]} */ ([
    [16_361, false],
    [16_362, true],
  ])) {
    const zip = writeZip(OTHER, { comment: 'x'.repeat(length) });
    const position = zip.length - length - 22;
    assert.equal(await isUnseen({ start: 0, bytes: zip }, position, peekInto(zip)), isExpected, `${length} bytes`);
  }
  const wrong = writeZip(OTHER, { directoryOffset: 4000 });
  assert.equal(await isUnseen({ start: 0, bytes: wrong }, wrong.length - 22, peekInto(wrong)), true);
});

test('libarchive’s test of an end record adds in 32 bits', () => {
  const long = fc.nat(0xffffffff);
  const numbers = fc.tuple(long, long, long, fc.constantFrom(0, 0, 0, 1), fc.constantFrom(0, 0, 0, 1), fc.nat(1));
  fc.assert(
    fc.property(numbers, ([size, offset, end, disk, directoryDisk, entriesOnDisk]) => {
      const record = /** @type {any} */ ({ size, offset, end, disk, directoryDisk, entriesOnDisk, entries: 0 });
      const sum = (BigInt(size) + BigInt(offset)) % 2n ** 32n;
      const isExpected = disk + directoryDisk + entriesOnDisk === 0 && sum <= BigInt(end);
      assert.equal(isAccepted(record), isExpected);
    }),
    { numRuns: caseCount(500) },
  );
});

test('archive/bad-directory: bytes before the end record matter only if the search finds headers or records', async () => {
  const zip = writeZip(OTHER);
  const start = zip.indexOf('PK\x01\x02');
  for (const [between, isRefused] of /** @type {[Buffer, boolean][]} */ ([
    [Buffer.alloc(0), false],
    [endOf({}), true],
    [Buffer.alloc(70_000), true],
  ])) {
    const bytes = writeZip(OTHER, { between });
    const directory = { entries: 1, start, end: zip.length - 22, archiveStart: 0, isZip64: false, wraps: 0 };
    const guarding = guardForwardSearch({ start: 0, bytes }, bytes.length - 22, directory, peekInto(bytes));
    if (isRefused) await assert.rejects(guarding, { code: 'archive/bad-directory' });
    else await guarding;
  }
});

/**
 * @param {Buffer} bytes
 * @returns {(offset: number, length: number) => Promise<Buffer>}
 */
function peekInto(bytes) {
  return async (offset, length) => bytes.subarray(offset, offset + length);
}
