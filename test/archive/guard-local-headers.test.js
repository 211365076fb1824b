import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { BIG, ENTRIES, HIDDEN, OTHER, TEXTS } from './hidden-entry.js';
import { outcomeOf } from './read-archive.js';
import { unicodePath } from './unicode-path-field.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const GOOD = { name: 'good', content: 'good' };

test('archive/bad-directory: an entry that the directory does not list, at any position', async () => {
  for (const bytes of [HIDDEN, Buffer.concat([Buffer.alloc(9), HIDDEN])]) {
    for (let index = 0; index < ENTRIES.length; index++) {
      const zip = writeZip(ENTRIES.map((entry, at) => (at === index ? { ...entry, before: bytes } : entry)));
      // Behind a program nobody expects the first entry.
      const isRead = index === 0 && bytes !== HIDDEN;
      assert.deepEqual(await outcomeOf(zip), isRead ? TEXTS : 'archive/bad-directory', `before entry ${index}`);
    }
  }
  const directory = OTHER.indexOf('PK\x01\x02');
  const behindLast = writeZip([{ ...ENTRIES[0], localExtra: Buffer.alloc(0) }]);
  const position = behindLast.indexOf('PK\x01\x02');
  const moved = Buffer.concat([behindLast.subarray(0, position), HIDDEN, behindLast.subarray(position)]);
  moved.writeUInt32LE(position + directory, moved.length - 6);
  assert.equal(await outcomeOf(moved), 'archive/bad-directory');
});

test('archive/bad-directory: a record between entries, at which streaming readers stop', async () => {
  for (const record of ['PK\x01\x02', 'PK\x05\x06', 'PK\x06\x06']) {
    const before = Buffer.from(`junk ${record} and more of it, as long as a local header is`);
    assert.equal(await outcomeOf(writeZip([ENTRIES[0], { ...ENTRIES[1], before }])), 'archive/bad-directory');
    const { a } = /** @type {any} */ (await outcomeOf(writeZip([ENTRIES[0], { ...ENTRIES[1], before }, BIG])));
    assert.equal(a, 'archive/bad-directory');
  }
});

test('archive/bad-directory: an archive that begins with an unlisted entry', async () => {
  const entries = [{ ...ENTRIES[0], before: HIDDEN }, BIG];
  assert.equal(await outcomeOf(writeZip(entries)), 'archive/bad-directory');
});

test('archive/duplicate-name: an entry whose local header has another entry’s name', async () => {
  const zip = writeZip([ENTRIES[0], { ...ENTRIES[1], localName: 'a' }]);
  assert.equal(await outcomeOf(zip), 'archive/duplicate-name');
  const other = writeZip([ENTRIES[0], { ...ENTRIES[1], localName: 'x' }]);
  assert.deepEqual(await outcomeOf(other), { a: 'a', b: 'archive/header-mismatch' });
});

/** @type {[title: string, entry: ZipEntry][]} */
const OTHERWISE_NAMED = [
  ['without its version', { name: 'good;1' }],
  ['without its backslash', { name: 'good\\', mode: 0o100644 }],
  ['without its empty version', { name: 'good;' }],
  ['in its header, beside a Unicode path', { name: 'good', extra: unicodePath('good', 'x') }],
  ['the same, in the local header', { name: 'good', localExtra: unicodePath('good', 'x') }],
  ['in its Unicode path', { name: 'x', extra: unicodePath('x', 'good') }],
  ['in its Unicode path, of another name', { name: 'x', extra: unicodePath('y', 'good') }],
  ['in the local header’s Unicode path', { name: 'x', localExtra: unicodePath('x', 'good') }],
  [
    'in its second Unicode path',
    { name: 'x', extra: Buffer.concat([unicodePath('x', 'x'), unicodePath('x', 'good')]) },
  ],
];
for (const [title, entry] of OTHERWISE_NAMED) {
  test(`archive/duplicate-name: an entry that has another entry's name for some programs: ${title}`, async () => {
    const other = { content: 'other', ...entry };
    assert.equal(await outcomeOf(writeZip([GOOD, other])), 'archive/duplicate-name');
    assert.equal(await outcomeOf(writeZip([other, GOOD])), 'archive/duplicate-name');
  });
}
