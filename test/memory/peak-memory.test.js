import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { peakRssBytes } from '../../src/memory/peak-memory.js';

const bounded = { timeout: 300_000 };

test('the peak remains after memory was freed', bounded, () => {
  const before = peakRssBytes();
  assert.ok(before > 10_000_000);
  Buffer.alloc(LARGE_BYTES, 1);
  assert.ok(peakRssBytes() >= LARGE_BYTES);
});

test('the parent process is not part of the peak', { ...bounded, skip: process.platform !== 'linux' }, async () => {
  const large = Buffer.alloc(LARGE_BYTES, 1);
  const code = `import { peakRssBytes } from '${new URL('../../src/memory/peak-memory.js', import.meta.url)}'; console.log(peakRssBytes())`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]);
  assert.ok(Number(stdout) > 10_000_000 && Number(stdout) < large.length, stdout);
});

const LARGE_BYTES = 250_000_000;
