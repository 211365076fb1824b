import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { macZip } from '../support/mac-zip.js';
import { LIMITS, outcomeOf } from './read-archive.js';

/** @import { MacEntry } from '../support/mac-zip.js' */

const GIB_4 = 2 ** 32;
const HUGE = { ...LIMITS, maxTotalBytes: 2 ** 46, maxRatio: 2000 };

/** Of over 4 GiB: what is left out is 4 GiB of the first entry. @type {MacEntry} */
const LARGE = { name: 'large', data: { bytes: GIB_4 + 99 }, size: GIB_4 + 100, crc32: 5 };
/** @type {MacEntry} */
const SECOND = { name: 'second', content: 'the second' };
/** @type {MacEntry} */
const THIRD = { name: 'third', content: 'the third' };

test("archive/bad-directory: an archive of over 4 GiB without zip64 that is not a Mac's, or has a gap", async () => {
  for (const [entries, maker] of /** @type {[MacEntry[], object][]} */ ([
    [[LARGE, SECOND], { madeBy: 0x031e, owner: 'ux' }],
    [[LARGE, SECOND], { madeBy: 0x0314, owner: null }],
    [[{ ...LARGE, gap: 1 }, SECOND], {}],
    [[LARGE, { ...SECOND, gap: 1 }], {}],
    [[LARGE, { ...SECOND, gap: 70_000 }, THIRD], {}],
    [[LARGE, { ...SECOND, madeBy: 0x031e }], {}],
    [[{ ...LARGE, madeBy: 0x031e }, SECOND], {}],
  ])) {
    assert.equal(await outcomeOf(macZip(entries, maker), HUGE), 'archive/bad-directory');
  }
});

/**
 * The archive of three entries, whose large one holds a copy of another one's local header, and of the data descriptor before it,
 * 4 GiB before these.
 *
 * @param {MacEntry} copied
 * @param {(descriptor: Buffer, header: Buffer) => void} [spoil] Changes the copies.
 */
function withCopyOf({ name }, spoil = () => {}) {
  const { pieces } = macZip([LARGE, SECOND, THIRD]);
  const index = pieces.findIndex(({ bytes }) => bytes.toString('latin1', 30, 30 + name.length) === name);
  const dataStart = 30 + LARGE.name.length + 16;
  const before = pieces.findLast(({ start }, other) => other < index && start < pieces[index].start);
  assert.equal(before?.bytes.readUInt32LE(0), 0x08074b50);
  const copies = [before, pieces[index]].map(({ start, bytes }) => ({
    start: start - GIB_4 - dataStart,
    bytes: Buffer.from(bytes),
  }));
  spoil(copies[0].bytes, copies[1].bytes);
  return macZip([{ ...LARGE, data: { bytes: GIB_4 + 99, pieces: copies } }, SECOND, THIRD]);
}

test('archive/bad-directory: an archive of over 4 GiB that fits in two ways is ambiguous', async () => {
  // As if the second entry were the large one.
  await assert.rejects(openArchive(withCopyOf(SECOND), HUGE), {
    code: 'archive/bad-directory',
    message: /more than one way.*ambiguous/,
  });
});

for (const [field, where, offset] of /** @type {const} */ ([
  ['signature', 'data descriptor', 0],
  ['CRC-32', 'data descriptor', 4],
  ['compressed size', 'data descriptor', 8],
  ['size', 'data descriptor', 12],
  ['signature', 'local header', 0],
  ['flag of a data descriptor', 'local header', 6],
  ['method', 'local header', 8],
  ['length of the name', 'local header', 26],
  ['length of the extra field', 'local header', 28],
  ['name', 'local header', 30],
])) {
  test(`an archive of over 4 GiB is not ambiguous for what has another ${field} in its ${where}`, async () => {
    const found = await sizesOf(
      withCopyOf(SECOND, (...copies) => {
        const copy = copies[where === 'local header' ? 1 : 0];
        copy[offset] ^= 8;
      }),
    );
    assert.deepEqual([...found.values()], [GIB_4 + 99, 12, 11]);
  });
}

test('what only looks like a header does not matter where its neighbours tell that it is none', async () => {
  const found = await sizesOf(withCopyOf(THIRD));
  assert.deepEqual(
    [...found],
    [
      ['large', GIB_4 + 99],
      ['second', 12],
      ['third', 11],
    ],
  );
});

test("archive/header-mismatch: an entry of a Mac's archive of over 4 GiB that does not reach to the next one", async () => {
  const small = Array.from({ length: 9 }, (_, index) => ({ name: `f${index}`, content: 'x' }));
  const source = macZip([...small, LARGE, SECOND]);
  // Its extra field is one byte shorter than that of the others: a gap of one byte.
  const [header] = source.pieces.filter(({ bytes }) => bytes.toString('latin1', 30, 32) === 'f2');
  header.bytes.writeUInt16LE(15, 28);
  const { entries, readWhole } = await openArchive(source, HUGE);
  await assert.rejects(readWhole(entries.get(2)), { code: 'archive/header-mismatch', message: /1 bytes before/ });
  assert.equal((await readWhole(entries.get(3))).length, 3);
});

/**
 * @param {ReturnType<typeof macZip>} source
 * @returns {Promise<Map<string, number>>} The entries' compressed sizes.
 */
async function sizesOf(source) {
  const { entries } = await openArchive(source, HUGE);
  return new Map(Array.from(entries, ({ name, compressedBytes }) => [name, compressedBytes]));
}
