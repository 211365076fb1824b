import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf, largestEntry } from '../../../../experiments/lambda/cost.js';
import { MEMORY_SIZES } from '../../../../experiments/results.js';
import fc from '../../../support/fast-check.js';

const WORK = { wallSeconds: 1.1, cpuSeconds: 1.3, bytes: 323e6 };

test('with the CPU share of 128 MB, 900 seconds have 65 CPU seconds', () => {
  const { durationSeconds } = costOf({ ...WORK, cpuSeconds: 65.1 }, 128);
  assert.ok(Math.abs(durationSeconds - 900) < 1, `${durationSeconds} s`);
});

test('up to one CPU, a larger function is faster and costs the same', () => {
  const small = costOf(WORK, 128);
  const large = costOf(WORK, 1_024);
  assert.ok(Math.abs(small.durationSeconds / large.durationSeconds - 8) < 1e-9);
  assert.ok(Math.abs(small.dollarsPerArchive - large.dollarsPerArchive) < 1e-12);
});

test('work is never faster than measured, so a larger function costs more', () => {
  assert.equal(costOf(WORK, 10_240).durationSeconds, WORK.wallSeconds);
  assert.ok(costOf(WORK, 10_240).dollarsPerArchive > costOf(WORK, 2_048).dollarsPerArchive);
});

test('an hour of 1 GB costs six cents, and a fifth less on arm64', () => {
  const hour = { wallSeconds: 3_600, cpuSeconds: 0, bytes: 1e12 };
  assert.ok(Math.abs(costOf(hour, 1_024).dollarsPerTerabyte - 0.06) < 1e-4);
  assert.ok(Math.abs(costOf(hour, 1_024, 'arm64').dollarsPerTerabyte - 0.048) < 1e-4);
});

test('the largest entry by time takes 15 minutes, including the start', () => {
  const work = (/** @type {number} */ bytes) => ({
    wallSeconds: 0.1 + bytes * 3e-9,
    cpuSeconds: 0.2 + bytes * 4e-9,
    bytes,
    peakBytes: 90e6,
  });
  for (const memory of MEMORY_SIZES.filter(size => size < 1_769)) {
    const largest = largestEntry([work(1e6), work(4e6), work(9e6)], memory);
    assert.equal(largest?.boundBy, 'time');
    assert.ok(Math.abs(costOf(work(largest.bytes), memory).durationSeconds - 900) < 1e-6);
  }
});

test('memory that grows with the size limits the largest entry', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 30, max: 60 }), (base, tenths) => {
      const peakOf = (/** @type {number} */ bytes) => base * 1e6 + (tenths / 10) * bytes;
      const largest = largestEntry(
        [10e6, 50e6, 90e6].map(bytes => seen(bytes, peakOf(bytes))),
        256,
      );
      assert.equal(largest?.boundBy, 'memory');
      assert.ok(Math.abs(peakOf(largest.bytes) / 2 ** 28 - 1) < 1e-9);
    }),
  );
});

test('memory that hardly grows does not limit the largest entry, however little is left', () => {
  const sizes = [32e6, 65e6, 129e6, 323e6].map((bytes, index) => seen(bytes, 84e6 + index * 4e6));
  assert.equal(largestEntry(sizes, 128)?.boundBy, 'time');
});

test('there is no largest entry for a single size, or for sizes that take the same time', () => {
  assert.equal(largestEntry([seen(1e9, 1e9)], 2_048), null);
  const alike = { wallSeconds: 0.2, cpuSeconds: 0.2, peakBytes: 80e6 };
  assert.equal(
    largestEntry(
      [
        { ...alike, bytes: 1e3 },
        { ...alike, bytes: 2e3 },
      ],
      128,
    ),
    null,
  );
});

/**
 * @param {number} bytes
 * @param {number} peakBytes
 */
function seen(bytes, peakBytes) {
  return { wallSeconds: 0.1 + bytes * 3e-9, cpuSeconds: 0.1 + bytes * 4e-9, bytes, peakBytes };
}
