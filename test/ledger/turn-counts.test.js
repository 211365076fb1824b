import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { StalledError, StoppedError, StorageError } from '../../src/errors.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { createTurnCounter, MAX_STALLED_TURNS } from '../../src/ledger/turn-counts.js';

/** @import { Entry } from '../../src/archive/entry.js' */

/** @param {number} bytes */
function entryOf(bytes) {
  return /** @type {Entry} */ ({ name: 'a.csv', bytes, crc32: 0 });
}

/** @param {('pending' | 'written')[]} statuses */
function outcomesOf(...statuses) {
  const outcomes = new Outcomes({ output: path => path, rejected: path => path, reasons: path => path });
  for (const status of statuses) outcomes.push({ ...pendingOutcome(entryOf(1), 'copy'), status });
  return outcomes;
}

test('a turn counts if it has finished an entry, written a checkpoint, or finished the job', () => {
  const turns = createTurnCounter({ turns: 3 });
  turns.begin(outcomesOf('pending', 'pending', 'written'));
  const turnsOf = (/** @type {Outcomes} */ outcomes) => turns.count(outcomes, true).turns;
  assert.equal(turnsOf(outcomesOf('pending', 'pending', 'written')), 3);
  assert.equal(turnsOf(outcomesOf('pending', 'written', 'written')), 4);
  turns.advance();
  assert.equal(turnsOf(outcomesOf('pending', 'pending', 'written')), 4);
  assert.equal(createTurnCounter(null).count(outcomesOf(), false).turns, 1);
  assert.equal(createTurnCounter({ turns: 3 }).count(outcomesOf('written'), true).turns, 3);
});

test('a turn that is stopped without progress counts as stalled, and progress resets that count', () => {
  const turns = createTurnCounter({ turns: 3, stalledTurns: 6 });
  const [pending, written] = [outcomesOf('pending'), outcomesOf('written')];
  turns.begin(pending);
  assert.deepEqual(turns.count(pending, true), { turns: 3, stalledTurns: 7 });
  // The manifest that announces what the turn is about to publish.
  assert.deepEqual(turns.count(pending, false), { turns: 3, stalledTurns: 6 });
  assert.deepEqual(turns.count(written, true), { turns: 4, stalledTurns: 0 });
  turns.advance();
  assert.deepEqual(turns.count(pending, true), { turns: 4, stalledTurns: 0 });
});

test('turns in a manifest that are not a count are ignored', () => {
  for (const damaged of [undefined, null, '7', -1, 1.5, Number.NaN, 1e300, {}, [3]]) {
    const previous = /** @type {any} */ ({ turns: damaged, stalledTurns: damaged });
    assert.deepEqual(createTurnCounter(previous).count(outcomesOf('pending'), true), {
      turns: 1,
      stalledTurns: 1,
    });
  }
});

test('from a limit on, the error says how many turns made no progress, and what stopped the last one', () => {
  const pending = outcomesOf('pending');
  const fault = new StorageError('storage/unavailable', 'S3 answered 503');
  for (const stalledTurns of [0, MAX_STALLED_TURNS - 2]) {
    assert.equal(createTurnCounter({ turns: 1, stalledTurns }).errorToThrow(fault, pending), fault);
  }
  for (const stalledTurns of [MAX_STALLED_TURNS - 1, MAX_STALLED_TURNS, 40]) {
    const error = createTurnCounter({ turns: 1, stalledTurns }).errorToThrow(fault, pending);
    assert.ok(error instanceof StalledError && error.retryable);
    assert.deepEqual([error.code, error.cause], ['job/no-progress', fault]);
    assert.ok(error.message.startsWith(`the last ${stalledTurns + 1} attempts `), error.message);
    assert.match(error.message, /stopped by storage\/unavailable: S3 answered 503;/);
  }
});

test('a stopped job is to be resumed soon if its turn made progress', () => {
  const pending = outcomesOf('pending');
  const reason = new Error('the time is up');
  const isSoon = (/** @type {unknown} */ error) => error instanceof StoppedError && error.isSoon;
  const stalled = createTurnCounter(null);
  assert.ok(!isSoon(stalled.errorToThrow(new StoppedError({ cause: reason }), pending)));
  const advanced = createTurnCounter({ turns: 1, stalledTurns: 40 });
  advanced.advance();
  const error = advanced.errorToThrow(new StoppedError({ cause: reason }), pending);
  assert.ok(isSoon(error) && /** @type {Error} */ (error).cause === reason);
  const fault = new StorageError('storage/unavailable', 'S3 answered 503');
  assert.equal(advanced.errorToThrow(fault, pending), fault);
});
