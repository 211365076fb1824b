import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { block } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const GOOD = { name: 'good', content: 'good' };

/**
 * Changes the first entry's local header after the archive was written.
 *
 * @param {ZipEntry} entry
 * @param {(header: Buffer) => void} change
 */
function changeLocally(entry, change) {
  const zip = writeZip([entry, GOOD]);
  change(zip);
  return zip;
}

/** @type {[title: string, entry: ZipEntry, change?: (header: Buffer) => void][]} */
const DISAGREEING = [
  ['another name', { name: 'a', localName: 'b', content: 'x' }],
  ['a longer name', { name: 'a', localName: 'a.csv', content: 'x' }],
  ['another name of an empty entry', { name: 'a', localName: 'b', content: '', method: 0 }],
  ['another method', { name: 'a', content: 'x' }, header => header.writeUInt16LE(0, 8)],
  ['encryption', { name: 'a', content: 'x' }, header => header.writeUInt16LE(1, 6)],
  ['another CRC-32', { name: 'a', content: 'x' }, header => header.writeUInt32LE(7, 14)],
  ['another compressed size', { name: 'a', content: 'x' }, header => header.writeUInt32LE(7, 18)],
  ['another size', { name: 'a', content: 'x' }, header => header.writeUInt32LE(7, 22)],
  ['another size in zip64', { name: 'a', content: 'x', zip64: true }, header => header.writeUInt32LE(7, 35)],
  ['a zip64 size that is missing', { name: 'a', content: 'x' }, header => header.writeUInt32LE(0xffffffff, 22)],
  ['no signature', { name: 'a', content: 'x' }, header => header.writeUInt32LE(7, 0)],
  ['no signature of an empty entry', { name: 'a', content: '', method: 0 }, header => header.writeUInt32LE(7, 0)],
];
for (const [title, entry, change = () => {}] of DISAGREEING) {
  test(`archive/header-mismatch: ${title} in the local header; the next entry is read`, {
    timeout: 300_000,
  }, async () => {
    assert.deepEqual(await outcomeOf(changeLocally(entry, change)), { a: 'archive/header-mismatch', good: 'good' });
  });
}

test('archive/overlapping-entries: a local extra field that reaches into the next entry', async () => {
  const zip = changeLocally({ name: 'a', content: 'x' }, header => header.writeUInt16LE(1, 28));
  assert.deepEqual(await outcomeOf(zip), { a: 'archive/overlapping-entries', good: 'good' });
});

test('archive/header-mismatch: an entry with a data descriptor that is empty only in the directory', async () => {
  for (const method of [0, 8]) {
    for (const descriptor of /** @type {const} */ (['signed', 'unsigned'])) {
      const entry = { name: 'a', content: 'not nothing', method, descriptor, size: 0, compressedSize: 0, crc32: 0 };
      assert.deepEqual(await outcomeOf(writeZip([entry, GOOD])), { a: 'archive/header-mismatch', good: 'good' });
    }
  }
});

test('sizes in a local header do not count if there is a data descriptor', async () => {
  for (const descriptor of /** @type {const} */ (['signed', 'unsigned'])) {
    for (const zip64 of [false, true]) {
      const zip = changeLocally({ name: 'a', content: 'x', descriptor, zip64 }, header => header.writeUInt32LE(7, 14));
      assert.deepEqual(await outcomeOf(zip), { a: 'x', good: 'good' });
    }
  }
});

test('archive/header-mismatch: a different name in UTF-8, by the flag or by a Unicode path field', async () => {
  const field = (/** @type {string} */ name) => {
    const data = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from(name)]);
    data.writeUInt32LE(crc32('header'), 1);
    return Buffer.concat([Buffer.from([0x75, 0x70, data.length, 0]), data]);
  };
  const entry = { name: 'header', content: 'x', extra: field('é') };
  assert.deepEqual(await outcomeOf(writeZip([{ ...entry, localExtra: field('é') }])), { é: 'x' });
  assert.deepEqual(await outcomeOf(writeZip([entry])), { é: 'x' });
  assert.deepEqual(await outcomeOf(writeZip([{ ...entry, localExtra: field('evil') }])), {
    é: 'archive/header-mismatch',
  });
  const other = writeZip([{ name: Buffer.from([0x81]), content: 'x', flags: 0, madeBy: 20 }]);
  assert.deepEqual(await outcomeOf(other), { ü: 'x' });
  other.writeUInt16LE(1 << 11, 6);
  assert.deepEqual(await outcomeOf(other), { ü: 'archive/header-mismatch' });
});

test('an empty entry before a data descriptor may have the longest extra field', { timeout: 300_000 }, async () => {
  for (const length of [65_500, 65_520, 65_535]) {
    const empty = {
      name: 'a',
      method: 0,
      descriptor: /** @type {const} */ ('signed'),
      localExtra: Buffer.alloc(length),
    };
    const zip = writeZip([empty, GOOD, { name: 'big', content: Buffer.alloc(300_000), method: 0 }]);
    assert.deepEqual(Object.keys(await outcomeOf(zip)), ['a', 'good', 'big']);
    assert.equal(/** @type {any} */ (await outcomeOf(zip)).a, '');
  }
});

test('the local header alone may have the flag for UTF-8, and a Unicode path may have any kind of slashes', async () => {
  const entry = { name: Buffer.from('ü\\a'), content: 'x', flags: 0, madeBy: 20 };
  for (const flags of [0, 1 << 11]) {
    assert.deepEqual(await outcomeOf(writeZip([{ ...entry, local: { flags } }, GOOD])), { 'ü/a': 'x', good: 'good' });
  }
  const field = (/** @type {string} */ name) => {
    const data = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from(name)]);
    data.writeUInt32LE(crc32('header'), 1);
    return Buffer.concat([Buffer.from([0x75, 0x70, data.length, 0]), data]);
  };
  const zip = writeZip([{ name: 'header', content: 'x', extra: field('é/a'), localExtra: field('é\\a') }]);
  assert.deepEqual(await outcomeOf(zip), { 'é/a': 'x' });
});

test('other differences are harmless: version, time, extra fields', async () => {
  const entry = { name: 'a', content: 'x', localExtra: block(0x5455, 7n), extra: Buffer.from('UT\x05\0') };
  const zip = changeLocally(entry, header => header.fill(0x11, 10, 14).writeUInt16LE(63, 4));
  assert.deepEqual(await outcomeOf(zip), { a: 'x', good: 'good' });
});
