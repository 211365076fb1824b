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

test('the space for new objects may grow again if there is much memory, and only then', {
  timeout: 60_000,
}, async () => {
  const again = 'keepHeapSmall(); letHeapGrow();';
  const [grown, much, little] = await Promise.all([measure('', 2000), measure(again, 2000), measure(again)]);
  assert.equal(much.newSpaceBytes, grown.newSpaceBytes);
  assert.ok(little.newSpaceBytes <= grown.newSpaceBytes / 4, `${little.newSpaceBytes} of ${grown.newSpaceBytes} bytes`);
});

test('with little memory, no function is optimized after very many tiny entries, until a larger one comes', {
  timeout: 60_000,
}, async () => {
  const [little, much] = await Promise.all([compiledAfter(300), compiledAfter(2_000)]);
  assert.deepEqual(little, { few: true, many: false, larger: true });
  assert.deepEqual(much, { few: true, many: true, larger: true });
});

test('with little memory, the space for new objects keeps its size while old ones are marked', {
  timeout: 60_000,
}, async () => {
  // The next collection is due when both halves of the space, a MiB each, are full.
  const most = await mostNewSpaceWhileMarking();
  assert.ok(most > 0 && most <= 2 * 1024 ** 2, `${most} bytes`);
});

/** @returns {Promise<number>} Of the space for new objects, in another process with much garbage and ever more old objects. */
async function mostNewSpaceWhileMarking() {
  const code = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { keepHeapSmall } from '${new URL('../../src/memory/small-heap.js', import.meta.url)}';
    keepHeapSmall();
    const kept = [];
    let most = 0;
    for (let round = 0; round < 1_100; round++) {
      kept.push(Array.from({ length: 300 }, (_, index) => ({ index, first: { round }, second: { third: {} } })));
      let last = null;
      for (let number = 0; number < 4_000; number++) last = { number, other: { number }, last: number % 3 ? null : last };
      const { space_size: size } = getHeapSpaceStatistics().find(space => space.space_name === 'new_space');
      most = Math.max(most, size);
    }
    console.log(kept.length && most);`;
  const flags = ['--max-semi-space-size=1', '--max-old-space-size=115', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', code]);
  return Number(stdout);
}

/**
 * Calls a new function 500,000 times, in another process, after some entries.
 *
 * @param {number} limit Of the heap, in MiB.
 * @returns {Promise<{ few: boolean, many: boolean, larger: boolean }>} Whether an optimizing compiler has compiled it.
 */
async function compiledAfter(limit) {
  const code = `
    import { compileFor, keepHeapSmall } from '${new URL('../../src/memory/small-heap.js', import.meta.url)}';
    keepHeapSmall();
    const isCompiled = name => {
      // By its own name, or V8 would take it for the one before.
      const add = new Function('sum', 'number', \`return sum + number // \${name}\`);
      let sum = 0;
      for (let number = 0; number < 500_000; number++) sum = add(sum, number);
      return %ActiveTierIsMaglev(add) || %ActiveTierIsTurbofan(add);
    };
    for (let entry = 0; entry < 2_000; entry++) compileFor(1_000);
    const few = isCompiled('few');
    compileFor(1_000);
    const many = isCompiled('many');
    compileFor(100_000);
    const larger = isCompiled('larger');
    console.log(JSON.stringify({ few, many, larger }));`;
  // Not in another thread, so that nothing depends on when that is done.
  const flags = ['--allow-natives-syntax', '--no-concurrent-recompilation', `--max-old-space-size=${limit}`];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '-e', code]);
  return JSON.parse(stdout);
}

/**
 * Makes garbage in another process, since V8's flags are for all of a process.
 *
 * @param {string} before What it does first.
 * @param {number} [limit] Of the heap, in MiB.
 * @returns {Promise<{ newSpaceBytes: number, limit: number }>}
 */
async function measure(before, limit = 300) {
  const code = `
    import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
    import { keepHeapSmall, letHeapGrow } from '${new URL('../../src/memory/small-heap.js', import.meta.url)}';
    ${before}
    let survivors = [];
    for (let round = 0; round < 100; round++) survivors = Array.from({ length: 20_000 }, () => ({ round }));
    const newSpace = getHeapSpaceStatistics().find(space => space.space_name === 'new_space');
    console.log(JSON.stringify({ newSpaceBytes: newSpace.space_size, limit: getHeapStatistics().heap_size_limit }));`;
  const flags = ['--max-semi-space-size=16', `--max-old-space-size=${limit}`, '--input-type=module'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, '-e', code]);
  assert.equal(stderr, '', 'V8 knows the flags');
  return JSON.parse(stdout);
}
