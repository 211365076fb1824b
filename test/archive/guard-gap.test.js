import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { findRecord, guardGap, searchRange } from '../../src/archive/guard-gap.js';
import { openArchive } from '../../src/archive/open-archive.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memorySource } from '../support/memory-source.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { BIG, ENTRIES, HIDDEN, TEXTS } from './hidden-entry.js';
import { LIMITS, outcomeOf } from './read-archive.js';

test('archive/bad-directory: far from the end, an entry fails that an unlisted one follows', async () => {
  const entries = [ENTRIES[0], { ...ENTRIES[1], before: HIDDEN }, { ...ENTRIES[3], before: Buffer.alloc(90) }, BIG];
  const zip = writeZip(entries);
  const outcome = await outcomeOf(zip);
  assert.deepEqual(outcome, { a: 'archive/bad-directory', b: 'b', c: 'c', big: BIG.content.toString() });

  const archive = await openArchive(memorySource(zip), LIMITS);
  const [first] = archive.entries;
  await assert.rejects(buffer(archive.readRaw(first, 1)), { code: 'archive/bad-directory' });
});

test('other bytes between entries are accepted, and cost a read only where there are some', async () => {
  const descriptors = [
    ENTRIES[0],
    ENTRIES[1],
    { ...ENTRIES[3], zip64: true, descriptor: /** @type {const} */ ('signed'), localExtra: Buffer.alloc(40) },
    BIG,
  ];
  for (const [before, more] of /** @type {[Buffer, number][]} */ ([
    [Buffer.alloc(0), 0],
    [Buffer.alloc(29, 'x'), 0],
    [Buffer.alloc(5000, 'PK'), 1],
  ])) {
    const source = memorySource(writeZip([descriptors[0], { ...descriptors[1], before }, ...descriptors.slice(2)]));
    let reads = 0;
    const { read } = source;
    source.read = (start, end) => {
      reads += 1;
      return read(start, end);
    };
    assert.deepEqual(await outcomeOf(source), { ...TEXTS, big: BIG.content.toString() });
    // The end of the archive, a block with the small entries, and the big one.
    assert.equal(reads, 3 + more);
    assert.equal(source.live(), 0);
  }
});

test('an abandoned entry leaves nothing open, even if the bytes behind it would be checked', async () => {
  const entries = [{ name: 'a', content: Buffer.alloc(400_000), method: 0 }, { ...ENTRIES[1], before: HIDDEN }, BIG];
  const source = memorySource(writeZip(entries));
  const archive = await openArchive(source, LIMITS);
  const [first] = archive.entries;
  const raw = archive.readRaw(first);
  await once(raw, 'data');
  raw.destroy();
  archive.releaseEntry();
  await new Promise(setImmediate);
  assert.equal(source.live(), 0);
});

test('the first record between other bytes is found, whichever of the four ends or begins an entry', () => {
  const records = ['PK\x03\x04', 'PK\x01\x02', 'PK\x06\x06', 'PK\x05\x06'];
  const pieces = fc.constantFrom(...records, 'PK', 'P', 'K', '\x03', '\x04', 'PK\x07\x08', 'PK\x05\x05', 'x');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), fc.nat(20), (parts, start) => {
      const text = parts.join('');
      const found = records.map(record => text.indexOf(record, start)).filter(position => position >= 0);
      assert.equal(findRecord(Buffer.from(text, 'latin1'), start), found.length === 0 ? -1 : Math.min(...found));
    }),
    { numRuns: caseCount(1000) },
  );
});

/**
 * A local header without a name, as the Android Gradle plugin writes it.
 *
 * @param {{ extra?: Buffer, extraBytes?: number, flags?: number, crc?: number, compressedSize?: number, size?: number }} [more]
 */
function padding({ extra = Buffer.alloc(30), extraBytes = extra.length, ...values } = {}) {
  const { flags = 0, crc = 0, compressedSize = 0, size = 0 } = values;
  const head = fields([4, 0x04034b50], [2, 0], [2, flags], [2, 0], [4, 0], [4, crc], [4, compressedSize], [4, size]);
  return Buffer.concat([head, fields([2, 0], [2, extraBytes]), extra]);
}

