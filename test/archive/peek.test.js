import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDirectory } from '../../src/archive/find-directory.js';
import { NOT_IN_TAIL, peekInto, peekSignature } from '../../src/archive/peek.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];

test('archive/bad-directory: very many end records are not all followed', { timeout: 300_000 }, async () => {
  const fake = writeZip(ENTRIES, { directoryOffset: 50, directorySize: 100 }).subarray(-22);
  const zip = writeZip([{ name: 'a', content: Buffer.alloc(300_000), method: 0 }], {
    comment: Buffer.concat(Array.from({ length: 2_900 }, () => fake)),
  });
  const source = memorySource(zip);
  let reads = 0;
  const { read } = source;
  source.read = (start, end) => {
    reads += 1;
    return read(start, end);
  };
  assert.equal(await outcomeOf(source), 'archive/bad-directory');
  assert.ok(reads < 20, `${reads} reads`);
});

test('an archive with very many inner archives, zip64 ones too, is read without reading those', async () => {
  const inner = writeZip([{ name: 'inner', content: 'inner' }], { zip64: true });
  const entries = [
    { name: 'big', content: Buffer.alloc(300_000), method: 0 },
    ...Array.from({ length: 40 }, (_, index) => ({ name: `${index}.zip`, content: inner, method: 0 })),
  ];
  const source = memorySource(writeZip(entries));
  const { rivals } = await findDirectory(source);
  assert.ok(rivals.length >= 40);
  assert.equal(Object.keys(await outcomeOf(source)).length, 41);
});

test('the bytes at an offset are those of the source, from the tail without a read, and fewer at the end', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 300 }, (_, index) => index));
  const start = 200;
  for (let offset = 0; offset < bytes.length; offset++) {
    for (const length of [1, 4, 56, 150]) {
      const { source, peeks, reads } = openPeeks(bytes, start);
      const expected = bytes.subarray(offset, offset + length);
      assert.deepEqual(Buffer.from(await peeks.peek(offset, length)), Buffer.from(expected));
      assert.equal(reads(), offset < start ? 1 : 0);
      assert.equal(source.live(), 0);
      const signature = await peekSignature(offset, peeks.peek);
      assert.equal(signature, offset + 4 > bytes.length ? 0 : bytes.readUInt32LE(offset));
    }
  }
});

test('archive/bad-directory: after 16 reads there are no more, but the tail can still be seen', async () => {
  const { peeks, reads } = openPeeks(Buffer.alloc(300, 'x'), 200);
  for (let count = 0; count < 16; count++) await peeks.peek(count, 4);
  assert.equal(peeks.isExhausted(), false);
  await assert.rejects(peeks.peek(0, 4), { code: 'archive/bad-directory' });
  assert.equal(peeks.isExhausted(), true);
  assert.equal(reads(), 16);
  assert.equal((await peeks.peek(200, 4)).toString(), 'xxxx');
});

test('a look that must stay in the tail reads nothing in front of it', async () => {
  const { peeks, reads } = openPeeks(Buffer.alloc(300, 'x'), 200);
  await assert.rejects(peeks.peekInTail(199, 1), error => error === NOT_IN_TAIL);
  assert.equal((await peeks.peekInTail(200, 9)).length, 9);
  assert.equal(reads(), 0);
});

/**
 * @param {Buffer} bytes
 * @param {number} start Where the tail begins.
 */
function openPeeks(bytes, start) {
  const source = memorySource(bytes);
  const { read } = source;
  let count = 0;
  source.read = (from, to) => {
    count += 1;
    return read(from, to);
  };
  const peeks = peekInto(source, { start, bytes: bytes.subarray(start) });
  return { source, peeks, reads: () => count };
}
