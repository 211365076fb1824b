import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns, MAX_STALLED_TURNS } from '../../src/checkpoint/turns.js';
import { StalledError, StoppedError, StorageError } from '../../src/errors.js';
import { pendingOutcome } from '../../src/ledger/manifest.js';
import { Outcomes } from '../../src/ledger/outcomes.js';

/** @import { Entry } from '../../src/archive/entry.js' */
/** @import { Turn } from '../../src/checkpoint/turns.js' */

const STORE = { read: async () => null, write: async () => {}, remove: async () => {} };

/**
 * @param {number} seconds
 * @returns {Turn}
 */
function turnOf(seconds) {
  return { pause: new AbortController().signal, remainingMs: () => seconds * 1000, store: STORE };
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
  const turnsOf = (/** @type {Outcomes} */ outcomes) => turns.count(outcomes, true).turns;
  assert.equal(turnsOf(outcomesOf('pending', 'pending', 'written')), 3);
  assert.equal(turnsOf(outcomesOf('pending', 'written', 'written')), 4);
  turns.moved();
  assert.equal(turnsOf(outcomesOf('pending', 'pending', 'written')), 4);
  assert.equal(countTurns(undefined, null).count(outcomesOf(), false).turns, 1);
  assert.equal(countTurns(undefined, { turns: 3 }).count(outcomesOf('written'), true).turns, 3);
});

test('a turn that is stopped without progress is counted, and progress sets the count back', () => {
  const turns = countTurns(turnOf(900), { turns: 3, stalledTurns: 6 });
  const [pending, written] = [outcomesOf('pending'), outcomesOf('written')];
  turns.begin(pending);
  assert.deepEqual(turns.count(pending, true), { turns: 3, stalledTurns: 7 });
  // The manifest that announces what the turn is about to publish.
  assert.deepEqual(turns.count(pending, false), { turns: 3, stalledTurns: 6 });
  assert.deepEqual(turns.count(written, true), { turns: 4, stalledTurns: 0 });
  turns.moved();
  assert.deepEqual(turns.count(pending, true), { turns: 4, stalledTurns: 0 });
});

test('what a manifest says of turns is not believed unless it is a count', () => {
  for (const damaged of [undefined, null, '7', -1, 1.5, Number.NaN, 1e300, {}, [3]]) {
    const previous = /** @type {any} */ ({ turns: damaged, stalledTurns: damaged });
    assert.deepEqual(countTurns(turnOf(900), previous).count(outcomesOf('pending'), true), {
      turns: 1,
      stalledTurns: 1,
    });
  }
});

test('a job is tried however many turns have brought nothing; from a limit on, the error says so, and what stopped it', () => {
  const pending = outcomesOf('pending');
  const fault = new StorageError('storage/unavailable', 'S3 answered 503');
  for (const stalledTurns of [0, MAX_STALLED_TURNS - 2]) {
    assert.equal(countTurns(turnOf(900), { turns: 1, stalledTurns }).explain(fault, pending), fault);
  }
  for (const stalledTurns of [MAX_STALLED_TURNS - 1, MAX_STALLED_TURNS, 40]) {
    const error = countTurns(turnOf(900), { turns: 1, stalledTurns }).explain(fault, pending);
    assert.ok(error instanceof StalledError && error.retryable);
    assert.deepEqual([error.code, error.cause], ['job/no-progress', fault]);
    assert.ok(error.message.startsWith(`the last ${stalledTurns + 1} attempts `), error.message);
    assert.match(error.message, /stopped by storage\/unavailable: S3 answered 503;/);
  }
});

test('a job that was stopped goes on soon if its turn has brought it on', () => {
  const pending = outcomesOf('pending');
  const reason = new Error('the time is up');
  const isSoon = (/** @type {unknown} */ error) => error instanceof StoppedError && error.isSoon;
  const stalled = countTurns(turnOf(900), null);
  assert.ok(!isSoon(stalled.explain(new StoppedError({ cause: reason }), pending)));
  const moved = countTurns(turnOf(900), { turns: 1, stalledTurns: 40 });
  moved.moved();
  const error = moved.explain(new StoppedError({ cause: reason }), pending);
  assert.ok(isSoon(error) && /** @type {Error} */ (error).cause === reason);
  const fault = new StorageError('storage/unavailable', 'S3 answered 503');
  assert.equal(moved.explain(fault, pending), fault);
});
