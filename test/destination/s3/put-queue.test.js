import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PutQueue } from '../../../src/destination/s3/put-queue.js';
import fc, { caseCount } from '../../support/fast-check.js';

test('at most 40 are sent at a time, in the order in which they came, and a failure frees its place', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 45, maxLength: 120 }),
      async (scheduler, fails) => {
        const puts = new PutQueue();
        /** @type {number[]} */
        const begun = [];
        let running = 0;
        let most = 0;
        const results = fails.map((isFailing, number) =>
          puts.run(async () => {
            begun.push(number);
            running += 1;
            most = Math.max(most, running);
            await scheduler.schedule(Promise.resolve());
            running -= 1;
            if (isFailing) throw new Error('no');
            return number;
          }),
        );
        const settled = await scheduler.waitFor(Promise.allSettled(results));
        assert.deepEqual(
          settled.map(({ status }) => status === 'rejected'),
          fails,
        );
        assert.deepEqual([most, running], [40, 0]);
        assert.deepEqual(
          begun,
          fails.map((_, number) => number),
        );
      },
    ),
    { numRuns: caseCount(50) },
  );
});
