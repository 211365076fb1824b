import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgress } from '../../../../experiments/bench/progress.js';
import { Schedule } from '../../../../experiments/bench/schedule.js';

test('the time left is corrected by the actual durations of earlier steps', () => {
  let now = 0;
  const schedule = new Schedule(stepsOf(100, 100, 100), () => now);
  assert.equal(schedule.seconds, 300);
  const first = schedule.begin('a');
  assert.deepEqual([first?.step, first?.steps, first?.secondsGone, first?.secondsLeft], [1, 3, 0, 300]);
  now = 200_000;
  const second = schedule.begin('b');
  assert.equal(second?.secondsGone, 200);
  assert.ok(Math.abs(Number(second?.secondsLeft) - 400) < 20, `${second?.secondsLeft}`);
  now = 210_000;
  const third = schedule.begin('c');
  assert.ok(Math.abs(Number(third?.secondsLeft) - 105) < 5, `${third?.secondsLeft}`);
});

test('skipped steps count neither as done nor as left', () => {
  let now = 0;
  const schedule = new Schedule(stepsOf(10, 1000, 10), () => now);
  schedule.begin('a');
  now = 10_000;
  const last = schedule.begin('c');
  assert.deepEqual([last?.step, last?.secondsLeft], [3, 10]);
  assert.equal(schedule.begin('b'), null, 'a finished step does not begin again');
  assert.equal(schedule.begin('unknown'), null);
});

test('progress is one rewritten line on a terminal, and a line every ten seconds elsewhere', () => {
  for (const isTTY of [true, false]) {
    let now = 0;
    /** @type {string[]} */
    const notes = [];
    /** @type {string[]} */
    const lines = [];
    const stream = { isTTY, columns: 50, write: (/** @type {string} */ text) => lines.push(text) };
    const schedule = new Schedule(stepsOf(3, 8, 60, 1), () => now);
    const begin = createProgress(schedule, stream, { note: text => notes.push(text) });
    for (const [id, at] of /** @type {const} */ ([
      ['a', 0],
      ['b', 3_000],
      ['c', 11_000],
      ['unknown', 12_000],
    ])) {
      now = at;
      begin(id);
    }
    if (isTTY) {
      assert.deepEqual([notes.length, lines], [3, []]);
      for (const note of notes) assert.ok(note.length < 50, note);
    } else {
      assert.deepEqual(notes, []);
      assert.deepEqual(lines, [
        '1 of 4, 0.0 s gone, about 1 min 12 s left: the step a\n',
        '3 of 4, 11 s gone, about 1 min 1 s left: the step c\n',
      ]);
    }
  }
});

/** @param {number[]} seconds */
function stepsOf(...seconds) {
  return seconds.map((some, index) => ({ id: 'abcd'[index], title: `the step ${'abcd'[index]}`, seconds: some }));
}
