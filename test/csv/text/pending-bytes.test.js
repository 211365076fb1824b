import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PendingBytes } from '../../../src/csv/text/pending-bytes.js';
import fc from '../../support/fast-check.js';

test('it holds what was appended and not dropped, in order', () => {
  const step = fc.record({
    added: fc.uint8Array({ maxLength: 50 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const pending = new PendingBytes(1 << 24);
      let expected = Buffer.alloc(0);
      for (const { added, share } of steps) {
        pending.append(added);
        expected = Buffer.concat([expected, added]);
        const used = Math.floor(share * expected.length);
        pending.drop(used);
        expected = expected.subarray(used);
        assert.ok(pending.bytes.equals(expected));
        assert.equal(pending.length, expected.length);
      }
      pending.clear();
      assert.equal(pending.bytes.length, 0);
    }),
  );
});

test('an incomplete record is due when a newline has arrived and it has grown by a quarter', () => {
  const pending = new PendingBytes(1 << 24);
  const append = (/** @type {string} */ text) => pending.append(Buffer.from(text));
  append('1,"'.padEnd(80, 'x'));
  assert.equal(pending.isDue, false, 'no newline');
  append('\n'.repeat(20));
  assert.equal(pending.isDue, true);
  pending.drop(0);
  assert.equal(pending.isDue, false, 'tried');
  append('\n'.repeat(24));
  assert.equal(pending.isDue, false, 'too few bytes');
  append('\n');
  assert.equal(pending.isDue, true);
  pending.drop(0);
  append('x'.repeat(1000));
  assert.deepEqual([pending.hasGrown, pending.isDue], [true, false], 'no new newline');
});

test('the memory of earlier records is freed at once', () => {
  const pending = new PendingBytes(1 << 24);
  pending.append(Buffer.alloc(1000, 'x'));
  const { buffer } = pending.bytes;
  pending.append(Buffer.alloc(1 << 20, 'x'));
  assert.equal(buffer.byteLength, 0, 'it has outgrown this one');
  const larger = pending.bytes.buffer;
  assert.ok(larger.byteLength >= 1 << 20);
  pending.clear();
  assert.equal(larger.byteLength, 0);
});

test('a long record gets one buffer, as long as the longest one may be; without such a limit, it doubles', () => {
  const chunk = Buffer.alloc(2 * MIB);
  for (const [maxBytes, sizes] of /** @type {[number, number[]][]} */ ([
    [8 * MIB, [9]],
    [512 * MIB, [17, 36]],
  ])) {
    const pending = new PendingBytes(maxBytes);
    const seen = new Set();
    while (pending.length < Math.min(maxBytes, 30 * MIB)) {
      pending.append(chunk);
      seen.add(pending.bytes.buffer.byteLength / MIB);
    }
    assert.deepEqual([...seen], sizes);
    pending.clear();
  }
});

const MIB = 1024 ** 2;

test('entries one after the other use the same memory, and those at the same time do not', t => {
  const allocated = t.mock.method(Buffer, 'allocUnsafeSlow');
  for (let entry = 0; entry < 10; entry++) {
    const pending = new PendingBytes(1 << 24);
    pending.append(Buffer.from(`entry ${entry}`));
    assert.equal(pending.bytes.toString(), `entry ${entry}`);
    pending.drop(pending.length);
  }
  assert.ok(allocated.mock.callCount() <= 1, `${allocated.mock.callCount()} buffers`);

  const several = [new PendingBytes(1 << 24), new PendingBytes(1 << 24), new PendingBytes(1 << 24)];
  for (const [index, pending] of several.entries()) pending.append(Buffer.from(`entry ${index}`));
  for (const [index, { bytes }] of several.entries()) assert.equal(bytes.toString(), `entry ${index}`);
  for (const pending of several) pending.clear();
});
