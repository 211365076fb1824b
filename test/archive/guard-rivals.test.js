import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EntryList } from '../../src/archive/entry-list.js';
import { guardRivals } from '../../src/archive/guard-rivals.js';
import fc, { caseCount } from '../support/fast-check.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const TEXTS = { 'a.csv': 'a,b\n1,2\n', 'b/c.txt': 'text' };
const ZIP = writeZip(ENTRIES);
const INNER = writeZip([{ name: 'other', content: 'x' }]);

test('an archive in the comment or the extra field of an entry is a part of the directory', async () => {
  const comment = INNER.toString('latin1').replace(/[^\0-\x7f]/g, '\0');
  const extra = Buffer.concat([fields([2, 0xcafe], [2, INNER.length]), INNER]);
  for (const odd of [{ comment }, { extra }]) {
    const zip = writeZip([{ ...ENTRIES[0], ...odd }, ENTRIES[1]]);
    assert.deepEqual(await outcomeOf(zip), TEXTS);
    assert.deepEqual(await outcomeOf(Buffer.concat([zip, Buffer.from('\n')])), TEXTS);
  }
});

test('archive/bad-directory: an archive in the program before it reads as two different archives', async () => {
  const prefix = Buffer.concat([Buffer.from('#!'), ZIP]);
  assert.equal(await outcomeOf(writeZip(ENTRIES, { prefix })), 'archive/bad-directory');
});

test('archive/bad-directory: exactly if a second end record is neither in an entry nor in the directory', () => {
  const lengths = fc.array(fc.record({ gap: fc.nat(3), bytes: fc.integer({ min: 1, max: 9 }) }), { maxLength: 6 });
  const rivals = fc.uniqueArray(fc.nat(80), { maxLength: 6 });
  fc.assert(
    fc.property(lengths, rivals, fc.nat(5), fc.boolean(), (drawn, places, directoryBytes, isReversed) => {
      let position = 0;
      const ranges = drawn.map(({ gap, bytes }) => {
        const start = position + gap;
        position = start + bytes;
        return { start, end: position };
      });
      const start = position;
      const end = start + directoryBytes;
      const entries = new EntryList(ranges.length);
      for (const range of isReversed ? ranges.toReversed() : ranges) {
        entries.push(/** @type {any} */ ({ ...PLAIN, ...range }));
      }
      const lastFirst = places.toSorted((a, b) => b - a);
      const guard = () =>
        guardRivals(entries, entries.inOrder(), /** @type {any} */ ({ start, end, rivals: lastFirst }));
      // At its first byte an entry has a local header's signature.
      const inEntry = (/** @type {number} */ rival) => ranges.some(range => rival > range.start && rival < range.end);
      const isHonest = lastFirst.every(rival => (rival >= start && rival < end) || inEntry(rival));
      if (isHonest) guard();
      else assert.throws(guard, { code: 'archive/bad-directory' });
    }),
    { numRuns: caseCount(1000) },
  );
});

const PLAIN = {
  name: 'a',
  nameBytes: 1,
  nameCrc32: 0,
  isFolder: false,
  compressedBytes: 0,
  bytes: 0,
  crc32: 0,
  method: 0,
};
