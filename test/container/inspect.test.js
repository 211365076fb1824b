import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { inspectArchive } from '../../src/inspect/inspect-archive.js';
import { memorySource } from '../support/memory-source.js';
import { writeTar } from '../support/tar-writer.js';
import { writeZip } from '../support/zip-writer.js';

test('sluice inspect finds in a tar and in a tar.gz what it finds in a zip', async () => {
  const table = `id;name\n${'1;Ada\n2;Alan\n'.repeat(500)}`;
  const files = [
    ...Array.from({ length: 40 }, (_, index) => ({ name: `in/${index}.csv`, content: table })),
    { name: 'picture.png', content: Buffer.alloc(100_000, 0x89) },
    { name: 'other.csv', content: 'a,b,c\n1,2,3\n4,5,6\n' },
  ];
  const found = await Promise.all(
    [writeZip(files.map(file => ({ ...file, method: 0 }))), writeTar(files), gzipSync(writeTar(files))].map(
      async bytes => {
        const source = memorySource(bytes);
        const { error, entries, kinds } = await inspectArchive({ source, recipe: null });
        await setImmediate();
        assert.equal(source.live(), 0);
        return { error, entries, kinds };
      },
    ),
  );
  assert.equal(found[0].kinds.length, 2);
  assert.deepEqual(found[1], found[0]);
  assert.deepEqual(found[2], found[0]);
});

test('a gzip file that cannot be read is refused by sluice inspect as by a job', async () => {
  const source = memorySource(gzipSync('x'.repeat(9999)).subarray(0, 30));
  const { error, entries } = await inspectArchive({ source, recipe: null });
  assert.deepEqual([error?.code, entries], ['archive/truncated', []]);
});
