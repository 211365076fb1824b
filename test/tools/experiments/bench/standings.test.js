import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf, pairedRatio, rank } from '../../../../experiments/bench/standings.js';
import fc from '../../../support/fast-check.js';
import { benchOf, standingOf, turnsOf } from './bench-of.js';

const SEED = 1337;
const positive = fc.double({ min: 1e-3, max: 1e3, noNaN: true });

test('a ratio is per turn: slow phases of the machine cancel out', () => {
  const turns = fc.array(fc.record({ wall: positive, slowness: fc.double({ min: 1, max: 50, noNaN: true }) }), {
    minLength: 1,
    maxLength: 15,
  });
  fc.assert(
    fc.property(turns, positive, (turns, factor) => {
      const floor = turns.map(({ wall, slowness }) => wall * slowness);
      const ratio = pairedRatio(turnsOf(floor.map(wall => wall * factor)), turnsOf(floor));
      for (const value of Object.values(ratio ?? { none: 0 })) assert.ok(Math.abs(value / factor - 1) < 1e-9);
    }),
    { seed: SEED },
  );
  assert.deepEqual(pairedRatio(turnsOf([2, 40, 3]), turnsOf([1, 10, 2])), { median: 2, min: 1.5, max: 4 });
});

test('there is no ratio to a contestant that was not timed', () => {
  assert.equal(pairedRatio(turnsOf([1, 2]), []), null);
  assert.equal(pairedRatio([], turnsOf([1, 2])), null);
});

test('the fastest is first, and contestants that were not timed are left out', () => {
  const standings = [
    standingOf('slow', [3, 3, 3]),
    standingOf('zlib', [2, 2, 2]),
    { ...standingOf('wrong', [1]), outcome: /** @type {const} */ ('differs') },
    standingOf('fast', [1, 1, 9]),
  ];
  const ranked = rank(standings, 1e9);
  assert.deepEqual(
    ranked.map(({ standing: { id }, ratio, bytesPerCpuSecond }) => [id, ratio?.median, bytesPerCpuSecond.median]),
    [
      ['fast', 0.5, 1e9],
      ['zlib', 1, 5e8],
      ['slow', 1.5, 1e9 / 3],
    ],
  );
});

test('growth is that of the medians, and requires two points', () => {
  const [rows] = benchOf().scalings;
  const growth = growthOf(rows.points);
  assert.ok(Math.abs((growth?.wallSeconds ?? 0) - 1) < 1e-9 && Math.abs(growth?.peakRssBytes ?? 1) < 1e-9);
  assert.equal(growthOf(rows.points.slice(0, 1)), null);
});
