import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes, formatCount, formatDuration } from '../../src/cli/units.js';

/** @type {[bytes: number, text: string][]} */
const BYTES = [
  [0, '0 B'],
  [999, '999 B'],
  [999.7, '1.00 kB'],
  [1000, '1.00 kB'],
  [9_994, '9.99 kB'],
  [9_996, '10.0 kB'],
  [12_345, '12.3 kB'],
  [99_960, '100 kB'],
  [999_499, '999 kB'],
  [999_999, '1.00 MB'],
  [123_456_789, '123 MB'],
  [5e9, '5.00 GB'],
  [7e12, '7.00 TB'],
  [1234e12, '1234 TB'],
];
for (const [bytes, text] of BYTES) test(`${bytes} bytes are ${text}`, () => assert.equal(formatBytes(bytes), text));

/** @type {[seconds: number, text: string][]} */
const DURATIONS = [
  [0, '0.0 s'],
  [0.84, '0.8 s'],
  [42.4, '42 s'],
  [59.7, '1 min 0 s'],
  [185, '3 min 5 s'],
  [3599.6, '1 h 0 min'],
  [7800, '2 h 10 min'],
];
for (const [seconds, text] of DURATIONS) {
  test(`${seconds} seconds are ${text}`, () => assert.equal(formatDuration(seconds), text));
}

test('thousands are separated', () => {
  assert.equal(formatCount(1_234_567), '1,234,567');
  assert.deepEqual([0, 999, 1_000, -1_000, 1234.5678].map(formatCount), ['0', '999', '1,000', '-1,000', '1,234.5678']);
});
