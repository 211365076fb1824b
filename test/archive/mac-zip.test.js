import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { openArchive } from '../../src/archive/open-archive.js';
import { unlikeBytes } from '../destination/fixture.js';
import fc, { caseCount } from '../support/fast-check.js';
import { macZip, manyOfAMac } from '../support/mac-zip.js';
import { memorySource } from '../support/memory-source.js';
import { LIMITS, outcomeOf, readArchive } from './read-archive.js';

/** @import { Source } from '../../src/source/open-source.js' */
/** @import { MacEntry } from '../support/mac-zip.js' */

const GIB_4 = 2 ** 32;
const MIB = 1024 ** 2;
const HUGE = { ...LIMITS, maxEntries: 100_000, maxTotalBytes: 2 ** 46, maxRatio: 2000 };

/** @param {Source} source */
async function listOf(source, limits = HUGE) {
  const { entries } = await openArchive(source, limits);
  return [...entries].map(({ name, start, compressedBytes, bytes, isModulo = false, error }) => {
    assert.equal(error, null);
    return { name, start, compressedBytes, bytes, isModulo };
  });
}

/** @type {fc.Arbitrary<MacEntry>} */
const SMALL_ENTRY = fc.record({ name: fc.constant('small'), content: fc.string({ maxLength: 20 }) });
/** @type {fc.Arbitrary<MacEntry>} */
const FOLDER = fc.constant({ name: 'folder/' });
/** @type {fc.Arbitrary<MacEntry>} */
const LARGE_ENTRY = fc
  .record({ bytes: fc.integer({ min: 1, max: 3 * GIB_4 }), growth: fc.constantFrom(1, 3, 50), crc32: fc.nat() })
  .map(({ bytes, growth, crc32 }) => ({ name: 'large', data: { bytes }, size: bytes * growth, crc32 }));

test('whatever a Mac leaves out of offsets and compressed sizes is found out', async () => {
  const entries = fc.array(fc.oneof(SMALL_ENTRY, FOLDER, LARGE_ENTRY), { minLength: 1, maxLength: 12 });
  const makers = fc.constantFrom(
    { madeBy: 0x0315, owner: /** @type {const} */ ('UX') },
    { madeBy: 0x0314, owner: /** @type {const} */ ('ux') },
  );
  await fc.assert(
    fc.asyncProperty(entries, makers, async (drawn, maker) => {
      const written = drawn.map((entry, index) => ({ ...entry, name: `${index} ${entry.name}` }));
      const source = macZip(written, maker);
      const found = await listOf(source);
      const files = written.filter(({ name }) => !name.endsWith('/'));
      assert.deepEqual(
        found.map(({ name }) => name),
        files.map(({ name }) => name),
      );
      for (const [index, { start, compressedBytes, bytes, isModulo }] of found.entries()) {
        const { data, size = -1 } = files[index];
        assert.ok(source.pieces.some(piece => piece.start === start && piece.bytes.indexOf('PK\x03\x04') === 0));
        if (data === undefined) continue;
        assert.equal(compressedBytes, data.bytes);
        // The inflated size is known but for multiples, and no more than it is.
        assert.equal((size - bytes) % GIB_4, 0);
        assert.ok(bytes <= size);
        if (!isModulo) assert.equal(bytes, size);
      }
    }),
    { numRuns: caseCount(100) },
  );
});

test('a few reads prove where everything is, however many entries there are', async () => {
  const small = Array.from({ length: 3000 }, (_, index) => ({ name: `${index}`, content: 'x' }));
  const large = { name: 'large', data: { bytes: 2 * GIB_4 + 5 }, size: 9 * GIB_4, crc32: 5 };
  const source = macZip([...small.slice(0, 1700), large, ...small.slice(1700)]);
  let reads = 0;
  const { read } = source;
  const counting = {
    ...source,
    read: (/** @type {number} */ start, /** @type {number} */ end) => {
      reads += 1;
      return read(start, end);
    },
  };
  const found = await listOf(counting);
  assert.deepEqual([found.length, found[1700].compressedBytes], [3001, 2 * GIB_4 + 5]);
  assert.ok(reads < 60, `${reads} reads`);
});

