import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitPowerLaw } from '../../../experiments/power-law.js';
import fc, { caseCount } from '../../support/fast-check.js';

const SEED = 1337;

test('points on a power law yield its exponent and factor', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
      fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 9 }),
      (exponent, factor, sizes) => {
        const fitted = fitPowerLaw(sizes.map(size => [size * 1000, factor * (size * 1000) ** exponent]));
        // Sizes with hardly any difference are refused.
        if (fitted === null) return assert.ok(Math.max(...sizes) / Math.min(...sizes) < 1.02);
        assert.ok(Math.abs(fitted.exponent - exponent) < 1e-6);
        assert.ok(Math.abs(fitted.factor / factor - 1) < 1e-4);
      },
    ),
    { seed: SEED, numRuns: caseCount(300) },
  );
});

test('symmetric scatter does not change the exponent', () => {
  const fitted = fitPowerLaw([
    [100, 90],
    [100, 1000 / 9],
    [10_000, 90_000],
    [10_000, 1e6 / 9],
  ]);
  assert.ok(Math.abs((fitted?.exponent ?? 0) - 1.5) < 1e-9, `${fitted?.exponent}`);
});

test('there is no growth for one size, or none above 0', () => {
  assert.equal(fitPowerLaw([]), null);
  assert.equal(fitPowerLaw([[5, 6]]), null);
  assert.equal(
    fitPowerLaw([
      [5, 6],
      [5, 7],
      [5.0001, 7],
    ]),
    null,
  );
  assert.equal(
    fitPowerLaw([
      [0, 1],
      [-3, 1],
      [4, 1],
    ]),
    null,
  );
});
