import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopCheck } from '../../src/destination/stop-check.js';

test('what began before the signal is stopped by it, and what begins later is not', () => {
  stopCheck(undefined)();
  const stop = new AbortController();
  const before = stopCheck(stop.signal);
  before();
  const reason = new Error('time is up');
  stop.abort(reason);
  assert.throws(before, { name: 'StoppedError', code: 'job/stopped', cause: reason });
  stopCheck(stop.signal)();
});