test('a link, which a Mac stores, may stand anywhere, and a stored entry of over 4 GiB', async () => {
  const found = await listOf(
    macZip([
      { name: 'stored', stored: true, data: { bytes: GIB_4 + 9 }, size: GIB_4 + 9, crc32: 1 },
      { name: 'b', content: 'b' },
    ]),
  );
  assert.deepEqual(
    found.map(({ bytes, isModulo }) => [bytes, isModulo]),
    [
      [GIB_4 + 9, false],
      [1, false],
    ],
  );
});

for (const count of [65_536, 131_073]) {
  test(`${count} entries are counted modulo 65,536, and all are read`, async () => {
    const source = memorySource(manyOfAMac(count));
    const { entries } = await openArchive(source, { ...HUGE, maxEntries: 200_000 });
    assert.equal(entries.length, count);
    assert.equal(entries.names.get(count - 1), String(count - 1).padStart(7, '0'));
  });
}

test('limit/entries: the entries that are found count, not the number that is given', async () => {
  const source = memorySource(manyOfAMac(65_536));
  await assert.rejects(openArchive(source, { ...HUGE, maxEntries: 65_535 }), { code: 'limit/entries' });
});

test('archive/bad-directory: a count that is wrong by another number, or in an archive that no Mac has made', async () => {
  const limits = { maxEntries: 200_000 };
  for (const maker of [{ count: 3 }, { madeBy: 0x031e }, { madeBy: 0x0314, owner: null }]) {
    assert.equal(await outcomeOf(manyOfAMac(65_540, maker), limits), 'archive/bad-directory');
  }
});

test('an entry may inflate to more than declared only if deflate can, and a Mac has made it', async () => {
  const bytes = 5 * MIB;
  for (const [size, isModulo] of /** @type {const} */ ([
    [1000, true],
    [bytes * 1032 - GIB_4 + 1, false],
  ])) {
    const entries = [{ name: 'a', data: { bytes }, size, crc32: 1 }];
    assert.equal((await listOf(macZip(entries)))[0].isModulo, isModulo);
    assert.equal((await listOf(macZip(entries, { madeBy: 0x031e })))[0].isModulo, false);
  }
});

test('an entry of unknown size comes out whole, and not with another size or CRC-32', async () => {
  // Its compressed bytes may be those of more than 4 GiB.
  const content = unlikeBytes(4.5 * MIB);
  const raw = deflateRawSync(content);
  const data = { bytes: raw.length, pieces: [{ start: 0, bytes: raw }] };
  const entry = { name: 'a', data, size: content.length, crc32: crc32(content) };
  const { entries } = await openArchive(macZip([entry]), LIMITS);
  assert.equal(entries.get(0).isModulo, true);
  assert.ok(content.equals(/** @type {Buffer} */ ((await readArchive(macZip([entry]))).get('a'))));
  assert.equal((await readArchive(macZip([{ ...entry, size: content.length + 1 }]))).get('a'), 'archive/size-mismatch');
  assert.equal((await readArchive(macZip([{ ...entry, size: content.length - 1 }]))).get('a'), 'archive/size-mismatch');
  assert.equal((await readArchive(macZip([{ ...entry, crc32: 1 }]))).get('a'), 'archive/crc-mismatch');
});

test('an ordinary archive of a Mac is read as before', async () => {
  const entries = [
    { name: 'a/' },
    { name: 'a/b', content: 'b' },
    { name: 'a/empty' },
    { name: '__MACOSX/a/._b', content: '\0' },
  ];
  for (const maker of [{}, { madeBy: 0x0314, owner: /** @type {const} */ ('ux') }]) {
    const contents = await readArchive(macZip(entries, maker));
    assert.deepEqual(
      [...contents].map(([name, content]) => [name, String(content)]),
      [
        ['a/b', 'b'],
        ['a/empty', ''],
        ['__MACOSX/a/._b', '\0'],
      ],
    );
  }
});
