import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = `
  import Module from 'node:module';
  import { openSource } from './src/source/open-source.js';
  import { openDestination } from './src/destination/open.js';
  const isLoaded = () => Object.keys(Module._cache).some(path => path.includes('@aws-sdk'));
  await (await openSource('package.json')).close();
  await (await openDestination('.')).close();
  const before = isLoaded();
  await openDestination('s3://bucket/prefix');
  console.log(JSON.stringify([before, isLoaded()]));
`;

test('the SDK is loaded only for an S3 address', { timeout: 300_000 }, async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], { cwd });
  assert.deepEqual(JSON.parse(stdout), [false, true]);
});
