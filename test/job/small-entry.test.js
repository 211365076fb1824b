import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { processEntry } from '../../src/job/entry.js';
import { HELD_BLOCK_BYTES, HeldBytes } from '../../src/memory/held-bytes.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { EntryAttempt, EntryResult } from '../../src/job/entry.js' */

const RECIPES = await Promise.all(
  [
    {},
    { entries: [{ match: '**', csv: { drop: ['b'], maxBad: '100%' } }] },
    { entries: [{ match: '**', csv: { phones: [{ field: 'b', format: 'strip' }], badRecords: 'fail' } }] },
    { entries: [{ match: '**', csv: { drop: ['missing'] } }] },
    { entries: [{ match: '**', csv: { drop: ['a'], badRecords: 'keep' } }], limits: { maxRecordBytes: 1_000 } },
  ].map(recipe => compileRecipe(/** @type {any} */ (recipe))),
);

/**
 * @param {Parameters<typeof writeZip>[0][number]} entry
 * @param {EntryAttempt['job']['recipe']} recipe
 * @param {boolean} isSmall
 */
async function processOne(entry, recipe, isSmall) {
  const destination = memoryDestination();
  const source = memorySource(writeZip([entry]));
  const opened = await openArchive(source, recipe.limits);
  const archive = isSmall ? opened : { ...opened, isSmall: () => false };
  const processed = await processEntry({
    ...{ job: { source, destination, recipe }, archive, entry: archive.entries.get(0), memory: new HeldBytes() },
    ...{ maxDescribed: 3, load: null, pause: undefined, checkpoint: null, onProgress: () => {} },
  });
  assert.deepEqual([...destination.files.keys()], [], 'nothing is published before it lands');
  /** @type {EntryResult} */
  const result = processed.kind === 'ready' ? await processed.land(async () => {}) : processed;
  const { code = null, message = null } = result.kind === 'failed' ? /** @type {any} */ (result.error) : {};
  const published = destination.acts.filter(act => act.startsWith('commit'));
  return { outcome: result.outcome, code, message, published, files: [...destination.files], live: destination.live() };
}

const record = fc.constantFrom(
  '1,2',
  '"a""b",2',
  '3',
  '4,5,6',
  '"open',
  '',
  '+49 (30) 123,x',
  `${'long '.repeat(300)},y`,
);
const table = fc.array(record, { maxLength: 60 }).map(records => `a,b\n${records.join('\n')}`);
const content = fc.oneof(table, fc.string(), fc.constant('a,b\r\n1,2\r\n'), fc.constant(''));

test('a small entry comes out as a streamed one: the same bytes, counts and errors', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        content,
        method: fc.constantFrom(0, 8),
        isDamaged: fc.boolean(),
        recipe: fc.nat(RECIPES.length - 1),
      }),
      async ({ content, method, isDamaged, recipe }) => {
        const entry = { name: 'a.csv', content, method, ...(isDamaged && { crc32: 1 }) };
        const [small, streamed] = await Promise.all(
          [true, false].map(isSmall => processOne(entry, RECIPES[recipe], isSmall)),
        );
        assert.deepEqual(small, streamed);
      },
    ),
    { numRuns: caseCount(300) },
  );
});

test('a small entry whose outputs outgrow the memory for them is streamed', async () => {
  for (const [records, width] of [
    [40_000, 1],
    [60_000, 10],
  ]) {
    const entry = { name: 'a.csv', content: `a,b\n${'1,2\n'.repeat(records)}` };
    const names = Array.from({ length: width }, (_, index) => `column${index}`);
    const columns = Object.fromEntries(names.map(name => [name, 'some long text']));
    const recipe = await compileRecipe({ entries: [{ match: '**', csv: { set: columns } }] });
    const [small, streamed] = await Promise.all([true, false].map(isSmall => processOne(entry, recipe, isSmall)));
    assert.ok(small.outcome.bytesOut > HELD_BLOCK_BYTES);
    assert.deepEqual(small, streamed);
  }
});
