import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capacityBytes, planParts } from '../../../src/destination/s3/part-plan.js';
import { LimitError } from '../../../src/errors.js';
import fc from '../../support/fast-check.js';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** 10,000 parts of 5 GiB. */
const LARGEST_OBJECT = 53_687_091_200_000;

test('a small entry is one part, sent alone', () => {
  for (const declaredBytes of [0, 1, 2.5 * MIB - 1]) {
    assert.deepEqual(planParts({ declaredBytes, memoryBytes: 128 * MIB }), { partSizeBytes: 5 * MIB, queueSize: 1 });
  }
});

test('the memory limits how many parts are sent concurrently', () => {
  const queueSizes = [128, 192, 256, 512, 1024].map(
    mib => planParts({ declaredBytes: GIB, memoryBytes: mib * MIB }).queueSize,
  );
  assert.deepEqual(queueSizes, [1, 1, 2, 4, 4]);
});

test('parts grow with the declared size', () => {
  const sizes = [1, 20, 50, 100, 600].map(gib => planParts({ declaredBytes: gib * GIB }).partSizeBytes / MIB);
  assert.deepEqual(sizes, [5, 5, 11, 21, 123]);
});

test('a resumable upload gets the same plan, but larger parts fit into 128 MB', () => {
  for (const declaredBytes of [0, GIB, 30 * GIB]) {
    for (const memoryBytes of [128, 512, 2048].map(mib => mib * MIB)) {
      const upload = { declaredBytes, memoryBytes };
      assert.deepEqual(planParts({ ...upload, resumable: true }), planParts(upload));
    }
  }
  const large = { declaredBytes: 60 * GIB, memoryBytes: 128 * MIB };
  assert.throws(() => planParts(large), { code: 'limit/memory' });
  assert.equal(planParts({ ...large, resumable: true }).partSizeBytes, 13 * MIB);
});

test('the part size of an earlier turn stays, or is limit/memory', () => {
  const resumed = { declaredBytes: 0, resumable: true, resumedPartBytes: 21 * MIB };
  assert.deepEqual(planParts(resumed).partSizeBytes, 21 * MIB);
  assert.equal(planParts({ ...resumed, memoryBytes: 168 * MIB }).partSizeBytes, 21 * MIB);
  assert.throws(() => planParts({ ...resumed, memoryBytes: 167 * MIB }), { code: 'limit/memory', message: /168 MiB/ });
});

test('an entry that is too large for the memory is limit/memory, with all the numbers', () => {
  assert.throws(
    () => planParts({ declaredBytes: 100 * GIB, memoryBytes: 128 * MIB }),
    /** @param {any} error */ error => {
      assert.ok(error instanceof LimitError);
      assert.equal(error.code, 'limit/memory');
      assert.match(error.message, /107374182400 bytes.* 21 MiB.* 336 MiB.* 128 MiB/);
      return true;
    },
  );
});

test('the memory that the message asks for is enough', () => {
  const memoryBytes = 336 * MIB;
  assert.deepEqual(planParts({ declaredBytes: 100 * GIB, memoryBytes }), { partSizeBytes: 21 * MIB, queueSize: 1 });
});

test('an entry that is larger than any object is limit/object-size', () => {
  assert.throws(() => planParts({ declaredBytes: LARGEST_OBJECT + 1 }), {
    code: 'limit/object-size',
    message: /53687091200001 bytes .* \(limit: 53687091200000 bytes\)/,
  });
  assert.throws(() => planParts({ declaredBytes: LARGEST_OBJECT }), { code: 'limit/memory' });
});

test('an entry of more than half the largest object gets parts of 5 GiB', () => {
  for (const declaredBytes of [LARGEST_OBJECT / 2 + 1, LARGEST_OBJECT]) {
    const plan = planParts({ declaredBytes, memoryBytes: 80 * GIB });
    assert.deepEqual(plan, { partSizeBytes: 5 * GIB, queueSize: 1 });
    assert.equal(capacityBytes(plan), LARGEST_OBJECT);
  }
});

test('every plan keeps to S3’s limits, holds twice what is declared, and fits into a quarter of the memory', () => {
  const declared = fc.oneof(
    fc.integer({ min: 0, max: 64 * MIB }),
    fc.maxSafeInteger().map(n => Math.abs(n) % LARGEST_OBJECT),
  );
  fc.assert(
    fc.property(declared, fc.integer({ min: 128, max: 10_240 }), (declaredBytes, memoryMib) => {
      const memoryBytes = memoryMib * MIB;
      let plan;
      try {
        plan = planParts({ declaredBytes, memoryBytes });
      } catch (error) {
        assert.equal(/** @type {LimitError} */ (error).code, 'limit/memory');
        assert.ok(declaredBytes > 2 * GIB);
        return;
      }
      const { partSizeBytes, queueSize } = plan;
      assert.ok(partSizeBytes >= 5 * MIB && partSizeBytes <= 5 * GIB && partSizeBytes % MIB === 0);
      assert.ok(queueSize >= 1 && queueSize <= 4 && Number.isInteger(queueSize));
      assert.ok((2 + 2 * queueSize) * partSizeBytes <= memoryBytes / 4);
      assert.ok(capacityBytes(plan) >= Math.min(2 * declaredBytes, LARGEST_OBJECT));
    }),
  );
});

test('more memory never makes a plan worse', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 * GIB }), fc.integer({ min: 128, max: 5000 }), (declaredBytes, mib) => {
      const [less, more] = [mib, 2 * mib].map(size => planParts({ declaredBytes, memoryBytes: size * MIB }));
      assert.ok(more.queueSize >= less.queueSize);
      assert.equal(more.partSizeBytes, less.partSizeBytes);
    }),
  );
});
