import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HELD_BLOCK_BYTES, HeldBytes } from '../../src/memory/held-bytes.js';
import fc, { caseCount } from '../support/fast-check.js';

const length = fc.oneof(
  fc.nat(3_000),
  fc.constantFrom(0, 1, HELD_BLOCK_BYTES / 2, HELD_BLOCK_BYTES - 1, HELD_BLOCK_BYTES),
);
const steps = fc.array(
  fc.oneof(fc.record({ hold: fc.array(length, { maxLength: 3 }) }), fc.record({ release: fc.nat(1_000) })),
  { maxLength: 60 },
);

test('held bytes stay as they were until they are released', () => {
  fc.assert(
    fc.property(steps, steps => {
      const memory = new HeldBytes();
      /** @type {{ held: import('../../src/memory/held-bytes.js').Held, content: Buffer }[]} */
      const kept = [];
      let number = 0;
      for (const step of steps) {
        if ('hold' in step) {
          number += 1;
          const chunks = step.hold.map(bytes => Buffer.alloc(bytes, number % 251));
          const content = Buffer.concat(chunks);
          if (content.length > HELD_BLOCK_BYTES) {
            assert.throws(() => memory.hold(chunks), RangeError);
            continue;
          }
          kept.push({ held: memory.hold(chunks), content });
        } else if (kept.length > 0) {
          kept.splice(step.release % kept.length, 1)[0].held.release();
        }
        for (const { held, content } of kept) assert.ok(held.bytes.equals(content));
      }
    }),
    { numRuns: caseCount(300) },
  );
});

test('outputs that are held one after the other share one block', () => {
  const memory = new HeldBytes();
  const buffers = new Set();
  for (let turn = 0; turn < 10_000; turn++) {
    const { bytes, release } = memory.hold([Buffer.from('some'), Buffer.alloc(3_000, 'bytes')]);
    assert.equal(bytes.length, 3_004);
    buffers.add(bytes.buffer);
    release();
  }
  assert.equal(buffers.size, 1);
});

test('outputs that are held side by side take blocks that are used again', () => {
  const memory = new HeldBytes();
  /** @type {(() => void)[]} */
  const releases = [];
  const buffers = new Set();
  for (let turn = 0; turn < 1_000; turn++) {
    const { bytes, release } = memory.hold([Buffer.alloc(100_000)]);
    buffers.add(bytes.buffer);
    releases.push(release);
    if (releases.length === 20) releases.shift()?.();
  }
  assert.ok(buffers.size <= 6, `${buffers.size} blocks`);
});

test('once nothing is held, all blocks can be freed, and others be taken afterwards', () => {
  const memory = new HeldBytes();
  const held = Array.from({ length: 12 }, () => memory.hold([Buffer.alloc(200_000)]));
  const blocks = new Set(held.map(({ bytes }) => bytes.buffer));
  for (const { release } of held) release();
  memory.close();
  assert.ok(blocks.size > 2);
  for (const { byteLength } of blocks) assert.equal(byteLength, 0);
  assert.equal(memory.hold([Buffer.from('some')]).bytes.toString(), 'some');
});
