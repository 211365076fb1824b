import assert from 'node:assert/strict';
import { chmod, chown } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkpointFile } from '../src/checkpoint-file.js';
import { temporaryFolder } from './run-cli.js';

const NOBODY = 65_534;

test('a file that cannot be removed is storage/access-denied', async t => {
  const folder = await temporaryFolder(t);
  const command = { archive: 'a.zip', to: 'out', folder: null, recipe: null };
  const store = checkpointFile(join(folder, 'checkpoint'), command);
  if (process.getuid?.() === 0) {
    await chown(folder, NOBODY, NOBODY);
    process.seteuid?.(NOBODY);
  }
  try {
    await store.open();
    await chmod(folder, 0o500);
    await assert.rejects(store.finish(), { code: 'storage/access-denied', message: /remove the checkpoint ".*": / });
  } finally {
    process.seteuid?.(process.getuid?.() ?? 0);
    await chmod(folder, 0o700);
  }
});
