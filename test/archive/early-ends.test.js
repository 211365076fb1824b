import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { readEndsEarly } from '../../src/archive/early-ends.js';
import { tailStart } from '../../src/archive/end-record.js';
import { openArchive } from '../../src/archive/open-archive.js';
import { COPY } from '../job/fixture.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

const MIB = 1024 * 1024;

/**
 * @param {Buffer} bytes
 * @param {Parameters<typeof memorySource>[1]} [options]
 */
function counted(bytes, options) {
  const source = memorySource(bytes, options);
  const { read } = source;
  /** @type {[start: number, end: number][]} */
  const ranges = [];
  source.read = (start, end) => {
    ranges.push([start, end]);
    return read(start, end);
  };
  return { source, ranges };
}

/** @param {number} length */
function numbered(length) {
  return Buffer.from(Uint8Array.from({ length }, (_, index) => index % 251));
}

test('the end and the start are read once, before they are asked for', async () => {
  const bytes = numbered(2 * MIB + 1000);
  const { source, ranges } = counted(bytes);
  const {
    early: { atHand },
  } = readEndsEarly(source);
  assert.deepEqual(ranges, [
    [MIB + 1000, 2 * MIB + 1000],
    [0, MIB],
  ]);
  for (const [start, end] of /** @type {const} */ ([
    [MIB + 1000, 2 * MIB + 1000],
    [2 * MIB, 2 * MIB + 1000],
    [2 * MIB + 1000, 2 * MIB + 1000],
    [0, MIB],
    [999, 70_001],
    [5, 5],
  ])) {
    assert.ok((await atHand(start, end))?.equals(bytes.subarray(start, end)), `${start} to ${end}`);
  }
  assert.equal(ranges.length, 2);
  assert.equal(source.live(), 0);
});

test('a small archive is read whole, and of a very large one, or one that is resumed, the end', () => {
  const ends = (/** @type {number} */ length, /** @type {Parameters<typeof readEndsEarly>[1]} */ options = {}) => {
    /** @type {string[]} */
    const ranges = [];
    const { read } = memorySource(Buffer.alloc(1));
    const source = {
      bytes: length,
      read: (/** @type {number} */ start, /** @type {number} */ end) => {
        ranges.push(`${start} ${end}`);
        return read(0, 1);
      },
    };
    readEndsEarly(source, options);
    return ranges;
  };
  assert.deepEqual(ends(0), ['0 0']);
  assert.deepEqual(ends(MIB), [`0 ${MIB}`]);
  assert.deepEqual(ends(64 * MIB).length, 2);
  assert.deepEqual(ends(64 * MIB + 1), [`${63 * MIB + 1} ${64 * MIB + 1}`]);
  assert.deepEqual(ends(2 * MIB, { withStart: false }), [`${MIB} ${2 * MIB}`]);
  assert.deepEqual(ends(2 * MIB, { isNamedZip: false }), [`${tailStart({ bytes: 2 * MIB })} ${2 * MIB}`]);
});

test('what was read early is let go, but for those who asked before', async () => {
  const { early } = readEndsEarly(memorySource(numbered(3 * MIB)));
  assert.equal(early.atHand(MIB - 4, MIB + 4), null);
  const late = early.atHand(0, 4);
  early.letGo();
  assert.deepEqual([...((await late) ?? [])], [0, 1, 2, 3]);
  assert.deepEqual([early.atHand(0, 4), early.atHand(2 * MIB, 3 * MIB)], [null, null]);
});

test('what is at hand is the reader’s own, and what is not is read as ever', async () => {
  const {
    early: { atHand },
    read,
  } = readEndsEarly(memorySource(numbered(1000)));
  (await atHand(0, 1000))?.fill(0);
  assert.equal((await atHand(0, 1000))?.[7], 7);
  assert.equal((await buffer(read(0, 1000)))[7], 7);
  assert.equal(atHand(0, 1001), null);
  assert.equal(atHand(10, 9), null);
});

test('bytes that cannot be read fail where they are asked for, and nowhere else', async () => {
  const failure = new Error('no end');
  const { source } = counted(numbered(1000), { failure: () => failure });
  const {
    early: { atHand },
  } = readEndsEarly(source);
  await new Promise(resolve => setImmediate(resolve));
  await assert.rejects(async () => atHand(0, 1000), failure);
});

/** @param {number} count @param {number} nameBytes */
function manyEntries(count, nameBytes) {
  return Array.from({ length: count }, (_, index) => ({
    name: `${index}`.padStart(nameBytes, 'n'),
    content: `${index}`.repeat(200),
    method: 0,
  }));
}

