import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeWatch } from '../../src/job/time-watch.js';

/** @param {{ remainingMs: number, bytes: number, isMerge?: boolean }} load */
function watchWith({ remainingMs, bytes, isMerge = false }) {
  let now = 0;
  const turn = /** @type {any} */ ({ remainingMs: () => remainingMs - now });
  const watch = new TimeWatch(turn, { bytes, isMerge, clock: () => now });
  return {
    watch,
    /** @param {number} ms @param {number} bytesIn */
    note(ms, bytesIn) {
      now = ms;
      watch.note(bytesIn);
      return watch.signal.aborted;
    },
  };
}

test('a load that will be done in time continues', () => {
  const { note } = watchWith({ remainingMs: 100_000, bytes: 1_000 });
  for (const seconds of [10, 20, 30, 40, 50]) assert.equal(note(seconds * 1_000, seconds * 15), false);
});

test('a load that will not be done in time is aborted at the second look that shows it', () => {
  const { note } = watchWith({ remainingMs: 100_000, bytes: 1_000 });
  assert.equal(note(4_000, 1), false, 'too early to tell');
  assert.equal(note(10_000, 10), false, 'once may be chance');
  assert.equal(note(14_000, 11), false, 'too early to look again');
  assert.equal(note(20_000, 20), true);
});

test('a pause of the server is chance, if what follows is fast', () => {
  const { note } = watchWith({ remainingMs: 100_000, bytes: 1_000 });
  assert.deepEqual([note(40_000, 10), note(46_000, 160), note(70_000, 170), note(76_000, 800)], Array(4).fill(false));
});

test('entries that are done count', () => {
  const { watch, note } = watchWith({ remainingMs: 100_000, bytes: 1_000 });
  assert.equal(note(10_000, 300), false);
  watch.add(500);
  assert.deepEqual([note(20_000, 100), note(30_000, 400)], [false, false]);
});

test('a merge needs time behind its last byte', () => {
  for (const isMerge of [false, true]) {
    const { note } = watchWith({ remainingMs: 100_000, bytes: 1_000, isMerge });
    note(10_000, 250);
    assert.equal(note(20_000, 500), isMerge);
  }
});

test('a load that makes no progress is too late; one without bytes is not', () => {
  for (const [bytes, expected] of /** @type {const} */ ([
    [1_000, true],
    [0, false],
  ])) {
    const { note } = watchWith({ remainingMs: 100_000, bytes });
    note(10_000, 0);
    assert.equal(note(20_000, 0), expected);
  }
});
