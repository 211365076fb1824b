import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawEntry, inOneGo, inTurns } from './engine-stage.js';
import { randomOf } from './fuzz/random.js';

// More by hand: STAGE_ENTRIES=5000 STAGE_SEED=7 node test/engine-stage.test.js
const ENTRIES = Number(process.env.STAGE_ENTRIES ?? 120);
const SEED = Number(process.env.STAGE_SEED ?? 1);

test('an entry that is paused at any of its bytes, in as many turns, comes to what it comes to in one go', {
  timeout: 60_000 * Math.max(1, ENTRIES / 120),
}, async () => {
  const random = randomOf(SEED);
  const seen = { turns: 0, rejected: 0, failed: 0 };
  for (let index = 0; index < ENTRIES; index += 1) {
    const seed = random.next();
    const entry = drawEntry(seed);
    const [whole, { turns, ...parts }] = [await inOneGo(entry), await inTurns(entry, random)];
    const what = `entry ${seed}, after ${turns} turns`;
    assert.equal(parts.error, whole.error, what);
    seen.turns += turns;
    seen.rejected += Number(whole.rejected.length > 0);
    seen.failed += Number(whole.error !== null);
    // What an entry that failed had come to by then is thrown away.
    if (whole.error !== null) continue;
    assert.ok(parts.output.equals(whole.output), what);
    assert.ok(parts.rejected.equals(whole.rejected), what);
    assert.deepEqual(parts.counts, whole.counts, what);
  }
  assert.ok(
    seen.turns > 3 * ENTRIES && seen.rejected > ENTRIES / 20 && seen.failed > ENTRIES / 50,
    `${JSON.stringify(seen)}`,
  );
  if (process.env.STAGE_ENTRIES) console.log(`${ENTRIES} entries`, seen);
});

test('each turn brings an entry on, also where it is paused at every byte of a header', async () => {
  const entry = drawEntry(1135923131);
  const always = { ...randomOf(1), pick: (/** @type {readonly any[]} */ items) => items[0], below: () => 0 };
  const [whole, { turns, ...parts }] = [await inOneGo(entry), await inTurns(entry, always)];
  assert.deepEqual(parts, whole);
  assert.ok(turns > 2, `${turns} turns`);
});
