import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRecipe } from '../../src/recipe/recipe.js';

test('to refuse twenty times as many wrong conditions takes no more than forty times as much of the processor', async () => {
  await cpuFor(10);
  const [few, many] = [await cpuFor(50), await cpuFor(1000)];
  assert.ok(many <= FREE_MS + 40 * few, `${many} ms for 1,000 groups of 20, ${few} ms for 50`);
});

/** @param {number} groups */
async function cpuFor(groups) {
  const all = Array.from({ length: 20 }, () => ({ field: 'a', eq: null }));
  const any = Array.from({ length: groups }, () => ({ all }));
  const before = process.cpuUsage();
  await assert.rejects(compileRecipe({ entries: [{ match: '*', csv: { where: { any } } }] }), {
    code: 'recipe/wrong-type',
    problemCount: groups * 20,
  });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Of the processor, not of the clock. */
const FREE_MS = 300;
