import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SluiceError } from '../../src/errors.js';
import { inspectArchive } from '../../src/inspect/inspect-archive.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

const PEOPLE = `id,email,phone\n${Array.from({ length: 30 }, (_, n) => `${n},u${n}@x.org,${n * 7919}\n`).join('')}`;
const ZIP = writeZip([
  { name: 'a.csv', content: PEOPLE },
  { name: 'b/c.csv', content: PEOPLE, method: 0 },
  { name: 'd.txt', content: PEOPLE, descriptor: 'signed' },
  { name: 'e.csv', content: 'x', zip64: true },
]);

/** The lowest byte of the last entry's inflated size, in the central directory. */
const LAST_SIZE = ZIP.lastIndexOf('e.csv') - 46 + 24;
/** What only a job finds, since it reads entries to their end. */
const AT_THE_END = ['archive/crc-mismatch', 'archive/size-mismatch', 'archive/corrupt', 'archive/bad-directory'];

test('of a damaged archive, what is refused is what a job refuses', { timeout: 300_000 }, async () => {
  const recipe = await compileRecipe({ entries: [{ match: '**/*.csv', csv: { maxBad: '100%', drop: [0] } }] });
  const damages = fc.array(
    fc.record({ at: fc.nat(ZIP.length - 1), byte: fc.oneof(fc.constantFrom(0, 1, 8, 0x50, 0xff), fc.nat(255)) }),
    { minLength: 1, maxLength: 3 },
  );
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(damages, async damages => {
      const zip = Buffer.from(ZIP);
      for (const { at, byte } of damages) zip[at] = byte;
      const { error, entries, kinds } = await inspectArchive({ source: memorySource(zip), recipe });
      const { manifest } = await processArchive({
        source: memorySource(zip),
        destination: memoryDestination(),
        recipe,
        hashKey: null,
      });
      assert.equal(error?.code, manifest?.error?.code);
      if (error !== null) return;
      const outcomes = Array.from(manifest?.entries ?? []);
      assert.deepEqual(
        entries.map(({ path }) => path),
        outcomes.map(({ path }) => path),
      );
      for (const [index, outcome] of outcomes.entries()) {
        const { error, kind, action } = entries[index];
        const found = error ?? (kind === null ? null : kinds[kind].error);
        if (error !== null) refused += 1;
        // Nothing is read of an entry that is copied and not named like CSV.
        if (found === null && action === 'copy') continue;
        if (found === null && AT_THE_END.includes(String(outcome.error?.code))) continue;
        assert.equal(found?.code, outcome.error?.code, outcome.path);
      }
    }),
    { numRuns: caseCount(300), examples: [[[{ at: LAST_SIZE, byte: 0 }]]] },
  );
  assert.ok(refused > caseCount(20), String(refused));
});

test('of an archive that ends early, the error is one of ours', async () => {
  for (let length = 0; length < ZIP.length; length += 13) {
    const source = memorySource(ZIP.subarray(0, length));
    const outcome = await inspectArchive({ source, recipe: null }).catch(error => ({ error }));
    assert.ok(outcome.error instanceof SluiceError || typeof outcome.error?.code === 'string');
  }
});
