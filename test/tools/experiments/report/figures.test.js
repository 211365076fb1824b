import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dollarTick,
  formatByteTick,
  roundScale,
  sparseTicks,
  timeScale,
} from '../../../../experiments/report/charts/axes.js';
import {
  formatDollars,
  formatExponent,
  formatFactor,
  formatSeconds,
  formatSpread,
  keepUnits,
} from '../../../../experiments/report/figures.js';
import { formatBytes } from '../../../../src/cli/units.js';

/** @type {[(value: number) => string, number, string][]} */
const CASES = [
  [formatSeconds, 0, '0.00 s'],
  [formatSeconds, 1.936, '1.94 s'],
  [formatSeconds, 9.996, '10.0 s'],
  [formatSeconds, 59.96, '1 min 0 s'],
  [formatSeconds, 4000, '1 h 6 min'],
  [formatDollars, 0, '$0'],
  [formatDollars, 0.000_058_3, '$0.000058'],
  [formatDollars, 0.1519, '$0.15'],
  [formatDollars, 0.1, '$0.10'],
  [formatDollars, 12.3, '$12.30'],
  [formatDollars, 99.999, '$100'],
  [formatDollars, 1771.4, '$1,771'],
  [formatExponent, -0.001, '0.00'],
  [formatExponent, -0.03, '−0.03'],
  [formatExponent, 0.914, '0.91'],
  [formatFactor, 2.34, '2.3'],
  [formatFactor, 9.96, '10'],
  [formatFactor, 2481.2, '2,481'],
  [formatByteTick, 0, '0'],
  [formatByteTick, 1.5e9, '1.5 GB'],
  [formatByteTick, 2e9, '2 GB'],
  [formatByteTick, 200e6, '200 MB'],
  [formatByteTick, 2.05e9, '2.05 GB'],
  [dollarTick(0.2), 0.6000000001, '$0.60'],
  [dollarTick(0.005), 0.015, '$0.015'],
  [dollarTick(500), 1500, '$1,500'],
];
for (const [format, value, text] of CASES) {
  test(`${format.name || 'dollarTick'}(${value}) is ${text}`, () => assert.equal(format(value), text));
}

test('a range repeats its unit only if it changes', () => {
  const spread = (/** @type {number} */ min, /** @type {number} */ median, /** @type {number} */ max) => ({
    min,
    median,
    max,
  });
  assert.equal(formatSpread(spread(1.9, 1.94, 2.01), formatSeconds), '1.94 s (1.90–2.01)');
  assert.equal(formatSpread(spread(2, 2, 2.001), formatSeconds), '2.00 s');
  assert.equal(formatSpread(spread(990e6, 1.02e9, 1.1e9), formatBytes), '1.02 GB (990 MB – 1.10 GB)');
  assert.equal(formatSpread(spread(59, 61, 70), formatSeconds), '1 min 1 s (59.0 s – 1 min 10 s)');
});

test('only numbers and their units are kept together', () => {
  assert.equal(
    keepUnits('at 109 MB in 2 h 3 min, 7 % of 5 books'),
    'at 109\u00a0MB in 2\u00a0h 3\u00a0min, 7\u00a0% of 5 books',
  );
});

test('scales begin at 0, end at or above the largest value, and have few round steps', () => {
  for (const largest of [0, 1e-9, 0.3, 1, 4.95, 5, 5.01, 99, 1.98e9, 7e15]) {
    const { min, max, interval } = roundScale(largest);
    assert.equal(min, 0);
    assert.ok(max >= largest * (1 - 1e-9) && max > 0, `${largest}`);
    assert.ok(max / interval <= 5 + 1e-9, `${largest}`);
    assert.match((interval / 10 ** Math.floor(Math.log10(interval) + 1e-9)).toPrecision(3), /^(?:1|2|2\.5|5)\.?0*$/);
  }
});

test('an axis of time has a unit that fits its length', () => {
  const tick = (/** @type {number} */ largest) => {
    const { scale, formatTick } = timeScale(largest);
    return formatTick(scale.interval);
  };
  assert.deepEqual([4.9, 170, 1000, 9000, 90_000].map(tick), ['1 s', '50 s', '5 min', '50 min', '5 h']);
});

test('labels that would touch are left out, except the last', () => {
  assert.deepEqual(sparseTicks([0, 1, 2, 3, 9, 10], 2), [0, 2, 10]);
  assert.deepEqual(sparseTicks([5], 2), [5]);
  assert.deepEqual(sparseTicks([0, 1], 2), [1]);
});
