import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { experimentOnArchives } from '../../../experiments/archives.js';
import { SluiceError, UsageError } from '../../../src/errors.js';
import { drawsAll } from '../../support/cases.js';
import { temporaryFolder } from '../../support/run-cli.js';
import { writeZip } from '../../support/zip-writer.js';
import '../../support/own-process.js';

/** @import { Results } from '../../../experiments/results.js' */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const QUICKLY = new URL('../../support/load-quickly.js', import.meta.url).href;
const PROGRAM = 'experiments/experiment.js';
// Tries only one size of Lambda; `measureSurvival` has a test of its own for all of them.
const SHORTER = drawsAll ? PROGRAM : 'test/tools/experiments/run-on-archives.js';
const VARIANT = 'experiments/variants/row-by-row.js';
/** Has a process load the variant from another file. */
const INSTEAD = `import { readFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => url.endsWith('/${VARIANT}')
    ? { format: 'module', source: readFileSync(SOURCE), shortCircuit: true } : next(url, context) });`;

test('the experiment makes its data, verifies that all variants write the same, and writes a report', async t => {
  const cwd = await temporaryFolder(t);
  const args = ['--rows', '2000', '--runs', '1', '--out', 'report'];
  const { code, stdout, stderr } = await experiment(cwd, args, { program: SHORTER });
  assert.deepEqual([code, stderr], [0, '']);
  for (const word of ['buffer', 'row by row', 'stream', 'report.html']) assert.ok(stdout.includes(word), word);
  assert.match(stdout, /Too\s+small\s+to\s+say:/);
  assert.doesNotMatch(stdout, /\$ a TB/);

  const data = await readdir(join(cwd, 'data'));
  assert.deepEqual(
    data.filter(name => name.endsWith('.zip')).toSorted(),
    [1400, 200, 2000, 400, 800].map(rows => `people-${rows}-1337-header.zip`),
  );
  assert.ok(!data.some(name => name.startsWith('s3-')), 'no scratch folder is left');

  /** @type {Results} */
  const results = JSON.parse(await readFile(join(cwd, 'report', 'results.json'), 'utf8'));
  assert.deepEqual(
    results.inputs.map(({ rows }) => rows),
    [200, 400, 800, 1400, 2000],
  );
  assert.equal(results.runs.length, 5 * 3);
  for (const run of results.runs) {
    assert.equal(run.failure, null);
    for (const value of [run.wallSeconds, run.cpuSeconds, run.peakHeapBytes, run.heapAtEndBytes]) assert.ok(value > 0);
    assert.ok(run.peakRssBytes > run.peakHeapBytes);
  }
  assert.ok(
    results.runs.some(run => run.heapAtEndBytes < run.peakHeapBytes),
    'the end is not the peak',
  );
  assert.equal(results.ancestor?.rows, 2000);
  assert.equal(results.survival.attempts.length, 3 * (drawsAll ? 6 : 1));
  assert.equal(results.survival.input, 4);
  assert.equal(results.command, 'npm run experiment -- --rows 2000 --runs 1');
});

test('it runs on the user’s own archive and recipe', async t => {
  const cwd = await temporaryFolder(t);
  const args = [...(await ownArchive(cwd)), '--runs', '2'];
  const { code, stderr } = await experiment(cwd, args, { program: SHORTER });
  assert.deepEqual([code, stderr], [0, '']);
  /** @type {Results} */
  const results = JSON.parse(await readFile(join(cwd, 'results', 'experiment', 'results.json'), 'utf8'));
  assert.equal(results.isOwn, true);
  assert.equal(results.ancestor, null);
  assert.equal(results.inputs.length, 1);
  assert.equal(results.inputs[0].output.files, 2);
  const turns = results.runs.map(({ variant }) => variant);
  assert.deepEqual(turns, ['stream', 'buffer', 'row-by-row', 'buffer', 'row-by-row', 'stream']);
  assert.equal(results.command, 'npm run experiment -- --own mine.zip --recipe mine.json --runs 2');
});

test('a variant that sometimes writes something else fails the experiment, with the first difference', async t => {
  const cwd = await temporaryFolder(t);
  const program = await readFile(join(ROOT, VARIANT), 'utf8');
  const changed = program
    .replace(
      '.filter(row => table.keeps(row))',
      '.filter(row => (hasRun ? row.fields[0] !== "Smith" : table.keeps(row)))',
    )
    .replace('\nexport ', '\nconst hasRun = existsSync("ran");\nwriteFileSync("ran", "");\n\nexport ');
  assert.equal(changed.split('hasRun').length, 3);
  const [source, hook] = [join(cwd, 'changed.js'), join(cwd, 'hook.mjs')];
  await writeFile(source, `import { existsSync, writeFileSync } from 'node:fs';\n${changed}`);
  await writeFile(hook, INSTEAD.replace('SOURCE', JSON.stringify(source)));
  const env = { ...process.env, NODE_OPTIONS: `--import ${hook}` };
  const { code, stdout, stderr } = await experiment(cwd, [...(await ownArchive(cwd)), '--runs', '2'], { env });
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^experiment\/outputs-differ: the variants do not agree: of row-by-row, mine\/people\.csv differs from byte \d+ on, in line \d+: ".*", not ".*"\n$/,
  );
  assert.ok(!(await readdir(cwd)).includes('results'), 'there is no report');
});

