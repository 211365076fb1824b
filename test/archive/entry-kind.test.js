import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const GOOD = { name: 'good', content: 'good' };
const FOLDER = 0x10;

test('a mode counts only for entries made on Unix, and only its type', async () => {
  const entries = [
    { name: 'dos', content: 'x', madeBy: 20, mode: 0o020777 },
    { name: 'none', content: 'x', mode: 0 },
    { name: 'executable', content: 'x', mode: 0o104755 },
    { name: 'from standard input', content: 'x', mode: 0o010600 },
  ];
  const outcome = await outcomeOf(writeZip(entries));
  assert.deepEqual(Object.values(outcome), ['x', 'x', 'x', 'x']);
});

test('archive/special-file: the message says what to do, and that helps', async () => {
  const link = { name: 'l', content: 'good', madeBy: 0x31e, mode: 0o120777 };
  for (const skip of [false, true]) {
    const { manifest } = await processArchive({
      source: memorySource(writeZip([GOOD, link])),
      destination: memoryDestination(),
      recipe: await compileRecipe({ entries: skip ? [{ match: 'l', skip }] : [] }),
    });
    assert.equal(manifest?.status, skip ? 'complete' : 'partial');
    const [, { error }] = manifest?.entries ?? [];
    if (skip) assert.equal(error, null);
    else
      assert.match(String(error?.message), /"l" is a symbolic link, not a regular file; .*, or skip it in the recipe$/);
  }
});

test('folders are not entries, whatever their names', async () => {
  const zip = writeZip([
    ...[{ name: 'a/' }, { name: '../' }, { name: 'a/', method: 0 }, { name: 'c\\' }, { name: 'a/b', content: 'b' }],
    { name: Buffer.from([0x95, 0x5c, 0x2f]), flags: 0 },
  ]);
  assert.deepEqual(await outcomeOf(zip), { 'a/b': 'b' });
});

/** @type {[title: string, entry: ZipEntry, outcome: string | null][]} */
const FOLDERS = [
  ['a slash', { name: 'a/', mode: 0 }, null],
  ['a slash and a file’s mode', { name: 'a/', mode: 0o100644 }, null],
  ['a slash and a link’s mode', { name: 'a/', mode: 0o120777 }, null],
  ['a slash and bytes', { name: 'a/', content: 'x', mode: 0 }, null],
  ['a slash, a file’s mode and bytes', { name: 'a/', content: 'x', mode: 0o100644 }, null],
  ['a slash, a password and an unknown method', { name: 'a/', content: 'x', flags: 1, method: 77 }, null],
  ['a backslash', { name: 'a\\', madeBy: 20, mode: 0 }, null],
  ['a folder’s mode', { name: 'a', mode: 0o040755 }, null],
  ['a folder’s mode, on macOS', { name: 'a', mode: 0o040755, madeBy: 0x1314 }, null],
  ['a folder’s mode and bytes', { name: 'a', content: 'x', mode: 0o040755 }, 'archive/special-file'],
  ['MS-DOS’s attribute', { name: 'a', madeBy: 20, mode: 0, attributes: FOLDER }, null],
  ['MS-DOS’s attribute, on NTFS', { name: 'a', madeBy: 0x0a14, mode: 0, attributes: FOLDER }, null],
  ['MS-DOS’s attribute, on Unix without a mode', { name: 'a', mode: 0, attributes: FOLDER }, null],
  [
    'MS-DOS’s attribute and bytes',
    { name: 'a', content: 'x', madeBy: 20, mode: 0, attributes: FOLDER },
    'archive/special-file',
  ],
  ['MS-DOS’s attribute and a file’s mode', { name: 'a', mode: 0o100644, attributes: FOLDER }, ''],
  ['MS-DOS’s attribute, a file’s mode, bytes', { name: 'a', content: 'x', mode: 0o100644, attributes: FOLDER }, 'x'],
  ['MS-DOS’s attribute and a link’s mode', { name: 'a', mode: 0o120777, attributes: FOLDER }, 'archive/special-file'],
  ['none of all that', { name: 'a', madeBy: 20, mode: 0, attributes: 0x20 }, ''],
];
for (const [title, entry, outcome] of FOLDERS) {
  test(`an entry with ${title} is ${outcome === null ? 'a folder' : 'none'}`, async () => {
    const expected = outcome === null ? { good: 'good' } : { a: outcome, good: 'good' };
    assert.deepEqual(await outcomeOf(writeZip([entry, GOOD])), expected);
  });
}
