import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experiment } from '../../../../experiments/drivers/experiment.js';
import { runSmall } from '../harness/run-small.js';

test('the experiment on drivers holds, and reports, with few rows', { timeout: 600_000 }, async t => {
  const { cells } = await runSmall(t, experiment, { rows: 2000, 'stalled-rows': 1000, 'round-trip': 4 });
  for (const { name, missing, runs } of cells) assert.ok(missing === null && runs.length === 1, name);
});
