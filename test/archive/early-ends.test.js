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
  const { atHand } = readEndsEarly(source);
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

test('a small archive is read whole, and of a very large one, or one that is gone on with, the end', () => {
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

test('looks at other bytes leave them at hand; once other entries are read, they are let go', async () => {
  const { atHand } = readEndsEarly(memorySource(numbered(3 * MIB)));
  assert.equal(atHand(MIB, MIB + 4), null);
  assert.equal(atHand(MIB - 4, MIB + 4), null);
  assert.equal((await atHand(2 * MIB, 3 * MIB))?.length, MIB);
  const late = atHand(0, 4);
  assert.equal(atHand(MIB - 10, 2 * MIB - 10), null);
  assert.deepEqual([...((await late) ?? [])], [0, 1, 2, 3]);
  assert.deepEqual([atHand(0, 4), atHand(2 * MIB, 3 * MIB)], [null, null]);
});

test('what is at hand is the reader’s own, and what is not is read as ever', async () => {
  const { atHand, read } = readEndsEarly(memorySource(numbered(1000)));
  (await atHand(0, 1000))?.fill(0);
  assert.equal((await atHand(0, 1000))?.[7], 7);
  assert.equal((await buffer(read(0, 1000)))[7], 7);
  assert.equal(atHand(0, 1001), null);
  assert.equal(atHand(10, 9), null);
});

test('bytes that cannot be read fail where they are asked for, and nowhere else', async () => {
  const failure = new Error('no end');
  const { source } = counted(numbered(1000), { failure: () => failure });
  const { atHand } = readEndsEarly(source);
  await new Promise(resolve => setImmediate(resolve));
  await assert.rejects(async () => atHand(0, 1000), failure);
});

test('a zip is opened, and its first small entries are read, without another request', async () => {
  const many = Array.from({ length: 4_000 }, (_, index) => ({
    name: `${index}`.padStart(60, 'n'),
    content: `${index}`.repeat(200),
    method: 0,
  }));
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
});
