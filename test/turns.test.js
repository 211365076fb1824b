import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingOutcome } from '../src/manifest.js';
import { Outcomes } from '../src/outcomes.js';
import { countTurns, MAX_STALLED_TURNS } from '../src/turns.js';

/** @import { Entry } from '../src/archive/entry.js' */
/** @import { Turn } from '../src/turns.js' */

const STORE = { read: async () => null, write: async () => {}, remove: async () => {} };

/**
 * @param {number} seconds
 * @param {number | null} [deliveries]
 * @returns {Turn}
 */
function turnOf(seconds, deliveries = null) {
  return { pause: new AbortController().signal, remainingMs: () => seconds * 1000, store: STORE, deliveries };
}

/** @param {number} bytes */
function entryOf(bytes) {
  return /** @type {Entry} */ ({ name: 'a.csv', bytes, crc32: 0 });
}

/** @param {('pending' | 'written')[]} statuses */
function outcomesOf(...statuses) {
  const outcomes = new Outcomes({ output: path => path, rejected: path => path });
  for (const status of statuses) outcomes.push({ ...pendingOutcome(entryOf(1), 'copy'), status });
  return outcomes;
}

test('an entry may need another turn unless it is sure to end in this one', () => {
  const { mayNeedAnother } = countTurns(turnOf(320), null);
  assert.deepEqual([0, 80e6, 81e6, 1e12].map(entryOf).map(mayNeedAnother), [false, false, true, true]);
  assert.equal(countTurns(turnOf(0), null).mayNeedAnother(entryOf(1)), true);
  assert.equal(countTurns(undefined, null).mayNeedAnother(entryOf(1e12)), false);
});

test('what may need another turn is told by the rate of this one, over all its entries, but not by its first second', t => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const { mayNeedAnother, follow } = countTurns(turnOf(320), null);
  const [first, second] = [1, 2].map(() => pendingOutcome(entryOf(1), 'copy'));
  /** @param {number} bytes The largest that is sure to end. */
  const assertLimit = bytes => assert.deepEqual([bytes, bytes + 1].map(entryOf).map(mayNeedAnother), [false, true]);
  now = 1000;
  first.bytesIn = 100e6;
  follow(first);
  assertLimit(80e6);
  now = 2000;
  first.bytesIn = 120e6;
  follow(first);
  second.bytesIn = 80e6;
  follow(second);
  assertLimit(1000e6);
  now = 200_000;
  assertLimit(80e6);
});

test('what was not done by an earlier turn may need another one, however small it is', () => {
  assert.equal(countTurns(turnOf(900), { turns: 0 }).mayNeedAnother(entryOf(1)), true);
});

test('a turn counts when it has ended an entry, written a checkpoint, or ended the job', () => {
  const turns = countTurns(turnOf(900), { turns: 3 });
  turns.begin(outcomesOf('pending', 'pending', 'written'));
  assert.equal(turns.count(outcomesOf('pending', 'pending', 'written')), 3);
  assert.equal(turns.count(outcomesOf('pending', 'written', 'written')), 4);
  turns.moved();
  assert.equal(turns.count(outcomesOf('pending', 'pending', 'written')), 4);
  assert.equal(countTurns(undefined, null).count(outcomesOf()), 1);
});

test('deliveries that brought nothing are borne up to a limit, which the error names', () => {
  assert.doesNotThrow(() => countTurns(turnOf(900, MAX_STALLED_TURNS), null));
  assert.doesNotThrow(() => countTurns(turnOf(900, 40 + MAX_STALLED_TURNS), { turns: 40 }));
  for (const [deliveries, previous] of /** @type {const} */ ([
    [1 + MAX_STALLED_TURNS, null],
    [41 + MAX_STALLED_TURNS, { turns: 40 }],
  ])) {
    assert.throws(() => countTurns(turnOf(900, deliveries), previous), {
      code: 'job/no-progress',
      message: /last 10 turns.*limit: 10/,
    });
  }
  assert.doesNotThrow(() => countTurns(turnOf(900, null), null));
});
