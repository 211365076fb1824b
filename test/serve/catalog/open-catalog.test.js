import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCatalog } from '../../../src/serve/catalog/open-catalog.js';

/** @import { Catalog } from '../../../src/serve/catalog/load-catalog.js' */

/** A catalog whose loads are counted, and a clock that is set. */
function counted() {
  const clock = { now: 0, duration: 0 };
  let loads = 0;
  /** @type {Error | null} */
  let failure = null;
  const catalog = openCatalog({
    now: () => clock.now,
    load: async () => {
      loads += 1;
      clock.now += clock.duration;
      if (failure !== null) throw failure;
      return /** @type {Catalog} */ (/** @type {unknown} */ ({ number: loads }));
    },
  });
  return {
    catalog,
    clock,
    loads: () => loads,
    fail: (/** @type {Error | null} */ error) => {
      failure = error;
    },
  };
}

test('a catalog is loaded once, for everybody who asks', async () => {
  const { catalog, loads } = counted();
  const found = await Promise.all([catalog.current(), catalog.current(), catalog.reload()]);
  assert.equal(new Set(found).size, 1);
  assert.equal(loads(), 1);
});

test('it is loaded again at most once a second, for everybody who misses something', async () => {
  const { catalog, clock, loads } = counted();
  await catalog.current();
  await catalog.reload();
  assert.equal(loads(), 1);
  clock.now = 1_001;
  await Promise.all([catalog.reload(), catalog.reload()]);
  assert.equal(loads(), 2);
  clock.now = 1_500;
  await catalog.reload();
  assert.equal(loads(), 2);
});

test('the longer a load takes, the longer is the pause to the next', async () => {
  const { catalog, clock, loads } = counted();
  clock.duration = 500;
  await catalog.current();
  clock.now += 4_999;
  await catalog.reload();
  assert.equal(loads(), 1);
  clock.now += 1;
  await catalog.reload();
  assert.equal(loads(), 2);
});

test('a failure is told to those who wait, and then forgotten', async () => {
  const { catalog, fail, loads } = counted();
  fail(new Error('no database'));
  await assert.rejects(catalog.current(), /no database/);
  fail(null);
  await catalog.current();
  assert.equal(loads(), 2);
});

test('one that has grown old serves on while it is loaded again, also if that fails', async () => {
  const { catalog, clock, fail, loads } = counted();
  const first = await catalog.current();
  clock.now = 60_001;
  fail(new Error('no database'));
  assert.equal(await catalog.current(), first);
  assert.equal(loads(), 2);
  await new Promise(resolve => setImmediate(resolve));
  fail(null);
  assert.equal(await catalog.current(), first);
  await new Promise(resolve => setImmediate(resolve));
  assert.notEqual(await catalog.current(), first);
});
