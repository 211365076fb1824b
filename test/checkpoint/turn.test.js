import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayOutlastTurn, mustStage, stopOf, throwIfStopped } from '../../src/checkpoint/turn.js';

/** @import { Turn } from '../../src/checkpoint/turn.js' */

const STORE = { read: async () => null, write: async () => {}, remove: async () => {} };

/**
 * @param {number} seconds
 * @param {AbortSignal} [pause]
 * @returns {Turn}
 */
function turnOf(seconds, pause = new AbortController().signal) {
  return { pause, remainingMs: () => seconds * 1000, store: STORE };
}

/** @param {number} bytes */
const fresh = bytes => ({ bytes, hasCheckpoint: false, isJobResumed: false });

test('an entry may outlast its turn if a quarter of a megabyte a second is not enough to finish it', () => {
  const turn = turnOf(320);
  assert.deepEqual(
    [0, 80e6, 80e6 + 1, 1e12].map(bytes => mayOutlastTurn(fresh(bytes), turn)),
    [false, false, true, true],
  );
});

test('any entry with bytes may outlast a turn that may end at any moment, and none does if there are no turns', () => {
  assert.deepEqual([mayOutlastTurn(fresh(0), turnOf(0)), mayOutlastTurn(fresh(1), turnOf(0))], [false, true]);
  for (const entry of [fresh(1e12), { bytes: 1, hasCheckpoint: false, isJobResumed: true }]) {
    assert.equal(mayOutlastTurn(entry, undefined), false);
  }
});

test('an entry that is suspended, or that an earlier turn has left, may outlast its turn however small it is', () => {
  assert.equal(mayOutlastTurn({ ...fresh(1), hasCheckpoint: true }, turnOf(900)), true);
  assert.equal(mayOutlastTurn({ ...fresh(1), isJobResumed: true }, turnOf(900)), true);
});

test('a job stops for its signal and for the pause of its turn, and says why', () => {
  const reason = new Error('the time is up');
  const aborted = AbortSignal.abort(reason);
  throwIfStopped({});
  throwIfStopped({ signal: new AbortController().signal, turn: turnOf(1) });
  for (const job of [{ signal: aborted }, { turn: turnOf(1, aborted) }]) {
    assert.throws(() => throwIfStopped(job), { code: 'job/stopped', cause: reason });
  }
});

test('its stop is the signal or the pause, whichever comes first', () => {
  const [signal, pause] = [new AbortController(), new AbortController()];
  const stops = [
    stopOf({}),
    stopOf({ signal: signal.signal }),
    stopOf({ signal: signal.signal, turn: turnOf(1, pause.signal) }),
  ];
  const aborted = () => stops.map(stop => stop.aborted);
  assert.deepEqual(aborted(), [false, false, false]);
  pause.abort();
  assert.deepEqual(aborted(), [false, false, true]);
  signal.abort();
  assert.deepEqual(aborted(), [false, true, true]);
});

test('rows are kept from turn to turn if time is not known, or an earlier turn has not finished them', () => {
  const cases = [turnOf(900), turnOf(0), undefined].flatMap(turn => [mustStage(false, turn), mustStage(true, turn)]);
  assert.deepEqual(cases, [false, true, true, true, false, false]);
});
