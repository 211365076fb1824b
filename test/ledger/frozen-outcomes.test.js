import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { openLedger } from '../../src/ledger/open-ledger.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { addressesOf } from '../../src/output-paths.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { COPY, outputs, work } from './fixture.js';

/** @import { EntryOutcome } from '../../src/entry-outcome.js' */

const MANIFEST = 'x/_manifest.json';

test('what was published before an entry that fails while the claim is written is known to the next job if the process ends there', async () => {
  const destination = memoryDestination();
  await work(destination, '1', 'ab');
  const left = await leftWithClaim(destination, () => work(destination, '2', 'aB'));
  assert.deepEqual(manifestIn(left).status, 'unfinished');
  const { manifest } = await work(left, '2', 'aB');
  assert.equal(manifest?.status, 'partial');
  assert.ok(manifest.outdated?.includes('x/b'));
  assert.deepEqual(outputs(left), ['x/a', 'x/b']);
  await work(left, '3', 'a');
  assert.deepEqual(outputs(left), ['x/a']);
});

test('a claim says of an entry that fails while its lines are written what it was before', async () => {
  const before = Array.from({ length: 400 }, (_, index) => `${index}`);
  const { ledger, outcomes, destination } = await opened(before, before);
  const { create } = destination;
  destination.create = async (path, options) => {
    const output = await create(path, options);
    const { writable } = output;
    const write = writable._write.bind(writable);
    let isFirst = true;
    writable._write = async (chunk, encoding, done) => {
      // Of several blocks, the first is formatted, and the last is not.
      if (isFirst) for (const index of [0, 1, 398, 399]) fail(outcomes, index);
      isFirst = false;
      write(chunk, encoding, done);
    };
    return output;
  };
  await ledger.claim();
  const { entries, totals, status } = manifestIn(destination);
  assert.deepEqual([...new Set(entries.map((/** @type {EntryOutcome} */ each) => each.status))], ['pending']);
  assert.deepEqual([...new Set(entries.map((/** @type {EntryOutcome} */ each) => each.error))], [null]);
  assert.deepEqual([status, totals.failed], ['unfinished', 0]);
});

test('a claim says of an entry that fails while outdated paths are sought what it was before', async () => {
  // So many names are not looked for in one turn of the event loop.
  const names = Array.from({ length: 10_000 }, (_, index) => `${index}`);
  const { ledger, outcomes, destination } = await opened(['old', ...names], names);
  fail(outcomes, 9_999);
  const claim = ledger.claim();
  // In the first turn of the event loop, the first names are looked for.
  await setImmediate();
  fail(outcomes, 0);
  fail(outcomes, 9_998);
  await claim;
  const { entries, outdated } = manifestIn(destination);
  assert.deepEqual(
    [0, 9_998, 9_999].map(index => entries[index].status),
    ['pending', 'pending', 'failed'],
  );
  assert.deepEqual(outdated, ['x/old', 'x/9999']);
});

test('the manifest at the end has what became of entries since the claim', async () => {
  const { ledger, outcomes, destination } = await opened([], ['a', 'b']);
  await ledger.claim();
  fail(outcomes, 1);
  outcomes.set(0, { ...outcomes.get(0), status: 'written', output: 'memory/x/a' });
  const { manifest } = await ledger.close();
  assert.equal(manifest?.status, 'partial');
  const { entries, totals } = manifestIn(destination);
  assert.deepEqual([entries[0].status, entries[1].error.code], ['written', 'archive/corrupt']);
  assert.deepEqual([totals.written, totals.failed], [1, 1]);
});

/**
 * What is there when a job's process ends with its claim, which is written only when no entry can go on.
 *
 * @param {ReturnType<typeof memoryDestination>} destination
 * @param {() => Promise<unknown>} run
 */
async function leftWithClaim(destination, run) {
  const left = memoryDestination();
  const { create } = destination;
  destination.create = async (path, options) => {
    const output = await create(path, options);
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    const commit = async () => {
      const end = await output.commit();
      if (left.files.size === 0) for (const [name, bytes] of destination.files) left.files.set(name, bytes);
      return end;
    };
    return { ...output, commit };
  };
  await run();
  return left;
}

/**
 * The open ledger of a job whose entries are pending, where an earlier version has published others.
 *
 * @param {string[]} before
 * @param {string[]} now
 */
async function opened(before, now) {
  const destination = memoryDestination();
  const earlier = outcomesOf(destination, before);
  for (const [index, outcome] of [...earlier].entries()) {
    earlier.set(index, { ...outcome, status: 'written', output: destination.locate(`x/${outcome.path}`) });
  }
  const first = await openLedgerOf(destination, '1', earlier);
  await first.close();
  const outcomes = outcomesOf(destination, now);
  return { destination, outcomes, ledger: await openLedgerOf(destination, '2', outcomes) };
}

/**
 * @param {ReturnType<typeof memoryDestination>} destination
 * @param {string} etag
 * @param {Outcomes} outcomes
 */
async function openLedgerOf(destination, etag, outcomes) {
  const opening = await openLedger({ source: memorySource(Buffer.of(), { etag }), destination, recipe: COPY });
  assert.ok(opening.kind === 'open');
  opening.ledger.begin(outcomes);
  return opening.ledger;
}

/**
 * @param {ReturnType<typeof memoryDestination>} destination
 * @param {string[]} names
 */
function outcomesOf(destination, names) {
  const outcomes = new Outcomes(addressesOf(destination, 'x'));
  for (const name of names) {
    outcomes.push(pendingOutcome(/** @type {any} */ ({ name, bytes: 1, crc32: 1 }), 'copy'));
  }
  return outcomes;
}

/**
 * @param {Outcomes} outcomes
 * @param {number} index
 */
function fail(outcomes, index) {
  const error = { code: 'archive/corrupt', message: 'damaged' };
  outcomes.set(index, { ...outcomes.get(index), status: 'failed', bytesIn: 1, error });
}

/** @param {ReturnType<typeof memoryDestination>} destination */
function manifestIn({ files }) {
  return JSON.parse(String(files.get(MANIFEST)));
}
