import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SECONDS } from '../../../../experiments/lambda/prices.js';
import { reportOf } from '../../../../experiments/report/report.js';
import { terminalReport } from '../../../../experiments/report/terminal.js';
import { makeResults } from './fixture.js';

test('a size in which no invocation would finish has no price, and is reported as too slow', () => {
  const report = reportOf(makeResults({ sizes: [1e8, 1e9] }));
  const stream = report.costs.find(({ variant }) => variant === 'stream');
  const finished = report.summary.variants[2].trials.filter(({ outcome }) => outcome === 'finished');
  assert.ok(stream && stream.sizes.length < finished.length, 'some are too slow');
  for (const { durationSeconds } of stream.sizes) assert.ok(durationSeconds <= MAX_SECONDS);
  assert.match(terminalReport(report, { columns: 100, isColoured: false }), /^stream +too slow/m);
});
