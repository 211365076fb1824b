import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import unzipper from 'unzipper';

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-data-'));
});
after(() => rm(folder, { recursive: true }));

test('the CSV file and the zip archive have the same rows, and a second run does not change them', async () => {
  const out = join(folder, 'twice');
  const first = await run(['--rows', '2500', '--seed', '7', '--delimiter', ';', '--header', '--out', out]);
  assert.deepEqual([first.code, first.stderr], [0, '']);
  assert.match(
    first.stdout,
    /^\S+people-2500-7-x3b-header\.csv \([\d.]+ MB\) and \S+\.zip .*: 2,500 rows in .* rows\/s\n$/,
  );
  const files = (await readdir(out)).sort();
  assert.deepEqual(files, ['people-2500-7-x3b-header.csv', 'people-2500-7-x3b-header.zip']);

  const csv = await readFile(join(out, files[0]));
  const directory = await unzipper.Open.file(join(out, files[1]));
  assert.deepEqual(
    directory.files.map(file => file.path),
    ['people.csv'],
  );
  assert.deepEqual(await directory.files[0].buffer(), csv);
  assert.equal(csv.toString().split('\n').length, 2500 + 2);

  const { mtimeMs } = await stat(join(out, files[0]));
  const second = await run(['--rows', '2500', '--seed', '7', '--delimiter', ';', '--header', '--out', out]);
  assert.equal(second.code, 0);
  assert.match(second.stdout, /are there already; delete them to make them again\n$/);
  assert.equal((await stat(join(out, files[0]))).mtimeMs, mtimeMs);
});

test('an interrupted run says so and leaves nothing behind', async () => {
  const out = join(folder, 'interrupted');
  const { code, stdout, stderr } = await run(['--rows', '100000000', '--out', out], async child => {
    while ((await readdir(out).catch(() => [])).length < 2) await new Promise(resolve => setTimeout(resolve, 10));
    child.kill('SIGINT');
  });
  assert.deepEqual([code, stdout, stderr], [130, '', 'stopped; nothing was written\n']);
  assert.deepEqual(await readdir(out), []);
});

test('the usage is printed on request', async () => {
  const out = join(folder, 'help');
  const { code, stdout, stderr } = await run(['--out', out, '--help']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^Usage: npm run generate-data -- /);
  await assert.rejects(readdir(out), { code: 'ENOENT' });
});

const MISTAKES = [
  { args: ['--delimiter', '||'], says: /^usage\/delimiter: --delimiter is "\|\|"; it must be one ASCII character/ },
  { args: ['--delimiter', 'é'], says: /^usage\/delimiter: / },
  { args: ['--delimiter', '"'], says: /^usage\/delimiter: / },
  { args: ['--delimiter', '\n'], says: /^usage\/delimiter: / },
  { args: ['--rows', '0'], says: /^usage\/arguments: --rows is "0"; it must be a whole number from 1 to / },
  { args: ['--rows', '1e3'], says: /^usage\/arguments: / },
  { args: ['--seed', '4294967296'], says: /^usage\/arguments: / },
  { args: ['--lines', '5'], says: /^usage\/arguments: Unknown option '--lines'; usage: npm run generate-data/ },
];

test('a mistake on the command line is reported in one line, with exit code 2', async () => {
  const out = join(folder, 'mistakes');
  const runs = await Promise.all(MISTAKES.map(({ args }) => run([...args, '--out', out])));
  for (const [index, { code, stdout, stderr }] of runs.entries()) {
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, MISTAKES[index].says);
    assert.match(stderr, /^[^\n]+\n$/);
  }
  await assert.rejects(readdir(out), { code: 'ENOENT' });
});

/**
 * @param {string[]} args
 * @param {(child: import('node:child_process').ChildProcess) => Promise<void>} [meanwhile]
 */
async function run(args, meanwhile) {
  const script = fileURLToPath(new URL('../../../scripts/generate-data.js', import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { timeout: 300_000 });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', text => {
    stdout += text;
  });
  child.stderr.on('data', text => {
    stderr += text;
  });
  const closed = new Promise(resolve => child.once('close', resolve));
  await meanwhile?.(child);
  return { code: await closed, stdout, stderr };
}