test('a zip is opened, and its first small entries are read, without another request; then the bytes are let go', async () => {
  const many = manyEntries(4_000, 60);
  const { source, ranges } = counted(writeZip(many));
  const early = readEndsEarly(source);
  assert.equal(ranges.splice(0).length, 2);
  const { entries, readWhole } = await openArchive(early, COPY.limits);
  for (let index = 0; index < 1_000; index++) {
    const entry = entries.get(index);
    assert.ok((await readWhole(entry)).includes(many[index].content), `entry ${index}`);
  }
  assert.deepEqual(ranges, []);
  for (let index = 1_000; index < many.length; index++) {
    assert.ok((await readWhole(entries.get(index))).includes(many[index].content), `entry ${index}`);
  }
  assert.ok(ranges.length <= 4, `${ranges.length} requests`);
  assert.equal(early.early.atHand(0, 4), null);
});

test('small entries behind a larger one take their bytes from there too', async () => {
  const content = numbered(200_000);
  const many = manyEntries(4_000, 60);
  const { source, ranges } = counted(writeZip([{ name: 'first', content, method: 0 }, ...many]));
  const { entries, readRaw, readWhole } = await openArchive(readEndsEarly(source), COPY.limits);
  ranges.length = 0;
  assert.ok((await buffer(readRaw(entries.get(0)))).equals(content));
  let index = 1;
  for (; entries.get(index).end <= MIB; index++) {
    assert.ok((await readWhole(entries.get(index))).includes(many[index - 1].content), `entry ${index}`);
  }
  assert.ok(index > 500, `${index} entries`);
  assert.deepEqual(ranges, []);
  for (; index < entries.length; index++) {
    assert.ok((await readWhole(entries.get(index))).includes(many[index - 1].content), `entry ${index}`);
  }
  assert.ok(ranges.length <= 4, `${ranges.length} requests`);
});

test('a long directory leaves the start at hand', async () => {
  const { source, ranges } = counted(writeZip(manyEntries(8_000, 100)));
  const early = readEndsEarly(source);
  const { entries, readWhole } = await openArchive(early, COPY.limits);
  ranges.length = 0;
  assert.ok((await readWhole(entries.get(0))).includes('0'.repeat(200)));
  assert.deepEqual(ranges, []);
});

test('a large entry takes its beginning from there too, and is read on from where that ends', async () => {
  const content = numbered(3 * MIB);
  const last = { name: 'last', content: 'x'.repeat(200_000), method: 0 };
  const zip = writeZip([{ name: 'large', content, method: 0 }, last]);
  const { source, ranges } = counted(zip);
  const { entries, readRaw } = await openArchive(readEndsEarly(source), COPY.limits);
  ranges.length = 0;
  assert.ok((await buffer(readRaw(entries.get(0)))).equals(content));
  assert.equal(ranges.length, 1);
  assert.equal(ranges[0][0], MIB);
  assert.equal(source.live(), 0);
  for (const length of [400_000, 1_500_000]) {
    const small = numbered(length);
    const { source, ranges } = counted(writeZip([{ name: 'whole', content: small, method: 0 }]));
    const early = readEndsEarly(source);
    const { entries, readRaw } = await openArchive(early, COPY.limits);
    ranges.length = 0;
    const chunks = await readRaw(entries.get(0)).toArray();
    assert.ok(Buffer.concat(chunks).equals(small));
    assert.deepEqual(ranges, [], 'the ends meet, so nothing is read again');
    assert.equal(early.early.atHand(0, 4), null);
  }
});

test('a large entry is read from the source once the bytes are let go in its middle', async () => {
  const content = numbered(700_000);
  const early = readEndsEarly(memorySource(writeZip([{ name: 'large', content, method: 0 }])));
  const { entries, readRaw } = await openArchive(early, COPY.limits);
  const chunks = [];
  for await (const chunk of readRaw(entries.get(0))) {
    chunks.push(chunk);
    early.early.letGo();
  }
  assert.ok(Buffer.concat(chunks).equals(content));
});

test('a large entry lets go of the bytes; the last small entries do, too', async () => {
  const large = { name: 'large', content: Buffer.alloc(3 * MIB), method: 0 };
  for (const written of [[large], manyEntries(500, 100)]) {
    const early = readEndsEarly(memorySource(writeZip(written)));
    const { entries, readRaw, readWhole } = await openArchive(early, COPY.limits);
    assert.notEqual(early.early.atHand(0, 4), null);
    const entry = entries.get(0);
    const bytes = await (written.length === 1 ? buffer(readRaw(entry)) : readWhole(entry));
    assert.ok(bytes.length > 0);
    assert.equal(early.early.atHand(0, 4), null);
  }
});
