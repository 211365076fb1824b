import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyRule } from '../../src/inspect/apply-rule.js';
import { takeSample } from '../../src/inspect/take-sample.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { turnsOf } from './turns-of.js';

const WIDTH = 2000;
const RECORDS = 4000;
const BYTES = Buffer.from(
  `${Array.from({ length: WIDTH }, (_, index) => `n${index}`).join(',')}\n${'a\n'.repeat(RECORDS)}${'"x"y\n'.repeat(10)}`,
);
const entry = /** @type {any} */ ({ name: 'a.csv', bytes: BYTES.length, crc32: 0 });
const maxRecordBytes = 2 ** 20;

/** @param {number} maxBad */
async function ruleWith(maxBad) {
  const recipe = await compileRecipe({ entries: [{ match: '**', csv: { ragged: 'pad', maxBad, delimiter: ',' } }] });
  return /** @type {any} */ (recipe.ruleFor('a.csv')).csv;
}

test('a sample has all its records, also where padding makes them very long', async () => {
  const sample = await takeSample([{ bytes: BYTES, isEnd: true }], { rule: await ruleWith(10), entry, maxRecordBytes });
  assert.deepEqual([sample?.recordsRead, sample?.recordsBad, sample?.width], [RECORDS + 10, 10, WIDTH]);
});

test('a rule is applied to all of a sample, also where padding makes its records very long', async () => {
  for (const [maxBad, code] of /** @type {const} */ ([
    [10, undefined],
    [9, 'csv/too-many-bad'],
  ])) {
    const rule = await ruleWith(maxBad);
    const sample = await takeSample([{ bytes: BYTES, isEnd: true }], { rule, entry, maxRecordBytes });
    assert.ok(sample);
    const facts = { archive: 'x.zip', entry: 'a.csv', time: null };
    const applied = await applyRule(sample, { rule, entry, facts, maxRecordBytes, maxRows: 3 });
    assert.equal(applied.error?.code, code);
    assert.deepEqual([applied.header?.length, applied.rows.size], [WIDTH, 3]);
  }
});

test('the event loop gets a turn between a header of many names and the records below it', async () => {
  const rule = await ruleWith(10);
  const bytes = BYTES.subarray(0, BYTES.indexOf('\n') + 3);
  const taken = await turnsOf(() => takeSample([{ bytes, isEnd: true }], { rule, entry, maxRecordBytes }));
  const sample = taken.result;
  assert.ok(sample);
  const facts = { archive: 'x.zip', entry: 'a.csv', time: null };
  const applied = await turnsOf(() => applyRule(sample, { rule, entry, facts, maxRecordBytes, maxRows: 3 }));
  assert.deepEqual([applied.result.header?.length, applied.result.rows.size], [WIDTH, 1]);
  assert.ok(taken.turns > 0 && applied.turns > 0, `${taken.turns} and ${applied.turns} turns`);
});

test('the event loop gets its turns while a sample is padded, and while a rule is applied to it', async () => {
  const rule = await ruleWith(10);
  const taken = await turnsOf(() => takeSample([{ bytes: BYTES, isEnd: true }], { rule, entry, maxRecordBytes }));
  const sample = taken.result;
  assert.ok(sample);
  const facts = { archive: 'x.zip', entry: 'a.csv', time: null };
  const applied = await turnsOf(() => applyRule(sample, { rule, entry, facts, maxRecordBytes, maxRows: 3 }));
  // One for each megabyte of output.
  const least = (WIDTH * RECORDS) / 2 ** 20 - 2;
  assert.ok(taken.turns >= least && applied.turns >= least, `${taken.turns} and ${applied.turns} turns`);
});
