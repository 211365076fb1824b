import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findExperiments } from '../../../experiments/harness/find-experiments.js';
import { helpOf } from '../../../experiments/harness/run-experiment.js';
import { runScript, temporaryFolder } from '../run-script.js';

/** @import { NamedResults } from '../../../experiments/harness/shape.js' */

const SCRIPT = 'experiments/experiment.js';

describe('the command line of experiments', { timeout: 300_000 }, () => {
  it('names every experiment in the help of the first one', async t => {
    const { code, stdout } = await run(t, ['--help']);
    assert.equal(code, 0);
    for (const { name, about } of await findExperiments())
      assert.ok(stdout.includes(`${name} `) && stdout.includes(about));
  });

  it('has the options of each in its own help, with their defaults', async t => {
    const experiments = await findExperiments();
    for (const experiment of experiments) {
      for (const [option, { default: value }] of Object.entries(experiment.options))
        assert.match(helpOf(experiment), new RegExp(`^ {2}--${option} N .*\\(${value}\\)$`, 'm'));
    }
    const { code, stdout } = await run(t, [experiments[0].name, '--help']);
    assert.deepEqual([code, stdout], [0, helpOf(experiments[0])]);
  });

  it('reports a mistake in one line, before anything is started', async t => {
    for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
      [['nothing'], /^usage\/arguments: there is no experiment "nothing"; there are coalescing, drivers, /],
      [['drivers', '--row', '5'], /^usage\/arguments: Unknown option '--row'; usage: npm run experiment -- drivers/],
      [
        ['drivers', '--rows', '5'],
        /^usage\/arguments: --rows is "5"; it must be a whole number from 1000 to 10000000\n$/,
      ],
      [['round-trips', 'more'], /^usage\/arguments: what is "more"\?/],
    ])) {
      const { code, stdout, stderr } = await run(t, args);
      assert.match(stderr, message);
      assert.deepEqual([code, stdout, stderr.split('\n').length], [2, '', 2]);
    }
  });

  it('runs the cells, writes the report, and leaves nothing else', async t => {
    const folder = await temporaryFolder(t);
    const script = 'test/tools/experiments/harness/run-counting.js';
    const { code, stdout, stderr } = await runScript(t, script, ['--most', '10', '--runs', '1'], folder).end();
    assert.deepEqual([code, stderr], [0, ''], stdout);
    const out = join(folder, 'results/counting');
    assert.deepEqual((await readdir(out)).toSorted(), ['charts', 'report.html', 'report.md', 'results.json']);
    /** @type {NamedResults} */
    const results = JSON.parse(await readFile(join(out, 'results.json'), 'utf8'));
    assert.equal(results.command, 'npm run experiment -- counting --most 10 --runs 1');
    assert.deepEqual(
      results.cells.map(({ runs }) => runs.length),
      [1, 1],
    );
    assert.doesNotMatch(await readFile(join(out, 'report.md'), 'utf8'), /NaN|undefined|Infinity|\[object|✗/);
    assert.deepEqual(await readdir(join(folder, 'data')), []);
  });

  it('refuses a folder with other files than a report', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'thesis.txt'), 'years of work');
    const { code, stderr } = await runScript(t, SCRIPT, ['drivers', '--out', '.'], folder).end();
    assert.equal(code, 2);
    assert.match(stderr, /^usage\/folder: [^\n]*thesis\.txt[^\n]*\n$/);
  });
});

/**
 * @param {import('node:test').TestContext} t
 * @param {string[]} args
 */
async function run(t, args) {
  return runScript(t, SCRIPT, args, await temporaryFolder(t)).end();
}
