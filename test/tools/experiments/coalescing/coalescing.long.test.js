import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experiment } from '../../../../experiments/coalescing/experiment.js';
import { runSmall } from '../harness/run-small.js';

test('the experiment on coalescing holds, and reports, with few connections', { timeout: 600_000 }, async t => {
  const sizes = { connections: 100, seconds: 1 };
  // Every kind of cell, and both stores.
  const cells = await runSmall(t, experiment, sizes, ({ of: { contestant, store, connections, keys } }) => {
    if (connections === 1) return false;
    if (contestant === 'each') return store === 'redis' && keys !== 'distinct';
    return contestant === 'serve' && keys !== 'same';
  });
  for (const { name, of, missing, runs } of cells) {
    if (missing !== null) {
      assert.equal(of.store, 'redis', name);
      assert.equal(missing, 'redis-server is not installed');
      continue;
    }
    if (of.kind !== 'load') continue;
    const [{ figures }] = runs;
    assert.ok(figures.requests > 0 && figures.reads > 0, name);
    assert.equal(figures.failures, 0, name);
  }
});
