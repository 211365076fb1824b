import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { costOf, largestEntry } from '../../../experiments/lambda/cost.js';
import { MEMORY_SIZES } from '../../../experiments/results.js';

const WORK = { wallSeconds: 1.1, cpuSeconds: 1.3, bytes: 323e6 };

test('128 MB have a share of a CPU that makes 900 seconds 65', () => {
  const { durationSeconds } = costOf({ ...WORK, cpuSeconds: 65.1 }, 128);
  assert.ok(Math.abs(durationSeconds - 900) < 1, `${durationSeconds} s`);
});

test('as long as there is no more than one CPU, a larger function is faster and costs the same', () => {
  const small = costOf(WORK, 128);
  const large = costOf(WORK, 1_024);
  assert.ok(Math.abs(small.durationSeconds / large.durationSeconds - 8) < 1e-9);
  assert.ok(Math.abs(small.dollarsPerArchive - large.dollarsPerArchive) < 1e-12);
});

test('work is never faster than it was here, and then a larger function costs more', () => {
  assert.equal(costOf(WORK, 10_240).durationSeconds, WORK.wallSeconds);
  assert.ok(costOf(WORK, 10_240).dollarsPerArchive > costOf(WORK, 2_048).dollarsPerArchive);
});

test('an hour of 1 GB costs six cents, and a fifth less on arm64', () => {
  const hour = { wallSeconds: 3_600, cpuSeconds: 0, bytes: 1e12 };
  assert.ok(Math.abs(costOf(hour, 1_024).dollarsPerTerabyte - 0.06) < 1e-4);
  assert.ok(Math.abs(costOf(hour, 1_024, 'arm64').dollarsPerTerabyte - 0.048) < 1e-4);
});

test('an entry of the largest size by time takes 15 minutes', () => {
  for (const memory of MEMORY_SIZES) {
    const { bytes, boundBy } = largestEntry(WORK, memory, [{ bytes: 1, peakBytes: 1 }]);
    const scale = bytes / WORK.bytes;
    const scaled = { wallSeconds: 1.1 * scale, cpuSeconds: 1.3 * scale, bytes };
    assert.equal(boundBy, 'time');
    assert.ok(Math.abs(costOf(scaled, memory).durationSeconds - 900) < 1e-6);
  }
});

test('where memory grows with the size, it bounds it: at the size that takes all of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 30, max: 60 }), (base, tenths) => {
      const peakOf = (/** @type {number} */ bytes) => base * 1e6 + (tenths / 10) * bytes;
      const peaks = [10e6, 50e6, 90e6].map(bytes => ({ bytes, peakBytes: peakOf(bytes) }));
      const { bytes, boundBy } = largestEntry(WORK, 256, peaks);
      assert.equal(boundBy, 'memory');
      assert.ok(Math.abs(peakOf(bytes) / 2 ** 28 - 1) < 1e-9);
    }),
  );
});

test('what hardly grows with the size is bound by time, however little memory is left', () => {
  const peaks = [32e6, 65e6, 129e6, 323e6].map((bytes, index) => ({ bytes, peakBytes: 84e6 + index * 4e6 }));
  assert.equal(largestEntry(WORK, 128, peaks).boundBy, 'time');
});
