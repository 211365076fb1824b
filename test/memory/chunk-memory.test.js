import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  markLastOfBuffer,
  markWhole,
  releaseChunk,
  releaseOneLater,
  releaseSpareBlocks,
  takeBlock,
} from '../../src/memory/chunk-memory.js';
import { CHUNK_BYTES } from '../../src/memory/memory-plan.js';

test('releasing a marked chunk frees its whole buffer, once', () => {
  const buffer = Buffer.allocUnsafeSlow(1000);
  const chunk = markLastOfBuffer(buffer.subarray(500));
  releaseChunk(chunk);
  assert.equal(buffer.length, 0);
  assert.equal(chunk.length, 0);
  assert.doesNotThrow(() => releaseChunk(chunk));
});

test('a chunk that is not marked stays as it is, even on a buffer with a marked one', () => {
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

test('a few released blocks are taken again, and none by two users', () => {
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

test('blocks that nobody has taken can be freed, and those in use stay', () => {
  const [used, spare] = [takeBlock(), takeBlock()];
  releaseChunk(markLastOfBuffer(spare));
  releaseSpareBlocks();
  assert.deepEqual([used.length, spare.length], [CHUNK_BYTES, 0]);
  assert.equal(takeBlock().length, CHUNK_BYTES);
});

test('a chunk released one later lasts until the next one arrives, and only whole buffers are freed', () => {
  const release = releaseOneLater();
  const [first, part, last] = [Buffer.alloc(100), Buffer.alloc(100).subarray(10), Buffer.alloc(100)];
  release(first);
  assert.equal(first.length, 100);
  release(part);
  assert.equal(first.length, 0);
  release(last);
  assert.deepEqual([part.length, last.length], [90, 100]);
});
