import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_UNDER_WAY, removeOutputs } from '../../src/ledger/remove-outputs.js';
import fc, { caseCount } from '../support/fast-check.js';

/** @typedef {(path: string) => Promise<void>} Remove */

/**
 * Counts what is begun and what has ended.
 *
 * @param {Remove} remove
 */
function counted(remove) {
  const counts = { begun: /** @type {string[]} */ ([]), ended: 0, mostUnderWay: 0 };
  /** @type {Remove} */
  const counting = async path => {
    counts.begun.push(path);
    counts.mostUnderWay = Math.max(counts.mostUnderWay, counts.begun.length - counts.ended);
    try {
      await remove(path);
    } finally {
      counts.ended += 1;
    }
  };
  return { counts, remove: counting };
}

/** @param {number} count */
const pathsOf = count => Array.from({ length: count }, (_, index) => `x/${index}`);

/** @param {string[]} paths @param {() => Promise<void>} [wait] */
async function* listed(paths, wait = async () => {}) {
  for (const path of paths) {
    await wait();
    yield path;
  }
}

test('each output is removed once, in any order of answers, and only so many at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 0, max: 3 * MAX_UNDER_WAY }),
      fc.boolean(),
      async (scheduler, count, isListed) => {
        const paths = pathsOf(count);
        const { counts, remove } = counted(path => scheduler.schedule(Promise.resolve(), path));
        const wait = () => scheduler.schedule(Promise.resolve(), 'listing');
        await scheduler.waitFor(removeOutputs(isListed ? listed(paths, wait) : paths, remove));
        assert.deepEqual(counts.begun, paths);
        assert.equal(counts.ended, count);
        assert.ok(counts.mostUnderWay <= MAX_UNDER_WAY);
        if (!isListed) assert.equal(counts.mostUnderWay, Math.min(count, MAX_UNDER_WAY));
      },
    ),
    { numRuns: caseCount(50) },
  );
});

test('after an error no removal begins, those under way are awaited, and the first error is thrown', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (scheduler, failing, isListed) => {
        const paths = pathsOf(100);
        /** @type {string[]} */
        const failed = [];
        let begunAtFailure = 0;
        const { counts, remove } = counted(async path => {
          await scheduler.schedule(Promise.resolve(), path);
          if (!failing.some(index => path === `x/${index}`)) return;
          if (failed.length === 0) begunAtFailure = counts.begun.length;
          failed.push(path);
          throw new Error(path);
        });
        const wait = () => scheduler.schedule(Promise.resolve(), 'listing');
        const removing = removeOutputs(isListed ? listed(paths, wait) : paths, remove);
        const error = await scheduler.waitFor(removing.catch(caught => caught));
        assert.equal(error.message, failed[0]);
        assert.equal(counts.begun.length, begunAtFailure);
        assert.equal(counts.ended, counts.begun.length);
      },
    ),
    { numRuns: caseCount(50) },
  );
});

test('if the listing fails, those under way are awaited', async () => {
  let isClosed = false;
  const broken = async function* () {
    try {
      yield* pathsOf(3);
      throw new Error('broken');
    } finally {
      isClosed = true;
    }
  };
  const { counts, remove } = counted(() => new Promise(resolve => setImmediate(resolve)));
  await assert.rejects(removeOutputs(broken(), remove), { message: 'broken' });
  assert.deepEqual([counts.begun.length, counts.ended, isClosed], [3, 3, true]);
});

test('paths are taken from the listing as there is room, so that many need not be held at once', async () => {
  let taken = 0;
  const count = 10_000;
  const many = function* () {
    for (; taken < count; taken += 1) yield `x/${taken}`;
  };
  let mostWaiting = 0;
  const { counts, remove } = counted(async () => {
    mostWaiting = Math.max(mostWaiting, taken - counts.ended);
  });
  await removeOutputs(many(), remove);
  assert.equal(counts.ended, count);
  assert.ok(mostWaiting <= 2 * MAX_UNDER_WAY, `${mostWaiting} are held`);
});

test('after an error the listing is closed', async () => {
  let listedSoFar = 0;
  let isClosed = false;
  async function* all() {
    try {
      for (const path of pathsOf(10_000)) {
        listedSoFar += 1;
        yield path;
      }
    } finally {
      isClosed = true;
    }
  }
  const refuse = async () => {
    throw new Error('no');
  };
  await assert.rejects(removeOutputs(all(), refuse), { message: 'no' });
  assert.ok(listedSoFar <= 2 * MAX_UNDER_WAY, `${listedSoFar} paths were listed`);
  assert.ok(isClosed);
});

test('the event loop gets its turns where removing waits for nothing', async () => {
  let removed = 0;
  let longest = 0;
  const watch = () => {
    longest = Math.max(longest, removed);
    removed = 0;
    watching = setImmediate(watch);
  };
  let watching = setImmediate(watch);
  await removeOutputs(pathsOf(10_000), async () => {
    removed += 1;
  });
  clearImmediate(watching);
  assert.ok(Math.max(longest, removed) <= 500, `${longest} in one turn`);
});
