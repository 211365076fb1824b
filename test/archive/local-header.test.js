import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block } from '../fixtures/zip-fields.js';
import { writeZip } from '../fixtures/zip-writer.js';
import { outcomeOf } from './read-archive.js';

/** @import { ZipEntry } from '../fixtures/zip-writer.js' */

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
    timeout: 5_000,
  }, async () => {
    assert.deepEqual(await outcomeOf(changeLocally(entry, change)), { a: 'archive/header-mismatch', good: 'good' });
  });
}

test('archive/overlapping-entries: a local extra field that reaches into the next entry', async () => {
  const zip = changeLocally({ name: 'a', content: 'x' }, header => header.writeUInt16LE(1, 28));
  assert.deepEqual(await outcomeOf(zip), { a: 'archive/overlapping-entries', good: 'good' });
});

test('what stands in a local header before a data descriptor does not count', async () => {
  for (const descriptor of /** @type {const} */ (['signed', 'unsigned'])) {
    for (const zip64 of [false, true]) {
      const zip = changeLocally({ name: 'a', content: 'x', descriptor, zip64 }, header => header.writeUInt32LE(7, 14));
      assert.deepEqual(await outcomeOf(zip), { a: 'x', good: 'good' });
    }
  }
});

test('other differences are harmless: version, time, extra fields', async () => {
  const entry = { name: 'a', content: 'x', localExtra: block(0x5455, 7n), extra: Buffer.from('UT\x05\0') };
  const zip = changeLocally(entry, header => header.fill(0x11, 10, 14).writeUInt16LE(63, 4));
  assert.deepEqual(await outcomeOf(zip), { a: 'x', good: 'good' });
});
