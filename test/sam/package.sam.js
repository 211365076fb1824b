import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { startSam } from './start-sam.js';

/** @type {import('./start-sam.js').Sam} */
let sam;
before(
  async () => {
    sam = await startSam();
  },
  { timeout: 600_000 },
);
after(() => sam?.close());

describe('the package', { timeout: 60_000 }, () => {
  it('is one file, of at most 1 MB as a zip', async t => {
    assert.deepEqual(await readdir(sam.packageFolder), ['handler.mjs']);
    const bytes = await readFile(join(sam.packageFolder, 'handler.mjs'));
    const zipped = deflateRawSync(bytes, { level: 9 }).length;
    t.diagnostic(`${bytes.length} bytes, ${zipped} as a zip`);
    assert.ok(zipped < 795_000, `${zipped} bytes; what was added?`);
  });

  it('contains no code for development, tests, measurements or demonstrations', async () => {
    const text = await readFile(join(sam.packageFolder, 'handler.mjs'), 'utf8');
    for (const name of [
      '@faker-js',
      'fast-check',
      'csv-parse',
      'echarts',
      'local-secret',
      'node:test',
      'sluice resume',
    ]) {
      assert.ok(!text.includes(name), name);
    }
  });

  it('keeps the names of errors, which stack traces show', async () => {
    const text = await readFile(join(sam.packageFolder, 'handler.mjs'), 'utf8');
    const errors = await readFile(new URL('../../src/errors.js', import.meta.url), 'utf8');
    const names = [...errors.matchAll(/class (\w+Error)\b/g)].map(([, name]) => name);
    assert.ok(names.length >= 5);
    for (const name of names) assert.match(text, new RegExp(`\\b${name}=class\\b`));
  });
});