const PADDED = Buffer.concat([
  padding(),
  padding({ extra: Buffer.alloc(0) }),
  padding({ extra: Buffer.alloc(50_000) }),
]);

test('padding is read over, at the front, between entries and at the end, near the end of the archive and far from it', async () => {
  for (const more of [[], [BIG]]) {
    const texts = more.length === 0 ? TEXTS : { ...TEXTS, big: BIG.content.toString() };
    for (const before of [padding(), PADDED]) {
      const zip = writeZip([
        ...ENTRIES.map(entry => ({ ...entry, before })),
        ...more.map(entry => ({ ...entry, before })),
      ]);
      assert.deepEqual(await outcomeOf(zip), texts);
      assert.deepEqual(await outcomeOf(memorySource(zip, { chunkBytes: 1000 })), texts);
      const directory = zip.lastIndexOf('PK\x01\x02') < 0 ? 0 : zip.indexOf('PK\x01\x02');
      const behind = Buffer.concat([zip.subarray(0, directory), before, zip.subarray(directory)]);
      behind.writeUInt32LE(directory + before.length, behind.length - 6);
      assert.deepEqual(await outcomeOf(behind), texts);
    }
  }
});

test('archive/bad-directory: what is almost padding, and an entry in padding', async () => {
  for (const before of [
    ...[padding({ flags: 8 }), padding({ crc: 1 }), padding({ compressedSize: 1 }), padding({ size: 1 })],
    padding({ extraBytes: 31 }),
    padding({ extra: HIDDEN }),
    Buffer.concat([padding(), HIDDEN]),
    Buffer.concat([padding(), Buffer.from('PK\x01\x02'), Buffer.alloc(40)]),
  ]) {
    for (const index of [0, 1]) {
      const entries = [ENTRIES[0], ENTRIES[1]].map((entry, at) => (at === index ? { ...entry, before } : entry));
      assert.equal(await outcomeOf(writeZip(entries)), 'archive/bad-directory');
      const far = await outcomeOf(writeZip([...entries, BIG]));
      assert.equal(index === 0 ? far : /** @type {any} */ (far).a, 'archive/bad-directory');
    }
  }
});

test('padding is found wherever chunks cut it', async () => {
  const before = Buffer.concat([padding(), padding({ extra: Buffer.alloc(0) })]);
  const entries = [ENTRIES[0], { ...ENTRIES[1], before }, BIG];
  for (let chunkBytes = 1; chunkBytes < 40; chunkBytes += 4) {
    const archive = await openArchive(memorySource(writeZip(entries)), LIMITS);
    const source = memorySource(writeZip(entries), { chunkBytes });
    const [entry] = archive.entries;
    assert.equal(await searchRange(entry.end - before.length, entry.end, source), null);
    assert.notEqual(await searchRange(entry.end - before.length, entry.end + 30, source), null);
  }
});

test('archive/bad-directory: a record behind an entry is found wherever chunks cut it', async () => {
  const entries = [ENTRIES[0], { ...ENTRIES[1], before: Buffer.concat([Buffer.alloc(40), HIDDEN]) }, BIG];
  for (let chunkBytes = 1; chunkBytes < 40; chunkBytes += 4) {
    const archive = await openArchive(memorySource(writeZip(entries)), LIMITS);
    const source = memorySource(writeZip(entries), { chunkBytes });
    const [entry] = archive.entries;
    const raw = Readable.from([Buffer.from('raw')]);
    const reader = /** @type {any} */ ({ headerLength: () => 30 + entry.nameBytes });
    const directory = /** @type {any} */ ({ tail: { start: source.bytes } });
    await assert.rejects(buffer(guardGap(entry, raw, reader, directory, source)), /stands an entry|stands a record/);
    assert.equal(source.live(), 0);
  }
});
