import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { readTailEarly } from '../../src/archive/early-tail.js';
import { readTail } from '../../src/archive/end-record.js';
import { memorySource } from '../support/memory-source.js';

/** @param {Parameters<typeof memorySource>[1]} [options] */
function counted(options) {
  const source = memorySource(Buffer.from(Array.from({ length: 200_000 }, (_, index) => index)), options);
  const { read } = source;
  /** @type {[start: number, end: number][]} */
  const ranges = [];
  source.read = (start, end) => {
    ranges.push([start, end]);
    return read(start, end);
  };
  return { source, ranges };
}

test('the tail is read once, and before it is asked for; everything else, and the tail a second time, when it is', async () => {
  const { source, ranges } = counted();
  const early = readTailEarly(source);
  const [tail] = ranges;
  assert.equal(ranges.length, 1);
  const expected = await readTail(source);
  assert.deepEqual(ranges, [tail, tail]);
  for (const [start, end] of /** @type {[number, number][]} */ ([
    [0, 10],
    [tail[0], 199_999],
    [tail[0] + 1, 200_000],
  ])) {
    assert.deepEqual(await buffer(early.read(start, end)), await buffer(source.read(start, end)));
  }
  ranges.length = 0;
  assert.deepEqual(await readTail(early), expected);
  assert.deepEqual(ranges, []);
  assert.deepEqual(await readTail(early), expected);
  assert.deepEqual(ranges, [tail]);
  assert.equal(source.live(), 0);
});

test('a tail that cannot be read fails where it is asked for, and nowhere else', async () => {
  const failure = new Error('no tail');
  const { source } = counted({ failure: () => failure });
  readTailEarly(source);
  const early = readTailEarly(source);
  await new Promise(resolve => setImmediate(resolve));
  await assert.rejects(readTail(early), failure);
});
