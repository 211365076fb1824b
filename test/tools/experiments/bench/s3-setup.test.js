import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startS3Setup } from '../../../../experiments/bench/s3-setup.js';
import { measure } from '../../../../experiments/measure/measure.js';
import { makeGround } from './bench-ground.js';

test('the function processes the archive again after the outputs are removed, and no process is left after close', {
  timeout: 300_000,
}, async t => {
  const { ground, csvPath, close } = await makeGround();
  const { signal } = new AbortController();
  const folder = join(ground.folder, 's3');
  const setup = await startS3Setup({
    folder,
    archive: ground.archive,
    recipe: ground.recipes.none,
    withTls: false,
    signal,
  });
  t.after(async () => {
    await setup.close();
    await close();
  });
  const output = join(ground.folder, 'output.csv');
  for (const _ of [1, 2]) {
    await setup.empty();
    await assert.rejects(setup.download('people.csv', output), { name: 'NoSuchKey' });
    const { outcome, stdout } = await measure({ ...setup.command, timeoutMs: 120_000, signal });
    assert.deepEqual([outcome, JSON.parse(stdout).outcome], ['finished', 'processed']);
    await setup.download('people.csv', output);
    assert.deepEqual(await readFile(output), await readFile(csvPath));
    await rm(output);
  }
  await setup.close();
  await setup.close();
  const { AWS_ENDPOINT_URL_S3 = '' } = setup.command.env ?? {};
  await assert.rejects(fetch(AWS_ENDPOINT_URL_S3), ({ cause }) => cause.code === 'ECONNREFUSED');
});
