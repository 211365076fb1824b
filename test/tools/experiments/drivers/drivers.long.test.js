import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experiment } from '../../../../experiments/drivers/experiment.js';
import { runSmall } from '../harness/run-small.js';

test('the experiment on drivers holds, and reports, with few rows', { timeout: 600_000 }, async t => {
  const sizes = { rows: 2000, 'stalled-rows': 1000, 'round-trip': 4 };
  // Of each driver, one that stops where its reader stops, with most rows.
  const cells = await runSmall(t, experiment, sizes, ({ of }) => {
    const isLargest = of.kind === 'stall' || of.rows === sizes.rows || Number(of.delayMs) > 0;
    return (of.arm === 'cursor' || of.arm === 'copy-pg') && isLargest;
  });
  for (const { name, missing, runs } of cells) assert.ok(missing === null && runs.length === 1, name);
});
