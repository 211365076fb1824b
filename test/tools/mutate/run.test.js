import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderOf } from '../../support/run-cli.js';
import { testsOf } from './tests-of.js';

const RUN = fileURLToPath(new URL('run.js', import.meta.url));

test('the changes that no test fails with are listed, and the file stays as it is', { timeout: 300_000 }, async t => {
  const module = 'export const isMore = (a, b) => a > b || false;\n';
  const folder = await folderOf(t, {
    'is-more.mjs': Buffer.from(module),
    'is-more.test.mjs': Buffer.from(
      `import { isMore } from './is-more.mjs';\nif (!isMore(2, 1) || isMore(1, 2)) throw new Error();\n`,
    ),
  });
  const child = spawn(process.execPath, [RUN, 'is-more.mjs', 'is-more.test.mjs'], { cwd: folder });
  assert.deepEqual((await text(child.stdout)).split('\n'), [
    '3 mutants of is-more.mjs, with is-more.test.mjs',
    'is-more.mjs:1  >  →  >=',
    '1 survive',
    '',
  ]);
  assert.equal(await readFile(join(folder, 'is-more.mjs'), 'utf8'), module);
});

test('a module’s own tests come first, then those beside it', () => {
  const [first, ...others] = testsOf('src/job/in-flight.js', 5);
  assert.equal(first, 'test/job/in-flight.test.js');
  assert.equal(others.length, 4);
  // They reach it only by way of `openDestination`.
  const [own, resumed, beside] = testsOf('src/destination/folder/output.js', 5);
  assert.equal(own, 'test/destination/folder/output.test.js');
  assert.equal(resumed, 'test/destination/folder/output-resumed.test.js');
  assert.match(beside, /^test\/destination\/folder\//);
});
