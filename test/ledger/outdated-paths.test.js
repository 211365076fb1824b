import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { outdatedPaths } from '../../src/ledger/outdated-paths.js';
import { addressesOf } from '../../src/output-paths.js';
import { memoryDestination } from '../support/memory-destination.js';
import { outputs, work } from './fixture.js';

const { output, rejected, reasons } = addressesOf(memoryDestination(), 'x');

/** @type {Record<string, (path: string) => object>} What an entry's outcome says of its outputs. */
const KINDS = {
  pending: () => ({}),
  written: path => ({ status: 'written', output: output(path) }),
  both: path => ({ status: 'written', output: output(path), rejected: rejected(path) }),
  all: path => ({ status: 'written', output: output(path), rejected: rejected(path), reasons: reasons(path) }),
  skipped: () => ({ status: 'skipped' }),
};

/** @param {Record<string, string>} kinds By path. */
function outcomesOf(kinds) {
  const outcomes = new Outcomes({ output, rejected, reasons });
  for (const [path, kind] of Object.entries(kinds)) {
    const entry = /** @type {any} */ ({ name: path, bytes: 1, crc32: 1 });
    outcomes.push({ ...pendingOutcome(entry, 'copy'), ...KINDS[kind](path) });
  }
  return outcomes;
}

/**
 * @param {Record<string, string>} before
 * @param {Record<string, string> | null} now
 * @param {{ outdated?: string[], fold?: (path: string) => string }} [more]
 */
async function outdatedOf(before, now, { outdated = [], fold = path => path } = {}) {
  const previous = /** @type {any} */ ({ entries: outcomesOf(before), outdated });
  return (await outdatedPaths(previous, now && outcomesOf(now), 'x', fold)).sort();
}

test('outputs that the manifest lists and the outcomes lack are outdated', async () => {
  assert.deepEqual(await outdatedOf({ a: 'both', b: 'both' }, { a: 'written', c: 'both' }), [
    '_rejected/x/a',
    '_rejected/x/b',
    'x/b',
  ]);
  assert.deepEqual(await outdatedOf({ a: 'both' }, { a: 'skipped' }), ['_rejected/x/a', 'x/a']);
  assert.deepEqual(await outdatedOf({ a: 'all' }, { a: 'both' }), ['_reasons/x/a.jsonl']);
  assert.deepEqual(await outdatedOf({ a: 'written' }, null), ['x/a']);
  assert.deepEqual(await outdatedPaths(null, outcomesOf({ a: 'both' }), 'x', String), []);
});

test('a pending entry may have left all outputs, and may need all', async () => {
  assert.deepEqual(await outdatedOf({ a: 'pending' }, { a: 'written' }), ['_reasons/x/a.jsonl', '_rejected/x/a']);
  assert.deepEqual(await outdatedOf({ a: 'all' }, { a: 'pending' }), []);
  assert.deepEqual(await outdatedOf({ a: 'both' }, { a: 'pending' }), []);
});

test('what the manifest lists as outdated stays outdated, unless an outcome uses it again', async () => {
  const outdated = ['x/a', '_rejected/x/a', '_rejected/x/b'];
  assert.deepEqual(await outdatedOf({}, { a: 'written' }, { outdated }), ['_rejected/x/a', '_rejected/x/b']);
  assert.deepEqual(await outdatedOf({}, { a: 'both', b: 'both' }, { outdated }), []);
  const reasons = ['_reasons/x/a.jsonl', '_reasons/x/b.jsonl'];
  assert.deepEqual(await outdatedOf({}, { a: 'all', b: 'both' }, { outdated: reasons }), ['_reasons/x/b.jsonl']);
});

test('two names that are one file are not outdated as long as one is used', async () => {
  const fold = (/** @type {string} */ path) => path.toLowerCase();
  assert.deepEqual(await outdatedOf({ README: 'both' }, { readme: 'written' }, { fold }), ['_rejected/x/README']);
  assert.deepEqual(await outdatedOf({ README: 'both' }, { readme: 'written' }), ['_rejected/x/README', 'x/README']);
});

test('what is outdated is found in pieces: there may be very many entries', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => String(index));
  const before = Object.fromEntries(names.map(name => [name, 'written']));
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const outdated = await outdatedOf(before, { 0: 'written' }, { outdated: names.map(name => `_rejected/x/${name}`) });
  clearImmediate(next);
  assert.equal(outdated.length, 39_999);
  assert.ok(turns >= 8, `${turns} turns`);
});

test('what a new version has under another name is not removed if the two names are one file', async () => {
  /** @param {(path: string) => string} fold */
  const after = async fold => {
    const destination = { ...memoryDestination(), fold };
    await work(destination, '1', 'b');
    await work(destination, '2', 'a');
    return outputs(destination);
  };
  assert.deepEqual(await after(path => path), ['x/a']);
  // This destination holds both names apart; a real one would have one file. It must not be removed.
  assert.deepEqual(await after(path => path.replace(/b$/, 'a')), ['x/a', 'x/b']);
});
