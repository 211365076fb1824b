import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runScript, temporaryFolder } from '../run-script.js';

/** @import { NamedResults } from '../../../experiments/harness/shape.js' */

const SCRIPT = 'experiments/experiment.js';

/** Small enough for a test. @type {Record<string, string[]>} */
const SMALL = {
  drivers: ['--rows', '2000', '--stalled-rows', '1000', '--round-trip', '4', '--runs', '1'],
  'round-trips': ['--round-trip', '10', '--runs', '1'],
};

describe('npm run experiment -- NAME', { timeout: 1_800_000 }, () => {
  for (const [name, args] of Object.entries(SMALL)) {
    it(`runs ${name}: its outputs agree, its assertions hold, and its report is written`, async t => {
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
  }
});
