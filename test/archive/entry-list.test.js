import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EntryList } from '../../src/archive/entry-list.js';
import { ArchiveError } from '../../src/errors.js';

/** @import { Entry } from '../../src/archive/entry.js' */

const number = (/** @type {number} */ bits) => fc.nat({ max: 2 ** bits - 1 });

/** @type {fc.Arbitrary<Entry>} */
const anEntry = fc.record(
  {
    name: fc.string({ unit: 'grapheme' }),
    nameBytes: number(16),
    nameCrc32: number(32),
    isFolder: fc.boolean(),
    compressedBytes: number(53),
    bytes: number(53),
    crc32: number(32),
    method: number(16),
    isEncrypted: fc.boolean(),
    unixMode: number(16),
    start: number(53),
    end: number(53),
    error: fc.option(fc.constant(new ArchiveError('archive/encrypted', 'x'))),
  },
  { noNullPrototype: true },
);

test('gives entries back unchanged and in order, with folders and without', { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(fc.array(anEntry), entries => {
      const list = new EntryList(entries.length);
      for (const entry of entries) list.push(entry);
      assert.deepEqual([...list], entries);
      const starts = Array.from(list.inOrder(), index => entries[index].start);
      assert.deepEqual(
        starts,
        entries.map(({ start }) => start).sort((a, b) => a - b),
      );
      list.removeFolders();
      assert.deepEqual(
        [...list],
        entries.filter(({ isFolder }) => !isFolder),
      );
    }),
  );
});
