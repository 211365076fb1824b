import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDirectory } from '../../src/archive/find-directory.js';
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
