import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoppedError } from '../../src/errors.js';
import { startDeadline } from '../../src/lambda/deadline.js';

for (const [remainingMs, pauseMs, stopMs] of [
  [900_000, 880_000, 890_000],
  [60_000, 40_000, 50_000],
  [20_000, 10_000, 16_000],
]) {
  test(`with ${remainingMs / 1000} s left, the job is paused after ${pauseMs / 1000} s and stopped after ${stopMs / 1000} s`, t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 7;
    t.mock.method(performance, 'now', () => now);
    const deadline = startDeadline(remainingMs);
    t.after(deadline.clear);
    assert.equal(deadline.remainingMs(), pauseMs);
    const states = [pauseMs - 1, 1, stopMs - pauseMs - 1, 1].map(ms => {
      t.mock.timers.tick(ms);
      now += ms;
      return [deadline.pause.aborted, deadline.signal.aborted];
    });
    assert.deepEqual(states, [
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ]);
    assert.equal(deadline.remainingMs(), 0);
    assert.ok(deadline.pause.reason instanceof StoppedError && deadline.signal.reason instanceof StoppedError);
  });
}

test('a cleared deadline aborts nothing', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const deadline = startDeadline(900_000);
  deadline.clear();
  t.mock.timers.tick(1_000_000);
  assert.equal(deadline.pause.aborted || deadline.signal.aborted, false);
});
