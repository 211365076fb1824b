import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { runCli, temporaryFolder } from '../support/run-cli.js';

suite('sluice check', () => {
  test('prints a recipe with its defaults, and warns', async t => {
    const folder = await temporaryFolder(t);
    const entries = [
      { match: '**/*.csv', csv: { drop: ['a'] } },
      { match: 'x/*.csv', skip: true },
    ];
    await writeFile(join(folder, 'r.json'), JSON.stringify({ entries }));
    const { code, stdout, stderr } = await runCli(['check', 'r.json'], { cwd: folder });
    assert.equal(code, 0);
    assert.equal(
      stderr,
      'sluice: warning: entries[1] can never match: entries[0] ("**/*.csv") takes all that it matches\n',
    );
    assert.equal(JSON.parse(stdout).entries[0].csv.badRecords, 'quarantine');
    await writeFile(join(folder, 'again.json'), stdout);
    const again = await runCli(['check', 'again.json'], { cwd: folder });
    assert.deepEqual([again.code, again.stdout, again.stderr], [0, stdout, stderr]);
  });

  test('prints a line for each problem, or with --json all in one object', async t => {
    const folder = await temporaryFolder(t);
    const entries = [
      { match: '{', copy: true },
      { match: '*', csv: { drp: [], header: 5 } },
    ];
    await writeFile(join(folder, 'r.json'), JSON.stringify({ entries }));
    const { code, stdout, stderr } = await runCli(['check', 'r.json'], { cwd: folder });
    assert.deepEqual([code, stdout], [2, '']);
    assert.deepEqual(
      stderr
        .trimEnd()
        .split('\n')
        .map(line => line.split(' ').slice(0, 3).join(' ')),
      [
        'sluice: recipe/wrong-value: entries[0].match',
        'sluice: recipe/unknown-key: entries[1].csv.drp',
        'sluice: recipe/wrong-type: entries[1].csv.header',
      ],
    );
    const run = await runCli(['run', 'x.zip', '--to', 'out', '--recipe', 'r.json', '--json'], { cwd: folder });
    assert.equal(run.code, 2);
    assert.equal(run.stderr, stderr);
    const { error } = JSON.parse(run.stdout);
    assert.deepEqual([error.code, error.problems.length], ['recipe/wrong-value', 3]);
    assert.match(error.message, /^entries\[0\]\.match is "\{", a glob .*; and 2 more problems$/);
  });
});
