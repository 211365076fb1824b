import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeZip } from '../../support/zip-writer.js';
import { runScript, temporaryFolder } from '../run-script.js';

test('an archive too small to measure with is refused before anything is started', async t => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'mine.zip'), writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n' }]));
  const { code, stdout, stderr } = await runScript(t, 'experiments/measure-sam.js', ['mine.zip'], cwd).end();
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^experiment\/cannot-run: "\S*mine\.zip" inflates to 8 B: too small to say .* at least 100 MB.*\n$/,
  );
});
