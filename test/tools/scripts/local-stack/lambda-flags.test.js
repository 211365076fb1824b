import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { lambdaFlags } from '../../../../scripts/local-stack/lambda-flags.js';

test("Node starts with Lambda's flags, and its heap keeps within the function's memory", { timeout: 300_000 }, () => {
  assert.deepEqual(lambdaFlags(128), ['--max-old-space-size=115', '--max-semi-space-size=6']);
  assert.deepEqual(lambdaFlags(1769), ['--max-old-space-size=1592', '--max-semi-space-size=88']);
  const program = 'process.stdout.write(String(v8.getHeapStatistics().heap_size_limit / 2 ** 20))';
  const limit = Number(execFileSync(process.execPath, [...lambdaFlags(256), '-e', program]));
  assert.ok(limit >= 230 && limit <= 300, `${limit} MB`);
});
