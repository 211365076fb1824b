import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growthExponent, pairedRatio, spreadOf } from '../../../experiments/bench/statistics.js';

const positive = fc.double({ min: 1e-3, max: 1e3, noNaN: true });

test('a median has as many values beneath as above, and is within the range', () => {
  fc.assert(
    fc.property(fc.array(positive, { minLength: 1, maxLength: 20 }), values => {
      const { median, min, max } = spreadOf(values);
      assert.ok(min <= median && median <= max && values.includes(min) && values.includes(max));
      assert.ok(values.every(value => min <= value && value <= max));
      const [below, above] = [values.filter(value => value < median), values.filter(value => value > median)];
      assert.ok(below.length <= values.length / 2 && above.length <= values.length / 2);
    }),
  );
  assert.deepEqual(spreadOf([4, 1, 3]), { median: 3, min: 1, max: 4 });
  assert.deepEqual(spreadOf([4, 1, 3, 2]), { median: 2.5, min: 1, max: 4 });
});

test('a ratio is of values of the same turn: a machine that is slow for some turns changes nothing', () => {
  const turns = fc.array(fc.record({ floor: positive, slowness: fc.double({ min: 1, max: 50, noNaN: true }) }), {
    minLength: 1,
    maxLength: 15,
  });
  fc.assert(
    fc.property(turns, positive, (turns, factor) => {
      const floor = turns.map(({ floor, slowness }) => floor * slowness);
      const ratio = pairedRatio(
        floor.map(value => value * factor),
        floor,
      );
      for (const value of Object.values(ratio)) assert.ok(Math.abs(value / factor - 1) < 1e-9);
    }),
  );
  assert.deepEqual(pairedRatio([2, 40, 3], [1, 10, 2]), { median: 2, min: 1.5, max: 4 });
});

test('a power law’s exponent is found', () => {
  const xs = fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(xs, positive, fc.double({ min: -2, max: 3, noNaN: true }), (xs, factor, exponent) => {
      const found = growthExponent(xs.map(x => [x, factor * x ** exponent]));
      assert.ok(Math.abs(found - exponent) < 1e-6, `${found} for ${exponent}`);
    }),
  );
});
