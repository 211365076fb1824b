import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planParts } from '../../src/destination/s3/part-plan.js';
import { createEngine } from '../../src/engine/engine.js';
import { affordableQueue, CHUNK_BYTES, heldBytes, neededBytes } from '../../src/memory/memory-plan.js';

const MIB = 1024 ** 2;
const BASE_BYTES = 72 * MIB;

test('128 MB have room for two uploads beside everything else: 72 + 2 × 20 MiB', () => {
  const { partSizeBytes, queueSize } = planParts({ declaredBytes: 2e9, memoryBytes: 128 * MIB });
  assert.deepEqual([partSizeBytes, queueSize], [5 * MIB, 1]);
  assert.equal(BASE_BYTES + 2 * heldBytes(partSizeBytes, queueSize), 112 * MIB);
  assert.equal(neededBytes(partSizeBytes), 112 * MIB);
});

test('two resumable uploads take half of that, so 128 MB have room for parts of 14 MiB', () => {
  assert.equal(BASE_BYTES + 2 * heldBytes(5 * MIB, 1, true), 92 * MIB);
  assert.equal(neededBytes(14 * MIB, true), 128 * MIB);
  const entry = { memoryBytes: 128 * MIB, resumable: true };
  assert.deepEqual(planParts({ ...entry, declaredBytes: 70_000 * MIB }), { partSizeBytes: 14 * MIB, queueSize: 1 });
  assert.throws(() => planParts({ ...entry, declaredBytes: 70_000 * MIB + 1 }), {
    code: 'limit/memory',
    message: /parts of 15 MiB, which takes 132 MiB of memory \(limit: 128 MiB\)/,
  });
});

test('for any entry and memory size, an output and its rejected records fit beside everything else', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 525 }),
      fc.integer({ min: 128, max: 10_240 }),
      fc.boolean(),
      (partMib, memoryMib, isResumable) => {
        const [partSizeBytes, memoryBytes] = [partMib * MIB, memoryMib * MIB];
        const isRefused = neededBytes(partSizeBytes, isResumable) > memoryBytes;
        const queueSize = Math.min(4, affordableQueue(partSizeBytes, memoryBytes));
        if (!isRefused) assert.ok(BASE_BYTES + 2 * heldBytes(partSizeBytes, queueSize, isResumable) <= memoryBytes);
      },
    ),
  );
});

test('in 128 MB the largest entry is uploaded in parts of 7 MiB, and one that needs 8 is refused', () => {
  const memoryBytes = 128 * MIB;
  assert.equal(planParts({ declaredBytes: 35_000 * MIB, memoryBytes }).partSizeBytes, 7 * MIB);
  assert.throws(() => planParts({ declaredBytes: 35_000 * MIB + 1, memoryBytes }), {
    code: 'limit/memory',
    message: /parts of 8 MiB, which takes 136 MiB of memory \(limit: 128 MiB\)/,
  });
});

test('the engine, blocks and bytes read ahead take no more than planned: 8 MiB', () => {
  const readAhead = MIB;
  const blocks = 8 * CHUNK_BYTES;
  const engineBytes = createEngine().memory.length;
  assert.ok(engineBytes + blocks + readAhead <= 8 * MIB);
});
