import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  markLastOfBuffer,
  markWhole,
  releaseChunk,
  releaseOneLater,
  takeBlock,
} from '../../src/memory/chunk-memory.js';
import { CHUNK_BYTES } from '../../src/memory/memory-plan.js';

test('a marked chunk gives its whole buffer back, once', () => {
  const buffer = Buffer.allocUnsafeSlow(1000);
  const chunk = markLastOfBuffer(buffer.subarray(500));
  releaseChunk(chunk);
  assert.equal(buffer.length, 0);
  assert.equal(chunk.length, 0);
  assert.doesNotThrow(() => releaseChunk(chunk));
});

test('a chunk that nobody marked stays as it is, also on a buffer with a marked one', () => {
  const buffer = Buffer.alloc(1000, 7);
  markLastOfBuffer(buffer.subarray(500));
  releaseChunk(buffer.subarray(0, 500));
  releaseChunk(buffer.subarray(500));
  assert.ok(buffer.every(byte => byte === 7));
});

test('only a chunk that is all of its buffer is marked as one', () => {
  const [whole, part] = [Buffer.alloc(100), Buffer.alloc(100).subarray(10)];
  for (const chunk of [whole, part]) releaseChunk(markWhole(chunk));
  assert.deepEqual([whole.length, part.length], [0, 90]);
});

test('blocks that are given back are taken again, a few of them, and none by two at once', () => {
  const blocks = Array.from({ length: 20 }, takeBlock);
  for (const block of blocks) releaseChunk(markLastOfBuffer(block));
  releaseChunk(markLastOfBuffer(Buffer.from(blocks[0].buffer)));
  const kept = blocks.filter(({ length }) => length === CHUNK_BYTES);
  assert.equal(kept.length, 8);
  const taken = Array.from({ length: 20 }, takeBlock);
  assert.equal(new Set(taken.map(({ buffer }) => buffer)).size, 20);
  assert.ok(kept.every(({ buffer }) => taken.some(block => block.buffer === buffer)));
  assert.ok(taken.every(({ length }) => length === CHUNK_BYTES));
});

test('what is released one later is there until the next has come, and only whole buffers go', () => {
  const release = releaseOneLater();
  const [first, part, last] = [Buffer.alloc(100), Buffer.alloc(100).subarray(10), Buffer.alloc(100)];
  release(first);
  assert.equal(first.length, 100);
  release(part);
  assert.equal(first.length, 0);
  release(last);
  assert.deepEqual([part.length, last.length], [90, 100]);
});
