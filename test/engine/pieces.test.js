import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { createEngine } from '../../src/engine/engine.js';
import { openWork } from '../../src/engine/open-work.js';
import { engineStage } from '../../src/engine/stage.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { KEYED } from '../csv/edit-entry.js';

const LINES = 100_000;

for (const delimiter of [',', 'auto']) {
  test(`records are edited in pieces, the smaller the more conditions there are: delimiter ${delimiter}`, async () => {
    const none = await mostAtOnce(await ruleOf({ delimiter }), 'x,1\n');
    const many = await mostAtOnce(await ruleOf({ delimiter, where: anyOf(100) }), 'x,1\n');
    assert.ok(none <= 16_384, `${none} records in one piece`);
    assert.ok(many <= 1000, `${many} records in one piece, each put to 100 conditions`);
  });
}

test('nested conditions count, in whatever they are', async () => {
  const where = { not: { all: [anyOf(60), { not: anyOf(40) }] } };
  const most = await mostAtOnce(await ruleOf({ where }), 'x,1\n');
  assert.ok(most <= 1000, `${most} records in one piece`);
});

test('bad records are edited in pieces', async () => {
  const most = await mostAtOnce(await ruleOf({ maxBad: '100%' }), 'x\n');
  assert.ok(most <= 32_768, `${most} records in one piece`);
});

test('the event loop has a turn once an entry has gone on for long, whether or not it gives output', async t => {
  let clock = 0;
  t.mock.method(performance, 'now', () => clock);
  const rule = await ruleOf({ where: { field: 'a', eq: 'none' } });
  const { entry, compressed, outcome } = entryOf('x,1\n', rule);
  let [pieces, turns] = [0, 0];
  const count = () => {
    turns += 1;
    if (turns < 1000) immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  t.after(() => clearImmediate(immediate));
  const { stage } = engineStage({
    ...{ entry, rule, limits: LIMITS, maxDescribed: 0, outcome, state: undefined, pause: undefined, ...KEYED },
    reject: async () => {},
    explain: async () => {},
    onProgress: () => {
      pieces += 1;
      clock += 30;
    },
  });
  let bytes = 0;
  for await (const block of stage([compressed], RUNNING)) bytes += block.length;
  assert.equal(bytes, 4);
  assert.ok(pieces > 4 && turns >= pieces - 2, `${turns} turns for ${pieces} pieces`);
});

/** @param {number} length */
function anyOf(length) {
  return { any: Array.from({ length }, (_, index) => ({ field: 'a', eq: `y${index}` })) };
}

/** @param {object} csv */
async function ruleOf(csv) {
  const { ruleFor } = await compileRecipe({ entries: [{ match: '**', csv }] });
  return /** @type {any} */ (ruleFor('a.csv'));
}

/**
 * @param {string} line
 * @param {any} rule
 */
function entryOf(line, rule) {
  const content = Buffer.from(`a,b\n${line.repeat(LINES)}`);
  const compressed = deflateRawSync(content);
  /** @type {any} */
  const entry = { name: 'a.csv', method: 8, bytes: content.length, compressedBytes: compressed.length };
  entry.crc32 = crc32(content);
  return { entry, compressed, outcome: pendingOutcome(entry, rule.action) };
}

/**
 * @param {any} rule
 * @param {string} line
 * @returns {Promise<number>} How many records were read, at most, between two results.
 */
async function mostAtOnce(rule, line) {
  const { entry, compressed, outcome } = entryOf(line, rule);
  /** @type {any} */
  const options = { entry, rule, limits: LIMITS, maxDescribed: 0, outcome, ...KEYED };
  const work = await openWork(createEngine(), options, undefined);
  let [before, most] = [0, 0];
  for (const results of [work.feed(compressed), work.end()]) {
    for (const _ of results) {
      most = Math.max(most, outcome.records.read - before);
      before = outcome.records.read;
    }
  }
  assert.equal(outcome.records.read, LINES);
  return most;
}

/** @type {any} */
const LIMITS = { maxRecordBytes: 1 << 20 };

const RUNNING = { signal: new AbortController().signal };
