import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { peopleBlocks } from '../../../../scripts/generate-data/people-blocks.js';

test('the bytes do not depend on the number of workers, and never change', async () => {
  const options = { rows: 3456, seed: 1337, delimiter: '|' };
  const sums = await Promise.all([1, 2, 3].map(workers => sha256({ ...options, workers })));
  assert.deepEqual(new Set(sums), new Set([SHA_256]));
});

test('another seed makes other rows', async () => {
  const options = { rows: 10, delimiter: '|', workers: 1 };
  assert.notEqual(await sha256({ ...options, seed: 1 }), await sha256({ ...options, seed: 2 }));
});

test('blocks come in order, have whole rows, and inflate to their bytes', async () => {
  const sizes = [];
  for await (const { index, rows, bytes, deflated } of peopleBlocks({
    rows: 2100,
    seed: 5,
    delimiter: ',',
    workers: 2,
  })) {
    assert.equal(index, sizes.length);
    assert.equal(Buffer.from(bytes).toString().split('\n').length, rows + 1);
    assert.deepEqual(inflateRawSync(Buffer.concat([deflated, Uint8Array.of(3, 0)])), Buffer.from(bytes));
    sizes.push(rows);
  }
  assert.deepEqual(sizes, [1000, 1000, 100]);
});

test('a signal stops generation, before it begins and in the middle', async () => {
  const reason = new Error('enough');
  const options = { rows: 1_000_000, seed: 1, delimiter: '|', workers: 2 };
  await assert.rejects(sha256({ ...options, signal: AbortSignal.abort(reason) }), reason);
  const stop = new AbortController();
  const blocks = peopleBlocks({ ...options, signal: stop.signal });
  await blocks.next();
  stop.abort(reason);
  await assert.rejects(async () => {
    for await (const _ of blocks);
  }, reason);
});

/** @param {Parameters<typeof peopleBlocks>[0]} options */
async function sha256(options) {
  const hash = createHash('sha256');
  for await (const { bytes } of peopleBlocks(options)) hash.update(bytes);
  return hash.digest('hex');
}

// With Faker 10.6.0. Another version may make other rows; then this hash and the sizes in the benchmarks change.
const SHA_256 = '683916cc2d9c681c8ef2428815194f4e08f5ce52bcbedcd38cbe1ae7a16ef0da';
