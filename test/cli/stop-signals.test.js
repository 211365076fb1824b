import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopOnSignals } from '../../src/cli/stop-signals.js';
import { StoppedError } from '../../src/errors.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const listeners = () => SIGNALS.map(signal => process.listenerCount(signal));

for (const pauses of [false, true]) {
  const what = pauses ? 'pauses a job with a checkpoint' : 'stops a job without a checkpoint';
  test(`the first signal ${what}, and the next one is no longer caught`, t => {
    const before = listeners();
    const { signal, pause, forget } = stopOnSignals({ pauses, budget: undefined });
    t.after(forget);
    assert.deepEqual(
      listeners(),
      before.map(count => count + 1),
    );
    process.emit('SIGHUP');
    assert.deepEqual([pause.aborted, signal.aborted], [pauses, !pauses]);
    assert.ok((pauses ? pause : signal).reason instanceof StoppedError);
    assert.deepEqual(listeners(), before);
  });
}

test('the job is paused when its budget is used up, and a signal may still come', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { pause, isBudgetUsed, forget } = stopOnSignals({ pauses: true, budget: 2.5 });
  t.mock.timers.tick(2_499);
  assert.deepEqual([pause.aborted, isBudgetUsed()], [false, false]);
  t.mock.timers.tick(1);
  assert.deepEqual([pause.aborted, isBudgetUsed()], [true, true]);
  forget();
});

test('a job that a signal paused before has not used up its budget', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { pause, isBudgetUsed, forget } = stopOnSignals({ pauses: true, budget: 2.5 });
  t.after(forget);
  process.emit('SIGHUP');
  t.mock.timers.tick(2_500);
  assert.deepEqual([pause.aborted, isBudgetUsed()], [true, false]);
});

test('a job that is done listens no longer and leaves no timer', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const before = listeners();
  const { signal, pause, forget } = stopOnSignals({ pauses: true, budget: 1 });
  forget();
  t.mock.timers.tick(10_000);
  assert.deepEqual([signal.aborted, pause.aborted, ...listeners()], [false, false, ...before]);
});
