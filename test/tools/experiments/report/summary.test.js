import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarize } from '../../../../experiments/report/summary.js';
import { makeResults } from './fixture.js';

test('medians and ranges are of all runs of one variant on one input', () => {
  const seconds = [5, 1, 3, 9];
  let index = 0;
  const results = makeResults({
    sizes: [1000, 2000],
    repetitions: 4,
    alter: run => (run.variant === 'stream' && run.input === 1 ? { ...run, wallSeconds: seconds[index++] } : run),
  });
  const stream = summarize(results).variants[2];
  assert.equal(stream.variant, 'stream');
  assert.deepEqual(stream.atLargest?.wallSeconds, { median: 4, min: 1, max: 9 });
  assert.equal(stream.measured[1], stream.atLargest);
  assert.notDeepEqual(stream.measured[0], stream.measured[1]);
});

test('the typical run is the one of median peak memory on the largest input', () => {
  const peaks = [50, 10, 30];
  let index = 0;
  const results = makeResults({
    sizes: [1000, 2000],
    alter: run => (run.variant === 'buffer' && run.input === 1 ? { ...run, peakRssBytes: peaks[index++] } : run),
  });
  assert.equal(summarize(results).variants[0].typicalRun?.peakRssBytes, 30);
});

test('a variant that did not finish has no medians and no typical run, but a reason', () => {
  const results = makeResults({
    alter: run => (run.variant === 'buffer' && run.input === 4 ? { ...run, failure: 'too long a string' } : run),
  });
  const [buffer] = summarize(results).variants;
  assert.deepEqual(buffer.failures, [null, null, null, null, 'too long a string']);
  assert.equal(buffer.atLargest, null);
  assert.equal(buffer.typicalRun, null);
  assert.ok((buffer.growth?.exponent ?? 0) > 0.8, 'the growth is that of the finished runs');
});

test('growth is that of peak memory by bytes: none for the stream, nearly proportional for the buffer', () => {
  const [buffer, , stream] = summarize(makeResults()).variants;
  assert.ok(Math.abs(stream.growth?.exponent ?? 1) < 0.05);
  assert.ok((buffer.growth?.exponent ?? 0) > 0.85);
  assert.equal(summarize(makeResults({ sizes: [500_000] })).variants[0].growth, null);
});

test('the smallest surviving size is the one from which all attempts finished', () => {
  const results = makeResults({ survivesFrom: variant => ({ buffer: 1e9, 'row-by-row': 512, stream: 128 })[variant] });
  const smallest = () => summarize(results).variants.map(({ smallestMegabytes }) => smallestMegabytes);
  assert.deepEqual(smallest(), [null, 512, 128]);
  const again = results.survival.attempts.find(
    ({ variant, memoryMegabytes }) => variant === 'stream' && memoryMegabytes === 256,
  );
  assert.ok(again);
  results.survival.attempts.push({ ...again, outcome: 'killed', reason: 'once' });
  assert.deepEqual(smallest(), [null, 512, 512]);
  results.survival.attempts.push({ ...again, memoryMegabytes: 512, outcome: 'failed', reason: 'of its own' });
  assert.deepEqual(smallest(), [null, 512, 1024]);
  results.survival.attempts = [];
  assert.deepEqual(smallest(), [null, null, null]);
  assert.equal(summarize(results).isLimited, false);
});
