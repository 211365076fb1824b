import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unlikeBytes } from '../destination/fixture.js';
import { extract } from './fixture.js';

test('the first pass of a gzip file tells how far it is', async () => {
  const bytes = gzipSync(unlikeBytes(20_000_000), { level: 1 });
  /** @type {number[]} */
  const read = [];
  const { status } = await extract(bytes, {
    onFirstPass({ bytesRead, bytesTotal }) {
      assert.equal(bytesTotal, bytes.length);
      read.push(bytesRead);
    },
  });
  assert.equal(status, 'complete');
  assert.ok(read.length >= 4, `${read.length} times`);
  assert.deepEqual(
    read,
    read.toSorted((one, other) => one - other),
  );
  assert.ok(read[0] > 0 && (read.at(-1) ?? 0) <= bytes.length);
});
