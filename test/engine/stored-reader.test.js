import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../src/engine/engine.js';
import { MAX_KEPT_BYTES } from '../../src/engine/inflater.js';
import { StoredReader } from '../../src/engine/stored-reader.js';
import { randomOf } from '../support/random.js';

const engine = createEngine();
const { WINDOW, WINDOW_BYTES } = engine.exports;
const WINDOW_END = WINDOW.value + WINDOW_BYTES.value;

test('random chunks come out in the window in order, and what is kept moves down unchanged', () => {
  for (let seed = 0; seed < 25; seed++) {
    const random = randomOf(seed);
    const content = random
      .bytes(random.pick([1, 1000, 100_000]))
      .toString('latin1')
      .repeat(random.pick([1, 15]));
    const bytes = Buffer.from(content, 'latin1');
    const behind = Buffer.from(engine.memory.subarray(WINDOW_END, WINDOW_END + 1000));
    const reader = new StoredReader(engine, 7);
    /** @type {Buffer[]} */
    const parts = [];
    const largest = random.pick([10_000, 200_000, 2_000_000]);
    for (let given = 0, taken = 0; given < bytes.length; ) {
      const chunk = bytes.subarray(given, given + 1 + random.below(largest));
      given += chunk.length;
      reader.give(chunk);
      while (!reader.needsInput) {
        const before = reader.end;
        const { start, end } = reader.step();
        assert.equal(start, before);
        assert.ok(end > start && end <= WINDOW_END);
        parts.push(Buffer.from(engine.memory.subarray(start, end)));
        taken += end - start;
        assert.equal(reader.compressedBytes, 7 + taken);
        assert.deepEqual(reader.snapshot(), { position: 7 + taken });
        const keptBytes = random.below(1 + Math.min(MAX_KEPT_BYTES, end - WINDOW.value));
        const moved = reader.keep(end - keptBytes);
        assert.equal(reader.end, end - moved);
        const kept = engine.memory.subarray(reader.end - keptBytes, reader.end);
        assert.ok(kept.equals(bytes.subarray(taken - keptBytes, taken)), `seed ${seed}`);
        assert.equal(reader.end - keptBytes, WINDOW.value, 'all other bytes of the window are free');
      }
      assert.equal(taken, given);
    }
    assert.ok(Buffer.concat(parts).equals(bytes), `seed ${seed}`);
    assert.ok(engine.memory.subarray(WINDOW_END, WINDOW_END + 1000).equals(behind));
    reader.finish();
    assert.deepEqual([reader.isDone, reader.needsInput], [false, true]);
  }
});
