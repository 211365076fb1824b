import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { findRecord, guardGap } from '../../src/archive/guard-gap.js';
import { openArchive } from '../../src/archive/open-archive.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memorySource } from '../support/memory-source.js';
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
