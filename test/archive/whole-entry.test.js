import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { openArchive, toArchiveError } from '../../src/archive/open-archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { BIG, HIDDEN } from './hidden-entry.js';

/** @import { Archive } from '../../src/archive/open-archive.js' */
/** @import { Entry } from '../../src/archive/entry.js' */

const { limits } = await compileRecipe();

/**
 * @param {() => Promise<Buffer>} read
 * @returns {Promise<{ bytes: string } | { code: string, message: string }>}
 */
async function resultOf(read) {
  try {
    return { bytes: (await read()).toString('latin1') };
  } catch (caught) {
    const { code, message } = /** @type {import('../../src/errors.js').SluiceError} */ (toArchiveError(caught));
    return { code, message };
  }
}

/**
 * @param {Archive} archive
 * @param {Entry} entry
 */
async function streamed(archive, entry) {
  try {
    return await buffer(archive.readRaw(entry));
  } finally {
    archive.releaseEntry();
  }
}

/** @param {Buffer} zip @returns How many entries were read, and how many of them were refused. */
async function compare(zip) {
  /** @type {Archive} */
  let archive;
  try {
    archive = await openArchive(memorySource(zip), limits);
  } catch {
    return { read: 0, refused: 0 };
  }
  let refused = 0;
  for (const entry of archive.entries) {
    if (!archive.isSmall(entry)) continue;
    const whole = await resultOf(async () => archive.readWhole(entry));
    assert.deepEqual(whole, await resultOf(() => streamed(archive, entry)), entry.name);
    refused += Number('code' in whole);
  }
  return { read: archive.entries.length, refused };
}

const entry = fc.record({
  name: fc.constantFrom('a.csv', 'folder/b', 'ü', 'c'),
  content: fc.oneof(fc.string(), fc.constantFrom('', 'a,b\n'.repeat(50), 'PK\u0003\u0004')),
  method: fc.constantFrom(0, 8),
});
const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 4, selector: ({ name }) => name });

test('an entry that is read whole has the bytes of one that is streamed, or its error', {
  timeout: 300_000,
}, async () => {
  let [read, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      entries,
      fc.boolean(),
      fc.array(fc.record({ position: fc.nat(400), byte: fc.nat(255) }), { maxLength: 2 }),
      async (entries, isInTail, changes) => {
        const zip = writeZip(isInTail ? entries : [...entries, BIG]);
        for (const { position, byte } of changes) if (position < zip.length - 100) zip[position] = byte;
        const counted = await compare(zip);
        read += counted.read;
        refused += counted.refused;
      },
    ),
    { numRuns: caseCount(1_500) },
  );
  assert.ok(read > caseCount(1_000) && refused > caseCount(50), `${read} entries, ${refused} refused`);
});

test('an unlisted entry behind one that is read whole is found', async () => {
  const zip = writeZip([
    { name: 'a', content: 'a' },
    { ...BIG, before: HIDDEN },
  ]);
  const archive = await openArchive(memorySource(zip), limits);
  await assert.rejects(async () => archive.readWhole(archive.entries.get(0)), { code: 'archive/bad-directory' });
});

test('an entry is small if it fits into half a block', async () => {
  const zip = writeZip([
    { name: 'small', content: Buffer.alloc(500_000), method: 0 },
    { name: 'large', content: Buffer.alloc(600_000), method: 0 },
  ]);
  const archive = await openArchive(memorySource(zip), limits);
  assert.deepEqual(
    [...archive.entries].map(entry => archive.isSmall(entry)),
    [true, false],
  );
});
