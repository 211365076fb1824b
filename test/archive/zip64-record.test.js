import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEndRecord } from '../../src/archive/end-record.js';
import { readZip64 } from '../../src/archive/zip64-record.js';
import fc, { caseCount } from '../support/fast-check.js';
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

test('a zip64 end record counts, and must agree with each number that the end record has itself', async () => {
  const long = fc.oneof(fc.bigInt(0n, 2n ** 53n - 1n), fc.bigInt(0n, 0xffffn));
  const kind = fc.constantFrom('in zip64', 'same', 'same', 'other');
  const kinds = fc.tuple(kind, kind, kind);
  await fc.assert(
    fc.asyncProperty(fc.tuple(long, long, long), kinds, fc.nat(500), async (drawn, kinds, before) => {
      const [entries, size, offset] = drawn.map(Number);
      const record = Buffer.concat([
        fields([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 3], [4, 2], [8, 1]),
        fields([8, entries], [8, size], [8, offset]),
      ]);
      const locator = fields([4, 0x07064b50], [4, 0], [8, before], [4, 9]);
      const [entries16, size32, offset32] = [entries, size, offset].map((value, index) => {
        const most = index === 0 ? 0xffff : 0xffffffff;
        if (kinds[index] === 'in zip64' || value >= most) return most;
        return kinds[index] === 'same' ? value : value ^ 1;
      });
      const disagrees =
        ![entries, 0xffff].includes(entries16) ||
        ![size, 0xffffffff].includes(size32) ||
        ![offset, 0xffffffff].includes(offset32);
      const end = fields([4, 0x06054b50], [4, 0], [2, entries16], [2, entries16], [4, size32], [4, offset32], [2, 0]);
      const reading = readAt(Buffer.concat([Buffer.alloc(before), record, locator, end]));
      if (disagrees) {
        await assert.rejects(reading, { code: 'archive/bad-directory', message: /for the directory's/ });
        return;
      }
      assert.deepEqual(await reading, {
        ...{ isEncrypted: false, disk: 3, directoryDisk: 2, disks: 9, entriesOnDisk: 1, entries, size, offset },
        ...{ end: before, claimedEnd: before },
      });
    }),
    { numRuns: caseCount(300) },
  );
});

test('archive/bad-directory: one zip64 end record where the locator says, another one right before it', async () => {
  const zip = writeZip(ENTRIES, { zip64: true });
  const position = zip.length - 22 - 20 - 56;
  const record = zip.subarray(position, position + 56);
  const doubled = Buffer.concat([zip.subarray(0, position), record, zip.subarray(position)]);
  await assert.rejects(readAt(doubled), { code: 'archive/bad-directory', message: /there are two zip64 end records/ });
});

test('an end record without a locator is its own', async () => {
  const zip = writeZip(ENTRIES, { count: 7 });
  const record = await readAt(zip);
  assert.deepEqual(record, parseEndRecord({ start: 0, bytes: zip }, zip.length - 22));
  assert.deepEqual([record.entries, record.claimedEnd], [7, null]);
});

/** @param {Buffer} bytes With an end record, and nothing behind it. */
function readAt(bytes) {
  const tail = { start: 0, bytes };
  const position = bytes.length - 22;
  return readZip64(parseEndRecord(tail, position), tail, position, async (offset, length) =>
    bytes.subarray(offset, offset + length),
  );
}

const SHORT = [{ name: 'a', content: 'a' }];

test('a zip64 archive is read like one without zip64: with 0 disks, with a long comment, behind a program', async () => {
  for (const entries of [SHORT, ENTRIES]) {
    const texts = Object.fromEntries(entries.map(({ name, content }) => [name, content]));
    /** @type {import('../support/zip-writer.js').ZipEnd[]} */
    const ends = [
      { disks: 0 },
      ...[16_000, 16_341, 16_342, 16_343, 16_361, 16_362, 65_535].map(length => ({ comment: 'x'.repeat(length) })),
      { disks: 0, comment: 'x'.repeat(20_000) },
      { prefix: Buffer.alloc(100, 'MZ') },
      { prefix: Buffer.alloc(300_000, 'MZ'), disks: 0 },
      { prefix: Buffer.alloc(100, 'MZ'), comment: 'x'.repeat(20_000) },
    ];
    for (const end of ends) {
      for (const inZip64 of [[], ['size'], ['offset'], ['size', 'offset']]) {
        const zip = writeZip(entries, { ...end, zip64: true });
        const directory = zip.indexOf('PK\x01\x02');
        const [record, position] = [zip.lastIndexOf('PK\x06\x06'), zip.lastIndexOf('PK\x05\x06')];
        if (!inZip64.includes('size')) zip.writeUInt32LE(record - directory, position + 12);
        if (!inZip64.includes('offset')) zip.writeUInt32LE(directory - (end.prefix?.length ?? 0), position + 16);
        assert.deepEqual(await outcomeOf(zip), texts, `${JSON.stringify(end).slice(0, 40)} ${inZip64}`);
      }
    }
  }
});
