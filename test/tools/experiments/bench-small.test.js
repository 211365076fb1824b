import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runScript, temporaryFolder } from '../run-script.js';

const SCRIPT = 'experiments/bench-small.js';

describe('npm run bench:small', { timeout: 300_000 }, () => {
  it('has every contestant write all entries, and compares the first three; says what it does', async t => {
    const folder = await temporaryFolder(t);
    const { code, stdout, stderr } = await runScript(
      t,
      SCRIPT,
      ['--entries', '20', '--runs', '2', '--large', '50'],
      folder,
    ).end();
    assert.equal(code, 0, stderr);
    const rows = stdout.split('\n').filter(line => /\d+\.\d\d/.test(line));
    const names = rows.map(row => row.split(/ {2,}/)[0]);
    assert.deepEqual(names, [
      'unzipper, 32 PutObjects',
      'sluice run, copy',
      'sluice run, CSV',
      'file to folder, copy',
      'file to folder, CSV',
      'function, 128 MB, 14 entries',
      'function, 128 MB, 140 entries',
      'file to folder, copy, 128 MB, 50 entries',
      'file to folder, CSV, 128 MB, 50 entries',
    ]);
    assert.match(rows[0], /^unzipper, 32 PutObjects +\d+\.\d\d +1\.00 +\d+\.\d\d +1\.00 /);
    // At least the first step, and whatever else takes long.
    assert.match(stderr, /^1 of 14, .* left: run 1 of 2: unzipper, 32 PutObjects, 20 entries$/m);
    assert.deepEqual(await readdir(join(folder, 'data')), [], 'nothing is left');
  });

  it('refuses wrong arguments', async t => {
    const folder = await temporaryFolder(t);
    const { code, stderr } = await runScript(t, SCRIPT, ['--entries', '0'], folder).end();
    assert.equal(code, 2);
    assert.match(stderr, /^usage\/arguments: .*entries/);
  });
});
