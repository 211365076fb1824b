import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CopiedBlocks } from '../../src/engine/copied-blocks.js';
import { createEngine } from '../../src/engine/engine.js';
import { CHUNK_BYTES } from '../../src/memory/memory-plan.js';
import { randomOf } from '../support/random.js';

const engine = createEngine();
const WINDOW = engine.exports.WINDOW.value;

test('the bytes come out unchanged, in whole blocks until they are flushed or end', () => {
  for (let seed = 0; seed < 25; seed++) {
    const random = randomOf(seed);
    const blocks = new CopiedBlocks(engine);
    /** @type {Buffer[]} */
    const written = [];
    /** @type {Buffer[]} */
    const output = [];
    const steps = 1 + random.below(8);
    for (let step = 1; step <= steps; step++) {
      const bytes = Buffer.alloc(1 + random.below(random.pick([9, 200_000, 400_000])), random.bytes(97));
      written.push(bytes);
      const start = WINDOW + random.below(1000);
      bytes.copy(engine.memory, start);
      const end = start + bytes.length;
      const edited = blocks.edit({ start, end, final: step === steps });
      // The window is used again for the next step.
      engine.memory.fill(0, start, end);
      assert.equal(blocks.keptFrom, end, 'nothing has to stay in the window');
      blocks.movedDown(7);
      assert.equal(blocks.end, end - 7);
      assert.deepEqual(edited.rejected, []);
      const whole = step === steps ? edited.output.slice(0, -1) : edited.output;
      assert.ok(whole.every(({ length }) => length === CHUNK_BYTES));
      output.push(...edited.output);
      if (random.chance(0.2)) {
        output.push(...blocks.flush().output);
        assert.equal(Buffer.concat(output).length, Buffer.concat(written).length, 'nothing is left after a flush');
      }
    }
    assert.ok(Buffer.concat(output).equals(Buffer.concat(written)), `seed ${seed}`);
  }
});

test('an entry that is copied can be suspended anywhere, without a state of its own', () => {
  const blocks = new CopiedBlocks(engine);
  assert.equal(blocks.canSuspend, true);
  assert.equal(blocks.snapshot(), null);
});