for (const [title, args, code, message] of /** @type {[string, string[], string, RegExp][]} */ ([
  ['too few rows', ['--rows', '10'], 'usage/arguments', /^--rows is "10"; it must be a whole number from 1000 to/],
  ['no number', ['--runs', 'many'], 'usage/arguments', /^--runs is "many"; it must be a whole number from 1 to 100$/],
  ['a recipe for generated people', ['--recipe', 'x.json'], 'usage/arguments', /^--recipe is for an archive of yours/],
  [
    'rows of an own archive',
    ['--own', 'x.zip', '--rows', '1000'],
    'usage/arguments',
    /^--rows is for generated people/,
  ],
  ['a missing archive', ['--own', 'nothing.zip'], 'storage/not-found', /nothing\.zip/],
])) {
  test(`a mistake is refused: ${title}`, async t => {
    const error = await refused(t, await temporaryFolder(t), args);
    assert.equal(error.code, code);
    assert.match(error.message, message);
  });
}

test('a mistake is reported in one line', async t => {
  const cwd = await temporaryFolder(t);
  const { code, stdout, stderr } = await experiment(cwd, ['--row', '5']);
  assert.match(stderr, /^usage\/arguments: Unknown option '--row'; usage: npm run experiment[^\n]*\n$/);
  assert.deepEqual([code, stdout], [2, '']);
});

test('a folder with other files than a report is refused before the work begins', async t => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'thesis.txt'), 'years of work');
  const { code, message } = await refused(t, cwd, ['--rows', '1000', '--out', '.']);
  assert.equal(code, 'usage/folder');
  assert.match(message, /^[^\n]*thesis\.txt[^\n]*$/);
  assert.deepEqual(await readdir(cwd), ['thesis.txt']);
});

test('a file that is not an archive is refused, and nothing is left behind', async t => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'mine.zip'), 'no archive');
  const { code } = await refused(t, cwd, ['--own', 'mine.zip']);
  assert.equal(code, 'archive/not-a-zip');
  assert.deepEqual(await readdir(join(cwd, 'data')), []);
});

test('a system error is reported in one line', async t => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'data'), 'a file, where a folder has to be');
  const { code, stdout, stderr } = await experiment(cwd, ['--rows', '1000']);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^EEXIST: [^\n]*'data'\n$/);
});

test('Ctrl-C ends it and the measured process, and leaves nothing behind', async t => {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'data'));
  const { code } = await experiment(cwd, ['--rows', '1000', '--runs', '100'], {
    async meanwhile(child) {
      const isAtWork = async () => (await readdir(join(cwd, 'data'))).some(name => name.startsWith('s3-'));
      while (!(await isAtWork())) await new Promise(resolve => setTimeout(resolve, 20));
      await new Promise(resolve => setTimeout(resolve, 1_000));
      child.kill('SIGINT');
    },
  });
  assert.equal(code, 130);
  assert.ok(!(await readdir(join(cwd, 'data'))).some(name => name.startsWith('s3-')));
});

/**
 * Makes an archive and a recipe.
 *
 * @param {string} folder
 * @returns {Promise<string[]>} What names them on the command line there.
 */
async function ownArchive(folder) {
  const rows = Array.from({ length: 300 }, (_, id) => `${id % 7 === 3 ? 'Smith' : 'Jones'},${id},x\n`).join('');
  const entries = [
    { name: 'people.csv', content: `name,id,notes\n${rows}` },
    { name: 'read me.txt', content: 'not a table' },
  ];
  await writeFile(join(folder, 'mine.zip'), writeZip(entries));
  const recipe = { entries: [{ match: '*.csv', csv: { drop: ['notes'], require: ['id'] } }] };
  await writeFile(join(folder, 'mine.json'), JSON.stringify(recipe));
  return ['--own', 'mine.zip', '--recipe', 'mine.json'];
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {object} [how]
 * @param {NodeJS.ProcessEnv} [how.env]
 * @param {string} [how.program]
 * @param {(child: import('node:child_process').ChildProcess) => Promise<void>} [how.meanwhile]
 */
async function experiment(cwd, args, { env = process.env, program = PROGRAM, meanwhile } = {}) {
  const child = spawn(process.execPath, ['--import', QUICKLY, join(ROOT, program), ...args], {
    cwd,
    env,
    timeout: 600_000,
  });
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  await meanwhile?.(child);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/**
 * Reads a command line in this process.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<Error & { code: string }>} The error, which is no defect of the program: its exit code is 2 for the user's mistakes.
 */
async function refused(t, cwd, args) {
  t.mock.property(process, 'argv', [process.execPath, PROGRAM, ...args]);
  const before = process.cwd();
  process.chdir(cwd);
  try {
    await experimentOnArchives(t.signal);
  } catch (error) {
    assert.ok(error instanceof SluiceError);
    assert.equal(error instanceof UsageError, error.code.startsWith('usage/'));
    return error;
  } finally {
    process.chdir(before);
  }
  assert.fail(`${args} is not refused`);
}
