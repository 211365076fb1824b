import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EntryList } from '../../src/archive/entry-list.js';
import { ArchiveError } from '../../src/errors.js';
import fc from '../support/fast-check.js';

/** @import { Entry } from '../../src/archive/entry.js' */

const number = (/** @type {number} */ bits) => fc.nat({ max: 2 ** bits - 1 });
/** Most lists have at first only such as fit into 32 bits, or none other. */
const size = fc.oneof({ weight: 15, arbitrary: number(32) }, { weight: 1, arbitrary: number(53) });

/** @type {fc.Arbitrary<Entry>} */
const anEntry = fc.record(
  {
    name: fc.string({ unit: 'grapheme' }),
    nameBytes: number(16),
    nameCrc32: number(32),
    isFolder: fc.boolean(),
    compressedBytes: size,
    bytes: size,
    crc32: fc.option(number(32)),
    method: number(16),
    encryption: fc.option(
      fc.oneof(
        fc.record(
          { kind: fc.constant(/** @type {const} */ ('zipcrypto')), checkByte: number(8) },
          { noNullPrototype: true },
        ),
        fc.record(
          {
            kind: fc.constant(/** @type {const} */ ('aes')),
            version: fc.constantFrom(/** @type {const} */ (1), /** @type {const} */ (2)),
            strength: fc.constantFrom(/** @type {const} */ (1), /** @type {const} */ (2), /** @type {const} */ (3)),
          },
          { noNullPrototype: true },
        ),
      ),
    ),
    unixMode: number(16),
    start: size,
    end: size,
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

test('entries of archives within it follow its own, and are ordered and kept apart', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anEntry, { maxLength: 9 }), { minLength: 2, maxLength: 5 }), lists => {
      const entries = new EntryList();
      for (const [archive, list] of lists.entries()) {
        if (archive > 0) entries.beginArchive();
        for (const entry of list) entries.push(entry);
      }
      const numbers = lists.flatMap((list, archive) => list.map(() => archive));
      assert.deepEqual(
        Array.from(entries, ({ archive }) => archive),
        numbers,
      );
      const expected = lists.flatMap(list => list.map(({ start }) => start).sort((a, b) => a - b));
      assert.deepEqual(
        Array.from(entries.inOrder(), index => entries.get(index).start),
        expected,
      );
      const [own] = lists;
      assert.deepEqual(
        [...EntryList.from(entries.state())].map(({ name }) => name),
        own.map(({ name }) => name.toWellFormed()),
      );
      const inner = EntryList.from(entries.state(own.length, entries.length));
      assert.deepEqual(
        Array.from(inner, ({ name, start, crc32, error }) => ({ name, start, crc32, code: error?.code })),
        Array.from(entries)
          .slice(own.length)
          .map(({ name, start, crc32, error }) => ({ name, start, crc32, code: error?.code })),
      );
    }),
  );
});
