import assert from 'node:assert/strict';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runScript, temporaryFolder } from '../run-script.js';

/** @import { Bench } from '../../../experiments/bench/results.js' */

const SCRIPT = 'experiments/bench.js';

describe('npm run bench', { timeout: 300_000, concurrency: 2 }, () => {
  it('measures and reports installed tools, and lists missing ones', async t => {
    const folder = await temporaryFolder(t);
    const path = process.env.PATH;
    t.after(() => {
      process.env.PATH = path;
    });
    // Hides all other tools.
    process.env.PATH = join(folder, 'no-programs');
    const run = runScript(t, SCRIPT, ['--rows', '50', '--runs', '1', '--out', 'kept'], folder);
    process.env.PATH = path;
    const { code, stdout, stderr } = await run.end();
    assert.equal(code, 0, stderr);
    const plan = stdout.slice(0, stdout.indexOf('\n\n')).split('\n');
    assert.match(plan[0], /^This takes (?:less than a minute|about \d+ min)\. Ctrl-C stops it\.$/);
    assert.match(plan[1], /^ {2}data +50 rows are made first: less than a minute$/);
    assert.match(plan[2], /^ {2}contest +3 contestants, 2 turns: /);
    assert.match(plan[3], /^ {2}growth +11 archives, 2 runs of each: /);
    assert.match(plan[4], /^ {2}left out +not installed: igzip, inflating; unzip -p \| mawk; .*TLS$/);
    assert.match(plan[5], /^ {2}to add +sudo apt-get install isal unzip mawk miller openssl$/);
    assert.match(plan[6], /^ +python3 -m venv data\/python && .* install stream-unzip duckdb && /);
    assert.match(plan[7], /^ +cargo install --locked xsv qsv/);
    assert.match(stderr, /^1 of 33, 0\.\d s gone, about [^:]* left: making the archive\n/);
    for (const line of stderr.trimEnd().split('\n')) assert.match(line, /^\d+ of 33, .* gone, about .* left: .*$/);
    assert.match(stdout, /^people-50-1337-header\.zip: \d+\.?\d* kB, \d+\.?\d* kB zipped$/m);
    assert.match(stdout, /^sluice run +all +\d/m);
    assert.match(stdout, /^Node’s zlib, inflating +none +\d\S+ +1\.00 /m);
    assert.match(stdout, /^function, S3 to S3 +all +\d/m);
    const lacking = ['mawk', 'xsv', 'qsv', 'mlr'].map(
      name => `unzip -p \\| ${name}: skipped, not installed: unzip, ${name}`,
    );
    const others = [
      'igzip, inflating: .*igzip is not',
      '.*, TLS: .*openssl is not',
      '.*not installed: python3 with stream-unzip',
      '.*not installed: duckdb',
    ];
    for (const line of [...lacking, ...others]) assert.match(stdout, new RegExp(`^${line}`, 'm'));
    assert.match(
      stdout,
      /^entries +inflated .*\n.*\n +1 .*\n +10 .*\n\ngrowth exponents: wall [\d.−]+, CPU [\d.−]+, peak RSS [\d.−]+$/m,
    );

    /** @type {Bench} */
    const bench = JSON.parse(await readFile(join(folder, 'kept/bench.json'), 'utf8'));
    assert.equal(bench.command, 'npm run bench -- --rows 50 --runs 1');
    assert.deepEqual(
      bench.standings.filter(({ turns }) => turns.length === 1).map(({ id }) => id),
      ['sluice', 'zlib', 's3'],
    );
    assert.deepEqual(
      bench.scalings.map(({ axis, points }) => [axis, points.map(({ count }) => count)]),
      [
        ['rows', [5, 10, 20, 40, 80]],
        ['entries', [1, 10]],
        ['columns', [1, 10, 100, 1000]],
      ],
    );
    assert.match(await readFile(join(folder, 'kept/bench.md'), 'utf8'), /^\| sluice run \| all \| \d/m);
    assert.deepEqual((await readdir(join(folder, 'data'))).sort(), FILES);
  });

  it('leaves only the archive behind when it is stopped', async t => {
    const folder = await temporaryFolder(t);
    const run = runScript(t, SCRIPT, ['--rows', '50'], folder);
    await run.until(/zipped/);
    while (!(await filesIn(folder)).some(name => name.endsWith('event.json'))) await new Promise(setImmediate);
    run.child.kill('SIGINT');
    const { code, stderr } = await run.end();
    assert.equal(code, 130);
    assert.match(stderr, /^(?:\d+ of \d+, .*\n)+$/);
    assert.deepEqual((await readdir(join(folder, 'data'))).sort(), FILES);
  });

  it('reports a mistake in one line, and does nothing', async t => {
    const folder = await temporaryFolder(t);
    const mistakes = new Map([
      [['--rows', '0'], /^usage\/arguments: --rows is "0"; it must be a whole number from 50 to /],
      [['--rows', '1e3'], /^usage\/arguments: /],
      [['--runs', '-1'], /^usage\/arguments: /],
      [['--runs', 'x'], /^usage\/arguments: --runs is "x"; /],
      [['my.zip'], /^usage\/arguments: what is "my\.zip"\? usage: npm run bench/],
      [['--turns', '5'], /^usage\/arguments: Unknown option '--turns'; usage: npm run bench/],
    ]);
    const runs = await Promise.all(Array.from(mistakes.keys(), args => runScript(t, SCRIPT, args, folder).end()));
    for (const [index, pattern] of [...mistakes.values()].entries()) {
      const { code, stdout, stderr } = runs[index];
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, pattern);
      assert.match(stderr, /^[^\n]+\n$/);
    }
    assert.deepEqual(await readdir(folder), []);
  });

  it('reports in one line that the data cannot be written', async t => {
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, 'data/people-50-1337-header.zip'), { recursive: true });
    const { code, stderr } = await runScript(t, SCRIPT, ['--rows', '50'], folder).end();
    assert.equal(code, 1);
    assert.match(stderr, /^storage\/\S+: [^\n]+\n$/m);
  });

  it('prints its usage on request', async t => {
    const folder = await temporaryFolder(t);
    const { code, stdout, stderr } = await runScript(t, SCRIPT, ['--rows', '0', '--help'], folder).end();
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Usage: npm run bench -- /);
  });
});

const FILES = ['people-50-1337-header.csv', 'people-50-1337-header.zip'];

/** @param {string} folder */
async function filesIn(folder) {
  return readdir(join(folder, 'data'), { recursive: true }).catch(() => []);
}
