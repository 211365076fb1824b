import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawsAll } from '../support/cases.js';
import { TARGETS } from './cost-targets.js';
import { tryCase, tryTarget, workOf } from './costs.js';
import '../support/own-process.js';

/** Each counts all blocks of the code anew, which takes longer than what is counted. */
const STEPS = drawsAll ? undefined : 8;

test('the first searches for costly input find none, and say what they found', { timeout: 300_000 }, async () => {
  const found = new Map();
  for (let seed = 0; seed < TARGETS.length; seed++) {
    const { category, worst } = await tryCase(seed, STEPS);
    found.set(category, worst);
    assert.ok(worst.ratio > 0 && worst.input.length > 0, category);
  }
  assert.equal(found.size, TARGETS.length);
});

test('a search finds input that takes quadratic time, and says which', { timeout: 300_000 }, async () => {
  const target = {
    name: 'defect',
    alphabet: ['a', 'b'],
    plain: 'ab ',
    read: (/** @type {string} */ text) => {
      let steps = 0;
      for (let start = 0; start < text.length; start++) {
        for (let end = start; text[end] === 'a'; end++) steps += 1;
      }
      return steps;
    },
  };
  const tries = Array.from({ length: 10 }, (_, seed) => seed);
  const search = async () => {
    for (const seed of tries) await tryTarget(target, workOf, seed);
  };
  await assert.rejects(search, ({ message, input }) => {
    assert.match(message, /^defect, work, seed \d: "a+", repeated, costs /);
    return input.length > 0;
  });
});

test('opening one line of very many fields with brackets takes linear time', { timeout: 300_000 }, async () => {
  const target = TARGETS.find(({ name }) => name === 'guesses') ?? TARGETS[0];
  const works = [];
  // Twice, because first calls load and compile.
  for (const fields of [200, 200, 2000]) works.push(await workOf(target, '{,'.repeat(fields)));
  assert.ok(works[2] < 15 * works[1], `${works[2]} blocks rather than ${works[1]}`);
});
