import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followProgress } from '../../src/job/progress.js';

test('what an earlier turn has inflated counts only while its entry is being resumed', () => {
  const entries = /** @type {any} */ ({ length: 3, entries: () => [3, 2, 1].map(bytes => ({ bytes })).entries() });
  /** @type {number[][]} */
  const told = [];
  const tell = followProgress(entries, /** @type {any} */ ({ isPending: () => true }), progress =>
    told.push([progress.bytesIn, progress.bytesResumed, progress.bytesTotal]),
  );
  tell(0, outcome(200), 150);
  tell(1, outcome(70), 50);
  tell(1, outcome(20), 0);
  tell(2, outcome(10), 0);
  assert.deepEqual(told, [
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
