import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { lambdaFlags } from '../../scripts/local-stack/lambda-flags.js';

test('the function keeps its space for new objects small while its modules load', { timeout: 60_000 }, async () => {
  const handler = new URL('../../src/handler.js', import.meta.url);
  const code = `
    import ${JSON.stringify(handler)};
    import { getHeapSpaceStatistics } from 'node:v8';
    console.log(getHeapSpaceStatistics().find(space => space.space_name === 'new_space').space_size);`;
  const flags = [...lambdaFlags(128), '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', code]);
  assert.ok(Number(stdout) <= 2 * 1024 ** 2, `${stdout.trim()} bytes`);
});
