import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeLabels } from '../../../../../experiments/report/charts/place-labels.js';

const AREA = { width: 358, height: 530 };
const AXIS = 494;

test('labels of lines with close ends are in the order of their lines, and above the axis', () => {
  for (const ends of [
    [427, 457, 475],
    [475, 457, 427],
    [457, 475, 427],
    [440, 470, 478],
  ]) {
    const tops = topsOf(ends);
    const byEnd = ends.toSorted((a, b) => a - b).map(end => tops[ends.indexOf(end)]);
    assert.deepEqual(
      byEnd,
      byEnd.toSorted((a, b) => a - b),
      `${ends}`,
    );
    for (const top of tops) assert.ok(top + 32 <= AXIS + 2, `${ends}: ${top}`);
  }
});

/** @param {number[]} ends */
function topsOf(ends) {
  const names = ['buffer', 'row by row', 'stream'];
  const elements = placeLabels(
    names.map(text => ({ text, note: '1.48 s', colour: '#000', panel: 0, line: [] })),
    ends.map(lineTo),
    AREA,
  );
  return names.map((_, index) => /** @type {any} */ (elements[index * 2]).style.y);
}

/**
 * @param {number} end
 * @returns {[number, number][]}
 */
function lineTo(end) {
  return [
    [66, 487],
    [129, 487 - (487 - end) * 0.3],
    [250, end],
  ];
}
