import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { RFC_4180 } from '../../src/csv/dialect.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { processArchive } from '../../src/job/archive.js';
import { judgeEntries } from '../../src/job/judge-entries.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { addressesOf } from '../../src/output-paths.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { EntryOutcome } from '../../src/entry-outcome.js' */

const RECIPE = await compileRecipe({
  entries: [
    { match: '*.tmp', skip: true },
    { match: '*.csv', csv: {} },
  ],
});

/**
 * @param {string[]} names
 * @param {{ uri?: string, fold?: (path: string) => string, done?: (name: string, pending: EntryOutcome) => EntryOutcome[] }} [how]
 *   `done`: what an earlier turn has recorded.
 */
async function judge(names, { uri = '/in/x.zip', fold = path => path, done = () => [] } = {}) {
  const source = memorySource(writeZip(names.map(name => ({ name, content: name }))), { uri });
  const { entries } = await openArchive(source, RECIPE.limits);
  const recorded = [];
  for (const entry of entries) recorded.push(...done(entry.name, pendingOutcome(entry, 'copy')));
  const destination = { ...memoryDestination(), fold };
  const outcomes = await judgeEntries(entries, { source, destination, recipe: RECIPE }, recorded);
  return Array.from(outcomes, ({ path, action, status, error }) => [path, action, status, error?.code ?? null]);
}

test('entries are pending, with the action of their rule, unless the recipe skips them or a guard refuses them', async () => {
  assert.deepEqual(await judge(['a.csv', 'b', 'c.tmp', '../d']), [
    ['a.csv', 'csv', 'pending', null],
    ['b', 'copy', 'pending', null],
    ['c.tmp', 'skip', 'skipped', null],
    ['../d', 'copy', 'failed', 'archive/unsafe-name'],
  ]);
});

test('an entry that would overwrite the archive itself fails', async () => {
  assert.deepEqual(await judge(['a', 'b'], { uri: 'memory/x/a' }), [
    ['a', 'copy', 'failed', 'archive/reserved-name'],
    ['b', 'copy', 'pending', null],
  ]);
});

test('an entry fails that would overwrite the archive by another spelling of its name', async () => {
  const fold = (/** @type {string} */ path) => path.toLowerCase();
  assert.deepEqual(await judge(['A', 'b'], { uri: 'memory/x/a', fold }), [
    ['A', 'copy', 'failed', 'archive/reserved-name'],
    ['b', 'copy', 'pending', null],
  ]);
});

test('usage/place-taken: an entry whose file another archive has fails, of whatever rule, and one whose rows go into a table does not', async () => {
  const destination = { ...memoryDestination(), foldersOfOthers: () => ['x/y'] };
  const content = 'a\n1\n';
  const other = memorySource(writeZip(['a', 'b.csv', 'c.csv'].map(name => ({ name, content }))), {
    outputFolder: 'x/y',
  });
  await processArchive({ source: other, destination, recipe: await compileRecipe() });
  const source = memorySource(writeZip(['y/a', 'y/b.csv', 'y/c.csv', 'y/d'].map(name => ({ name, content }))));
  const recipe = await compileRecipe({
    entries: [
      { match: '**/b.csv', csv: {} },
      { match: '**/c.csv', csv: { table: 'c' } },
    ],
  });
  const { entries } = await openArchive(source, recipe.limits);
  assert.equal(source.outputFolder, 'x');
  const outcomes = await judgeEntries(entries, { source, destination, recipe }, []);
  assert.deepEqual(
    Array.from(outcomes, ({ path, error }) => [path, error?.code ?? null]),
    [
      ['y/a', 'usage/place-taken'],
      ['y/b.csv', 'usage/place-taken'],
      ['y/c.csv', null],
      ['y/d', null],
    ],
  );
});

test('what an earlier turn has done is kept, if the bytes are the same', async () => {
  /** @returns {EntryOutcome[]} */
  const done = (/** @type {string} */ name, /** @type {EntryOutcome} */ pending) => [
    { ...pending, status: name === 'b' ? 'failed' : 'written' },
  ];
  assert.deepEqual(await judge(['a', 'b'], { done }), [
    ['a', 'copy', 'written', null],
    ['b', 'copy', 'failed', null],
  ]);
  /** @returns {EntryOutcome[]} */
  const others = (/** @type {string} */ name, /** @type {EntryOutcome} */ pending) => {
    if (name === 'a') return [{ ...pending, status: 'written', crc32: '00000000' }];
    return [{ ...pending, action: 'csv', bytesIn: 7 }];
  };
  assert.deepEqual(await judge(['a', 'b'], { done: others }), [
    ['a', 'copy', 'pending', null],
    ['b', 'copy', 'pending', null],
  ]);
});

test('the outcomes in a manifest are looked up there, not copied', async t => {
  const source = memorySource(writeZip(['a', 'b', 'c'].map(name => ({ name, content: name }))));
  const { entries } = await openArchive(source, RECIPE.limits);
  const destination = memoryDestination();
  const recorded = new Outcomes(addressesOf(destination, 'x'));
  for (const entry of entries) {
    recorded.push({ ...pendingOutcome(entry, 'copy'), status: entry.name === 'b' ? 'pending' : 'written' });
  }
  const pushed = t.mock.method(Outcomes.prototype, 'push');
  const outcomes = await judgeEntries(entries, { source, destination, recipe: RECIPE }, recorded);
  assert.deepEqual(
    Array.from(outcomes, ({ status }) => status),
    ['written', 'pending', 'written'],
  );
  assert.equal(pushed.mock.callCount(), 3);
});

test('an entry takes 63 bytes in the lists of a job, and its name, however many there are', async () => {
  for (const count of [300, 700]) {
    const names = Array.from({ length: count }, (_, index) => `folder/${index}.csv`);
    const source = memorySource(writeZip(names.map(name => ({ name, content: 'a,b\n1,2\n' }))));
    const { entries } = await openArchive(source, RECIPE.limits);
    const outcomes = await judgeEntries(entries, { source, destination: memoryDestination(), recipe: RECIPE }, []);
    const records = { read: 1, written: 1, filtered: 0, bad: 0, skipped: 0 };
    for (const index of names.keys()) {
      const done = {
        status: /** @type {const} */ ('written'),
        output: 'x',
        bytesIn: 8,
        bytesOut: 8,
        records,
        dialect: RFC_4180,
      };
      outcomes.set(index, { ...outcomes.get(index), ...done });
    }
    const { ranges, checksums, traits } = entries.numbers;
    const listed = [ranges, checksums, traits].reduce((sum, { byteLength }) => sum + byteLength, 0);
    assert.equal(listed + outcomes.bytes, 63 * count + Buffer.byteLength(names.join('')));
  }
});
