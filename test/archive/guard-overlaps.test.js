import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const GOOD = { name: 'good', content: 'good' };

/** @type {[code: string, title: string, bytes: Buffer][]} */
const UNTRUSTWORTHY = [
  [
    'archive/overlapping-entries',
    'two entries over the same bytes',
    writeZip([GOOD, { ...GOOD, name: 'b', offset: 0 }]),
  ],
  [
    'archive/overlapping-entries',
    'an entry that reaches into the next one',
    writeZip([
      { ...GOOD, compressedSize: 40 },
      { name: 'b', content: 'b' },
    ]),
  ],
  ['archive/bad-directory', 'an entry that reaches into the directory', writeZip([{ ...GOOD, compressedSize: 90 }])],
  ['archive/bad-directory', 'an entry beyond the directory', writeZip([{ ...GOOD, offset: 5000 }])],
];
for (const [code, title, bytes] of UNTRUSTWORTHY) {
  test(`${code}: ${title}: nothing of the archive is read`, { timeout: 300_000 }, async () => {
    assert.equal(await outcomeOf(bytes), code);
  });
}

test('archive/overlapping-entries: a size that is one byte too large is enough', async () => {
  const entry = { name: 'a', content: 'x'.repeat(50), method: 0 };
  const outcome = (/** @type {number} */ compressedSize) => outcomeOf(writeZip([{ ...entry, compressedSize }, GOOD]));
  assert.deepEqual(await outcome(50), { a: entry.content, good: 'good' });
  assert.equal(await outcome(51), 'archive/overlapping-entries');
});

test('archive/overlapping-entries, limit/entries: a folder’s bytes count like any entry’s', async () => {
  const folder = { name: 'folder/', content: 'x'.repeat(50), method: 0 };
  assert.deepEqual(await outcomeOf(writeZip([folder, GOOD])), { good: 'good' });
  assert.equal(await outcomeOf(writeZip([{ ...folder, compressedSize: 51 }, GOOD])), 'archive/overlapping-entries');
  assert.equal(await outcomeOf(writeZip([folder, GOOD]), { maxEntries: 1 }), 'limit/entries');
});
