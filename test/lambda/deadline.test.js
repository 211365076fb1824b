import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoppedError } from '../../src/errors.js';
import { startDeadline } from '../../src/lambda/deadline.js';

for (const [remainingMs, pauseMs, stopMs] of [
  [900_000, 880_000, 890_000],
  [60_000, 40_000, 50_000],
  [20_000, 10_000, 16_000],
]) {
  test(`of ${remainingMs / 1000} s, the job is paused after ${pauseMs / 1000} s and stopped after ${stopMs / 1000} s`, t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const deadline = startDeadline(remainingMs);
    t.after(deadline.clear);
    assert.ok(Math.abs(deadline.remainingMs() - pauseMs) < 1000);
    const states = [pauseMs - 1, 1, stopMs - pauseMs - 1, 1].map(ms => {
      t.mock.timers.tick(ms);
      return [deadline.pause.aborted, deadline.signal.aborted];
    });
    assert.deepEqual(states, [
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ]);
    assert.ok(deadline.pause.reason instanceof StoppedError && deadline.signal.reason instanceof StoppedError);
  });
}

test('a deadline that is cleared does not come', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const deadline = startDeadline(900_000);
  deadline.clear();
  t.mock.timers.tick(1_000_000);
  assert.equal(deadline.pause.aborted || deadline.signal.aborted, false);
});
