/** @import { Standing, Turn } from '../../../../experiments/bench/contest.js' */
/** @import { Bench } from '../../../../experiments/bench/results.js' */
/** @import { Axis } from '../../../../experiments/bench/scaling-archives.js' */

import { RECIPES } from '../../../../experiments/bench/rules.js';

/**
 * Made-up results of a bench.
 *
 * @returns {Bench}
 */
export function benchOf() {
  return {
    version: 1,
    recordedAt: '2026-05-11T10:00:00.000Z',
    command: 'npm run bench -- --rows 500000 --runs 3',
    machine: { processor: 'A processor', cores: 2, memoryBytes: 8e9, system: 'Linux 6.1.0 x64', versions: {} },
    archive: { name: 'people.zip', rows: 500_000, zipBytes: 120e6, bytes: 323e6 },
    runs: 3,
    recipes: RECIPES,
    standings: [
      standingOf('sluice', [1.2, 1.3, 1.25]),
      standingOf('zlib', [0.7, 0.8, 0.75], 'none'),
      standingOf('mawk', [2.2, 2.5, 2.3]),
      standingOf('xsv', [2.1, 2.2, 2.2], 'drop'),
      { ...standingOf('mlr', []), outcome: 'skipped', reason: 'not installed: mlr' },
      {
        ...standingOf('duckdb', []),
        outcome: 'differs',
        reason: 'people.csv differs from byte 7 on: "\u001b", not "<b>"',
      },
    ],
    scalings: [scalingOf('rows', [50, 100, 200, 400, 800], 1), scalingOf('entries', [1, 10, 100], 0.5)],
  };
}

/**
 * @param {string} id
 * @param {number[]} wall Seconds, by turn; also the CPU seconds.
 * @param {Standing['rules']} [rules]
 * @returns {Standing}
 */
export function standingOf(id, wall, rules = 'all') {
  return {
    ...{ id, name: `unzip -p | ${id}`, rules, version: '1.0', outcome: 'timed', reason: null },
    ...{ command: id, outputBytes: 1, turns: turnsOf(wall) },
  };
}

/**
 * @param {number[]} wall
 * @returns {Turn[]}
 */
export function turnsOf(wall) {
  return wall.map(wallSeconds => ({ wallSeconds, cpuSeconds: wallSeconds, peakRssBytes: 90e6 }));
}

/**
 * @param {Axis} axis
 * @param {number[]} counts
 * @param {number} exponent
 */
function scalingOf(axis, counts, exponent) {
  const points = counts.map(count => ({
    ...{ count, entries: 1, records: count, bytes: count * 1000, zipBytes: count * 300, recipe: {} },
    turns: turnsOf([0.9, 1, 1.1].map(factor => (factor * count ** exponent) / 100)),
  }));
  return { axis, points };
}
