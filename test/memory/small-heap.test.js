import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('the space for new objects does not grow, and a limit from the command line stays in force', {
  timeout: 60_000,
}, async () => {
  const [grown, small] = await Promise.all([measure(''), measure('keepHeapSmall();')]);
  assert.ok(small.newSpaceBytes <= grown.newSpaceBytes / 4, `${small.newSpaceBytes} of ${grown.newSpaceBytes} bytes`);
  assert.equal(small.limit, grown.limit);
});

/**
 * Makes garbage in another process, since V8's flags are for all of a process.
 *
 * @param {string} before What it does first.
 * @returns {Promise<{ newSpaceBytes: number, limit: number }>}
 */
async function measure(before) {
  const code = `
    import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
    import { keepHeapSmall } from '${new URL('../../src/memory/small-heap.js', import.meta.url)}';
    ${before}
    let survivors = [];
    for (let round = 0; round < 100; round++) survivors = Array.from({ length: 20_000 }, () => ({ round }));
    const newSpace = getHeapSpaceStatistics().find(space => space.space_name === 'new_space');
    console.log(JSON.stringify({ newSpaceBytes: newSpace.space_size, limit: getHeapStatistics().heap_size_limit }));`;
  const flags = ['--max-semi-space-size=16', '--max-old-space-size=300', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', code]);
  return JSON.parse(stdout);
}
