import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followProgress } from '../../src/job/progress.js';

test('what an earlier turn has inflated counts only while its entry is being resumed', () => {
  const entries = /** @type {any} */ ({ length: 3, entries: () => [3, 2, 1].map(bytes => ({ bytes })).entries() });
  /** @type {number[][]} */
  const reported = [];
  const report = followProgress(entries, /** @type {any} */ ({ isPending: () => true }), progress =>
    reported.push([progress.bytesIn, progress.bytesResumed, progress.bytesTotal]),
  );
  report(0, outcome(200), 150);
  report(1, outcome(70), 50);
  report(1, outcome(20), 0);
  report(2, outcome(10), 0);
  assert.deepEqual(reported, [
    [200, 150, 6],
    [270, 200, 6],
    [220, 150, 6],
    [230, 150, 6],
  ]);
});

/** @param {number} bytesIn */
function outcome(bytesIn) {
  return /** @type {any} */ ({ path: 'a', action: 'csv', bytesIn, records: { read: 0 } });
}
