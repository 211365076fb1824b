import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markLastOfBuffer, releaseChunk } from '../src/chunk-memory.js';

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
