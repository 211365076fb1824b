import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { guardEntryCount } from '../../src/archive/guard-limits.js';
import { openArchive } from '../../src/archive/open-archive.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { LIMITS, outcomeOf } from './read-archive.js';

const GOOD = { name: 'good', content: 'good' };
const MEBIBYTE = 1024 ** 2;

test('limit/entries: folders count too; the limit itself is allowed', async () => {
  const zip = writeZip([GOOD, { name: 'a/' }, { name: 'b' }]);
  assert.equal(await outcomeOf(zip, { maxEntries: 2 }), 'limit/entries');
  assert.deepEqual(await outcomeOf(zip, { maxEntries: 3 }), { good: 'good', b: '' });
});

test('limit/entries: the message has what to add to the recipe, unless no recipe allows so many', () => {
  const messageFor = (/** @type {number} */ entries) => {
    let message = '';
    try {
      guardEntryCount(entries, { ...LIMITS, maxEntries: 10_000 });
    } catch (error) {
      message = /** @type {Error} */ (error).message;
    }
    return message;
  };
  assert.equal(messageFor(10_000), '');
  assert.match(messageFor(10_001), /: "limits": \{ "maxEntries": 100000 \}$/);
  assert.match(messageFor(100_000), /"maxEntries": 100000 \}$/);
  assert.match(messageFor(1_000_000), /"maxEntries": 1000000 \}$/);
  assert.match(messageFor(1_000_001), /; no recipe allows more than 1000000: split the archive$/);
});

test('limit/entries: two end records with different counts do not get past it', async () => {
  const entries = Array.from({ length: 50 }, (_, index) => ({ name: String(index) }));
  const plain = writeZip(entries);
  const directoryOffset32 = plain.readUInt32LE(plain.length - 6);
  const zip = writeZip(entries, { zip64: true, count: 1, count32: 50, directoryOffset32 });
  assert.equal(await outcomeOf(zip, { maxEntries: 10 }), 'archive/bad-directory');
});

test('limit/entries: a directory that is far larger than its entries need is not held in memory', async () => {
  const entries = Array.from({ length: 20 }, (_, index) => ({ name: String(index), extra: Buffer.alloc(60_000) }));
  const source = memorySource(writeZip(entries));
  assert.equal(await outcomeOf(source, { maxEntries: 20 }), 'limit/entries');
  assert.equal(Object.keys(await outcomeOf(source, { maxEntries: 10_000 })).length, 20);
});

test('limit/bytes: the sum of all entries counts too', async () => {
  const entries = ['a', 'b', 'c'].map(name => ({ name, content: name.repeat(400) }));
  assert.equal(await outcomeOf(writeZip(entries), { maxTotalBytes: 1199 }), 'limit/bytes');
  assert.equal(Object.keys(await outcomeOf(writeZip(entries), { maxTotalBytes: 1200 })).length, 3);
});

test('limit/ratio: exactly the limit is allowed, and so is any ratio up to 16 MiB', async () => {
  for (const [bytes, isJudged] of /** @type {const} */ ([
    [16 * MEBIBYTE, false],
    [16 * MEBIBYTE + 1, true],
  ])) {
    const zip = writeZip([{ name: 'a', content: Buffer.alloc(bytes) }]);
    const ratio = Math.ceil(bytes / zip.readUInt32LE(18));
    assert.deepEqual(await refused(zip, { maxRatio: ratio }), []);
    for (const maxRatio of [ratio - 1, 1]) assert.deepEqual(await refused(zip, { maxRatio }), isJudged ? ['a'] : []);
  }
});

test('limit/ratio: small entries may exceed it as long as the archive as a whole does not', async () => {
  const small = Array.from({ length: 5 }, (_, index) => ({
    name: `small ${index}`,
    content: Buffer.alloc(4 * MEBIBYTE - 10),
  }));
  const bomb = { name: 'bomb', content: Buffer.alloc(17 * MEBIBYTE) };
  const plain = { name: 'plain', content: randomBytes(100_000) };
  const names = small.map(({ name }) => name);
  assert.deepEqual(await refused(writeZip([...small.slice(1), GOOD])), []);
  assert.deepEqual(await refused(writeZip([...small, GOOD])), names);
  assert.deepEqual(await refused(writeZip([...small, plain])), []);
  // Entries that are refused for themselves do not count against the others.
  assert.deepEqual(await refused(writeZip([...small.slice(1), bomb, GOOD])), ['bomb']);
  assert.deepEqual(await refused(writeZip([...small, bomb, GOOD])), [...names, 'bomb']);
});

/**
 * @param {Buffer} zip
 * @param {Partial<typeof LIMITS>} [limits]
 * @returns {Promise<string[]>} The names of the entries that are refused for their ratio. The others are not read.
 */
async function refused(zip, limits) {
  const { entries } = await openArchive(memorySource(zip), { ...LIMITS, ...limits });
  return [...entries].filter(({ error }) => error?.code === 'limit/ratio').map(({ name }) => name);
}
