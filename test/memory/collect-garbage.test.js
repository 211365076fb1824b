import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const MIB = 1024 ** 2;

test('with little memory the garbage never grows far beyond what is in use, and nothing in use is lost', {
  timeout: 60_000,
}, async () => {
  const little = await grow(300);
  assert.ok(little.most < little.before + 10 * MIB, JSON.stringify(little));
  assert.equal(little.kept, 1_000);
});

test('with much memory V8 collects when it likes', { timeout: 60_000 }, async () => {
  const much = await grow(2_000);
  assert.ok(much.most > much.before + 10 * MIB, JSON.stringify(much));
});

/**
 * Makes 80 MB of garbage that outlives the collections of new objects, in another process.
 *
 * @param {number} limit Of its heap, in MiB.
 * @returns {Promise<{ before: number, most: number, kept: number }>} Bytes in use, and objects.
 */
async function grow(limit) {
  const code = `
    import { getHeapStatistics } from 'node:v8';
    import { collectGarbage } from '${new URL('../../src/memory/collect-garbage.js', import.meta.url)}';
    const used = () => getHeapStatistics().used_heap_size;
    const kept = Array.from({ length: 1_000 }, (_, index) => ({ index }));
    const queue = [];
    const before = used();
    let most = 0;
    for (let round = 0; round < 400; round++) {
      queue.push(Array.from({ length: 5_000 }, () => ({ round })));
      if (queue.length > 5) queue.shift();
      collectGarbage();
      most = Math.max(most, used());
    }
    console.log(JSON.stringify({ before, most, kept: kept.filter(({ index }, at) => index === at).length }));`;
  const flags = ['--max-semi-space-size=1', `--max-old-space-size=${limit}`, '--input-type=module'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, '-e', code]);
  assert.equal(stderr, '', 'V8 knows the flags');
  return JSON.parse(stdout);
}
