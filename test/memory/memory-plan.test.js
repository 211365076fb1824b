import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planParts } from '../../src/destination/s3/part-plan.js';
import { createEngine } from '../../src/engine/engine.js';
import {
  affordableQueue,
  affordableRecordBytes,
  CHUNK_BYTES,
  heldBytes,
  neededBytes,
  plannedBytes,
  recordsBytes,
} from '../../src/memory/memory-plan.js';
import fc from '../support/fast-check.js';

const MIB = 1024 ** 2;
const BASE_BYTES = 72 * MIB;

test('128 MB have room for three uploads beside everything else: 72 + 20 + 5 + 5 MiB', () => {
  const plan = planParts({ declaredBytes: 2e9, memoryBytes: 128 * MIB });
  assert.deepEqual(plan, { partSizeBytes: 5 * MIB, queueSize: 1 });
  assert.equal(BASE_BYTES + heldBytes(5 * MIB, 1) + 2 * heldBytes(5 * MIB, 0, true), 102 * MIB);
  assert.equal(plannedBytes(plan), 102 * MIB);
  assert.equal(neededBytes(plan.partSizeBytes), 102 * MIB);
});

test('the 26 MiB that are left hold a record of 10 MiB in 1,000 columns, or of 2.4 in 65,536', () => {
  const left = 26 * MIB;
  assert.ok(affordableRecordBytes(left, 1000) > 10 * MIB);
  assert.equal(affordableRecordBytes(left, 65_536), Math.floor(2.4 * MIB));
});

test('a resumable upload takes half of that, so 128 MB have room for parts of 16 MiB', () => {
  assert.equal(plannedBytes({ partSizeBytes: 5 * MIB, queueSize: 1 }, true), 92 * MIB);
  assert.equal(plannedBytes({ partSizeBytes: 16 * MIB, queueSize: 1 }, true), 125 * MIB);
  assert.equal(neededBytes(16 * MIB, true), 128 * MIB);
  const entry = { memoryBytes: 128 * MIB, resumable: true };
  assert.deepEqual(planParts({ ...entry, declaredBytes: 80_000 * MIB }), { partSizeBytes: 16 * MIB, queueSize: 1 });
  assert.throws(() => planParts({ ...entry, declaredBytes: 80_000 * MIB + 1 }), {
    code: 'limit/memory',
    message: /parts of 17 MiB, which takes 136 MiB of memory \(limit: 128 MiB\)/,
  });
});

test('for any entry and memory size, an output, its rejected records and their reasons fit beside everything else', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 525 }),
      fc.integer({ min: 128, max: 10_240 }),
      fc.boolean(),
      (partMib, memoryMib, isResumable) => {
        const [partSizeBytes, memoryBytes] = [partMib * MIB, memoryMib * MIB];
        const isRefused = neededBytes(partSizeBytes, isResumable) > memoryBytes;
        const queueSize = Math.min(4, affordableQueue(partSizeBytes, memoryBytes));
        if (!isRefused) assert.ok(plannedBytes({ partSizeBytes, queueSize }, isResumable) <= memoryBytes);
      },
    ),
  );
});

test('in 128 MB the largest entry is uploaded in parts of 8 MiB, and one that needs 9 is refused', () => {
  const memoryBytes = 128 * MIB;
  assert.equal(planParts({ declaredBytes: 40_000 * MIB, memoryBytes }).partSizeBytes, 8 * MIB);
  assert.throws(() => planParts({ declaredBytes: 40_000 * MIB + 1, memoryBytes }), {
    code: 'limit/memory',
    message: /parts of 9 MiB, which takes 144 MiB of memory \(limit: 128 MiB\)/,
  });
});

test('a record and the columns take what they are given, to a byte or two', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 0, max: 65_536 }), (bytes, columns) => {
      const affordable = affordableRecordBytes(bytes, columns);
      if (affordable < 0) return;
      assert.ok(recordsBytes(affordable, columns) <= bytes);
      assert.ok(recordsBytes(affordable + 1, columns) > bytes);
    }),
  );
});

test('the engine, blocks and bytes read ahead take no more than planned: 8 MiB', () => {
  const readAhead = MIB;
  const blocks = 8 * CHUNK_BYTES;
  const engineBytes = createEngine().memory.length;
  assert.ok(engineBytes + blocks + readAhead <= 8 * MIB);
});
