import assert from 'node:assert/strict';
import { chmod, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findProgram } from '../../../experiments/bench/programs.js';
import { drawsAll } from '../../support/cases.js';
import { runScript, temporaryFolder } from '../run-script.js';

const SCRIPT = 'experiments/bench.js';

describe('npm run bench -- --database', { timeout: 300_000 }, () => {
  it('has every contestant fill the same table, and compares them within each mode', async t => {
    const folder = await temporaryFolder(t);
    const { code, stdout, stderr } = await run(t, folder).end();
    assert.equal(code, 0, stderr);
    const rows = stdout.split('\n').filter(line => / (?:append|replace|merge)\b/.test(line));
    const modes = ['append', 'append', 'append', 'replace', 'replace', 'merge', 'merge'];
    assert.deepEqual(
      rows.map(row => / (append|replace|merge)\b/.exec(row)?.[1]),
      modes,
    );
    for (const row of rows.filter(row => row.startsWith('sluice run'))) {
      assert.match(row, /^sluice run +\w+ +\d+\.\d\d +1\.00 +\d+ +\d+\.\d\d +(?:\d+\.\d\d +)?\d+\.?\d* MB$/);
    }
    const hasPsql = !/not installed: .*psql/.test(stdout);
    if (hasPsql) assert.match(stdout, /^psql \\copy, of the cleaned CSV +append +\d+\.\d\d +\d+\.\d\d /m);
    if (hasPsql && (await findProgram('unzip')) && (await findProgram('mawk')))
      assert.match(stdout, /^unzip -p \| mawk \| psql \\copy +append +\d+\.\d\d /m);
    const left = await readdir(join(folder, 'data'));
    assert.deepEqual(
      left.filter(name => !name.startsWith('people-50-')),
      [],
      'only the archive is left',
    );
  });

  // The whole bench once more. That it says what is missing, the bench without a database shows as well.
  if (drawsAll) {
    it('says which programs are not installed, and goes on', async t => {
      const folder = await temporaryFolder(t);
      // What starts the server, which may be another user's.
      await chmod(folder, 0o755);
      for (const name of ['sh', 'cat', 'rm']) await symlink((await findProgram(name)) ?? name, join(folder, name));
      const { code, stdout, stderr } = await run(t, folder, { PATH: folder }).end();
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^unzip -p \| mawk \| psql \\copy +append: not installed: unzip, mawk/m);
      assert.match(stdout, /^sluice run +merge +\d/m);
    });
  }

  it('refuses a folder for results, which it does not write', async t => {
    const folder = await temporaryFolder(t);
    const { code, stderr } = await runScript(t, SCRIPT, ['--database', '--out', 'kept'], folder).end();
    assert.equal(code, 2);
    assert.match(stderr, /^usage\/arguments: .*--out/);
  });
});

/**
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 * @param {Record<string, string>} [env]
 */
function run(t, folder, env) {
  return runScript(t, SCRIPT, ['--database', '--rows', '50', '--runs', '1'], folder, env);
}
