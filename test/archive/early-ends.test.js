import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { readEndsEarly } from '../../src/archive/early-ends.js';
import { readTail } from '../../src/archive/end-record.js';
import { memorySource } from '../support/memory-source.js';

const MIB = 1024 * 1024;

/**
 * @param {number} bytes
 * @param {Parameters<typeof memorySource>[1]} [options]
 */
function counted(bytes, options) {
  const source = memorySource(Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => index % 251)), options);
  const { read } = source;
  /** @type {[start: number, end: number][]} */
  const ranges = [];
  source.read = (start, end) => {
    ranges.push([start, end]);
    return read(start, end);
  };
  return { source, ranges };
}

test('the end is read once, before it is asked for, and everything in it comes from there', async () => {
  const { source, ranges } = counted(MIB + 1000);
  const early = readEndsEarly(source, { withStart: false });
  assert.deepEqual(ranges, [[1000, MIB + 1000]]);
  const within = /** @type {const} */ ([
    [1000, MIB + 1000],
    [MIB, MIB + 1000],
    [2000, 2000],
    [MIB + 1000, MIB + 1000],
    [1000, 1004],
  ]);
  for (const [start, end] of within) {
    const bytes = await buffer(early.read(start, end));
    ranges.length = 0;
    assert.deepEqual(bytes, await buffer(source.read(start, end)));
    ranges.length = 0;
  }
  const tail = await readTail(early);
  assert.deepEqual(ranges, []);
  assert.deepEqual(tail, await readTail(source));
  assert.equal(source.live(), 0);
});

test('looks before the end leave it in memory, and entries that are read there do not', async () => {
  const { source, ranges } = counted(MIB + 1000);
  const early = readEndsEarly(source, { withStart: false });
  ranges.length = 0;
  assert.equal((await buffer(early.read(0, 4))).length, 4);
  assert.equal((await buffer(early.read(999, 1001))).length, 2);
  await readTail(early);
  assert.deepEqual(ranges.splice(0), [
    [0, 4],
    [999, 1001],
  ]);
  const late = early.read(2000, 2004);
  assert.equal((await buffer(early.read(0, MIB))).length, MIB);
  assert.deepEqual([...(await buffer(late))], [2000, 2001, 2002, 2003].map(index => index % 251));
  assert.deepEqual(ranges.splice(0), [[0, MIB]]);
  await buffer(early.read(2000, 2004));
  assert.deepEqual(ranges, [[2000, 2004]]);
});

test('the start is read with it, unless the archive is very large', async () => {
  const { source, ranges } = counted(MIB + 1000);
  const early = readEndsEarly(source);
  assert.deepEqual(ranges.splice(0), [
    [1000, MIB + 1000],
    [0, MIB],
  ]);
  for (const [start, end] of /** @type {const} */ ([
    [0, MIB],
    [999, 70_001],
    [MIB, MIB + 1],
  ])) {
    const bytes = await buffer(early.read(start, end));
    assert.deepEqual(ranges, []);
    assert.deepEqual(bytes, await buffer(source.read(start, end)));
    ranges.length = 0;
  }
  assert.equal((await buffer(early.read(0, MIB + 1000))).length, MIB + 1000);
  assert.deepEqual(ranges.splice(0), [[0, MIB + 1000]]);
  readEndsEarly({ ...source, bytes: 64 * MIB + 1, read: (start, end) => source.read(start % 1000, end % 1000) });
  assert.equal(ranges.length, 1);
});

test('a chunk from memory is its reader’s own', async () => {
  const { source } = counted(1000);
  const early = readEndsEarly(source);
  (await early.read(0, 1000).toArray())[0].fill(0);
  assert.equal((await buffer(early.read(0, 1000)))[7], 7);
});

test('a range that is not in the source is refused as the source does', async () => {
  const { source } = counted(1000);
  const early = readEndsEarly(source);
  assert.throws(() => early.read(0, 1001), RangeError);
  assert.throws(() => early.read(10, 9), RangeError);
});

test('an end that cannot be read fails where it is asked for, once, and nowhere else', async () => {
  const failure = new Error('no end');
  let isBroken = true;
  const { source } = counted(1000, { failure: () => (isBroken ? failure : null) });
  readEndsEarly(source);
  const early = readEndsEarly(source);
  await new Promise(resolve => setImmediate(resolve));
  await assert.rejects(readTail(early), failure);
  isBroken = false;
  assert.equal((await readTail(early)).bytes.length, 1000);
});
