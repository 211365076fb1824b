import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runScript, temporaryFolder } from '../run-script.js';

/** @import { NamedResults } from '../../../experiments/harness/shape.js' */

const SCRIPT = 'experiments/experiment.js';

describe('npm run experiment -- NAME', { timeout: 1_800_000 }, () => {
  // The other experiments run in the same way: their own tests call what this command calls.
  it('runs round-trips: its outputs agree, its assertions hold, and its report is written', async t => {
    const name = 'round-trips';
    const args = ['--round-trip', '10', '--runs', '1'];
    const folder = await temporaryFolder(t);
    const { code, stdout, stderr } = await runScript(t, SCRIPT, [name, ...args], folder).end();
    assert.deepEqual([code, stderr], [0, ''], stdout);
    const out = join(folder, 'results', name);
    assert.deepEqual((await readdir(out)).toSorted(), ['charts', 'report.html', 'report.md', 'results.json']);
    /** @type {NamedResults} */
    const results = JSON.parse(await readFile(join(out, 'results.json'), 'utf8'));
    assert.equal(results.command, ['npm run experiment --', name, ...args].join(' '));
    for (const { name: cell, runs, missing } of results.cells) assert.ok(missing !== null || runs.length > 0, cell);
    const page = await readFile(join(out, 'report.md'), 'utf8');
    assert.doesNotMatch(page, /NaN|undefined|Infinity|\[object/);
    assert.doesNotMatch(page, /✗/);
    assert.deepEqual(
      (await readdir(join(folder, 'data'))).filter(name => name.startsWith('s3-')),
      [],
      'no scratch folder is left',
    );
  });
});
