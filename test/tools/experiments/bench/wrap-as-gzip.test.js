import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { wrapAsGzip } from '../../../../experiments/bench/wrap-as-gzip.js';
import { makeGround } from './bench-ground.js';

test('an entry’s deflated bytes become a valid gzip file, with CRC-32 and size', async t => {
  const { ground, csvPath, close } = await makeGround();
  t.after(close);
  const path = join(ground.folder, 'entry.gz');
  await wrapAsGzip(ground.archive, path);
  const gzip = await readFile(path);
  assert.deepEqual(gunzipSync(gzip), await readFile(csvPath));
  gzip[gzip.length - 8] ^= 1;
  assert.throws(() => gunzipSync(gzip), { code: 'Z_DATA_ERROR' });
});
