import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { LIMITS, outcomeOf } from './read-archive.js';

const GOOD = { name: 'good', content: 'good' };

/** @type {[code: string, title: string, bytes: Buffer][]} */
const UNTRUSTWORTHY = [
  ['archive/duplicate-name', 'two entries of one name', writeZip([GOOD, { name: 'b' }, GOOD])],
  ['archive/duplicate-name', 'a file that is a folder too', writeZip([GOOD, { name: 'good/more', content: 'x' }])],
  ['archive/duplicate-name', 'a folder that is a file too', writeZip([{ name: 'a/b/c/d' }, { name: 'a/b' }])],
];
for (const [code, title, bytes] of UNTRUSTWORTHY) {
  test(`${code}: ${title}: nothing of the archive is read`, { timeout: 300_000 }, async () => {
    assert.equal(await outcomeOf(bytes), code);
  });
}

test('archive/duplicate-name: the same name with backslashes and with slashes', async () => {
  const zip = writeZip([
    { name: 'a\\b', content: 'x' },
    { name: 'a/b', content: 'y' },
  ]);
  assert.equal(await outcomeOf(zip), 'archive/duplicate-name');
});

test('names with as many folders as a name can have are checked quickly', { timeout: 300_000 }, async () => {
  const entries = Array.from({ length: 4_000 }, (_, index) => ({
    name: `${'a/'.repeat(508)}${String(index).padStart(6, '0')}`,
    raw: Buffer.alloc(0),
    method: 0,
  }));
  const started = process.cpuUsage();
  const limits = { ...LIMITS, maxEntries: 4_000 };
  await openArchive(memorySource(writeZip(entries)), limits);
  assert.ok(process.cpuUsage(started).user < 5_000_000);
});

test('names with very many parts are checked quickly', { timeout: 300_000 }, async () => {
  const entries = Array.from({ length: 100 }, (_, index) => ({ name: `${index}${'/a'.repeat(32_000)}` }));
  const started = process.cpuUsage();
  const outcome = await outcomeOf(writeZip(entries));
  assert.deepEqual(new Set(Object.values(outcome)), new Set(['archive/unsafe-name']));
  assert.ok(process.cpuUsage(started).user < 2_500_000);
});
