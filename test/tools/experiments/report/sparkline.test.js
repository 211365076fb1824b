import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thinSamples } from '../../../../experiments/report/samples.js';
import { sparkline } from '../../../../experiments/report/sparkline.js';
import fc, { caseCount } from '../../../support/fast-check.js';

test('samples that rise to the top of the scale show every block', () => {
  const samples = Array.from({ length: 81 }, (_, index) => /** @type {[number, number]} */ ([index / 10, index]));
  assert.equal(sparkline(samples, { columns: 8, seconds: 8, value: 80 }), '▁▂▃▄▅▆▇█');
});

test('on a common scale, a shorter run is shorter and a smaller one lower', () => {
  const scale = { columns: 8, seconds: 4, value: 100 };
  const course = (/** @type {number} */ seconds, /** @type {number} */ value) =>
    sparkline(
      [
        [0, value],
        [seconds, value],
      ],
      scale,
    );
  assert.equal(course(4, 100), '████████');
  assert.equal(course(2, 50), '▄▄▄▄');
  assert.equal(course(0.01, 1), '▁');
});

test('a single peak between many samples is not lost', () => {
  const samples = Array.from(
    { length: 1000 },
    (_, index) => /** @type {[number, number]} */ ([index, index === 617 ? 8 : 1]),
  );
  assert.equal(sparkline(samples, { columns: 10, seconds: 999, value: 8 }), '▁▁▁▁▁▁█▁▁▁');
  assert.deepEqual(
    thinSamples(samples, 10).filter(([, value]) => value === 8),
    [[617, 8]],
  );
});

const samples = fc
  .array(fc.tuple(fc.double({ min: 0, max: 1e5, noNaN: true }), fc.double({ min: 0, max: 1e12, noNaN: true })), {
    minLength: 1,
    maxLength: 300,
  })
  .map(list => list.toSorted(([a], [b]) => a - b));

test('thinned samples are some of the samples, in order, with the first, the last and the largest', () => {
  fc.assert(
    fc.property(samples, fc.integer({ min: 1, max: 50 }), (list, stretches) => {
      const thin = thinSamples(list, stretches);
      assert.ok(thin.length <= Math.max(stretches + 3, 3));
      assert.ok(thin.every(sample => list.includes(sample)));
      assert.ok(thin.every(([seconds], index) => index === 0 || seconds >= thin[index - 1][0]));
      assert.equal(Math.max(...thin.map(([, value]) => value)), Math.max(...list.map(([, value]) => value)));
      assert.ok(thin.includes(list[0]) && thin.includes(list[list.length - 1]));
    }),
    { seed: 1337, numRuns: caseCount(200) },
  );
});

test('a sparkline is never longer than its columns, and never empty', () => {
  fc.assert(
    fc.property(samples, fc.integer({ min: 1, max: 60 }), (list, columns) => {
      const line = sparkline(list, { columns, seconds: 1e5, value: 1e12 });
      assert.match(line, new RegExp(`^[▁-█]{1,${columns}}$`));
    }),
    { seed: 1337, numRuns: caseCount(200) },
  );
});
