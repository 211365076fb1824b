import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { manyEntries } from '../../support/many-entries.js';
import { memoryDestination } from '../../support/memory-destination.js';
import { memorySource } from '../../support/memory-source.js';

/** @import { ZipEnd } from '../../support/zip-writer.js' */

/** @type {[title: string, count: number, end: ZipEnd, code?: string][]} */
const COUNTS = [
  ['exactly 65,535 entries without zip64', 65_535, {}],
  ['exactly 65,535 entries in zip64', 65_535, { zip64: true }],
  ['65,536 entries in zip64', 65_536, { zip64: true }],
  ['archive/bad-directory: 65,536 entries that are counted as none', 65_536, { count: 0 }, 'archive/bad-directory'],
  [
    'archive/bad-directory: 65,536 entries that are counted as 65,535',
    65_536,
    { count: 65_535 },
    'archive/bad-directory',
  ],
  ['archive/bad-directory: 70,000 entries in 16 bits', 70_000, { count: 70_000 & 0xffff }, 'archive/bad-directory'],
];
for (const [title, count, end, code] of COUNTS) {
  test(code === undefined ? `${title} are read` : title, { timeout: 300_000 }, async () => {
    const { manifest, files } = await work(count, end);
    assert.equal(manifest?.error?.code, code);
    if (code !== undefined) return assert.deepEqual([...files.keys()], ['x/_manifest.json']);
    const { entries, written, skipped } = /** @type {any} */ (manifest).totals;
    assert.deepEqual([manifest?.status, entries, written, skipped], ['complete', count, 2, count - 2]);
    assert.deepEqual([...files.keys()].sort(), ['x/0000000', `x/${lastOf(count)}`, 'x/_manifest.json']);
  });
}

/**
 * @param {number} count
 * @param {ZipEnd} end
 */
async function work(count, end) {
  const recipe = await compileRecipe({
    entries: [
      { match: `{0000000,${lastOf(count)}}`, copy: true },
      { match: '**', skip: true },
    ],
    limits: { maxEntries: 300_000 },
  });
  const destination = memoryDestination();
  const { manifest } = await processArchive({ source: memorySource(manyEntries(count, end)), destination, recipe });
  return { manifest, files: destination.files };
}

/** @param {number} count */
function lastOf(count) {
  return String(count - 1).padStart(7, '0');
}
