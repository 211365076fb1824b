import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signalItself } from './cli/signal-itself.js';
import { filesIn, folderOf, runCli } from './support/run-cli.js';
import { writeZip } from './support/zip-writer.js';

const PEOPLE = 'name,phone,notes\nBob\nAnn,1,x\n';
const ZIP = writeZip([
  { name: 'a/people.csv', content: PEOPLE },
  { name: 'b.txt', content: 'text' },
]);
const RECIPE = { entries: [{ match: '**/*.csv', csv: { drop: ['notes'] } }] };

describe('the command line', { concurrency: 2 }, () => {
  test('a run writes entries, rejected records and manifest, and prints each outcome', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP, 'recipe.json': RECIPE });
    const { code, stdout, stderr } = await runCli(['run', 'x.zip', '--to', 'out', '--recipe', 'recipe.json'], { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(await filesIn(join(cwd, 'out')), [
      '_reasons/x/a/people.csv.jsonl',
      '_rejected/x/a/people.csv',
      'x/_manifest.json',
      'x/a/people.csv',
      'x/b.txt',
    ]);
    assert.equal(await readFile(join(cwd, 'out/x/a/people.csv'), 'utf8'), 'name,phone\nAnn,1\n');
    assert.match(
      stdout,
      /^entry .*\n─+\na\/people\.csv +csv +written .*\nb\.txt +copy +written .*\n─+\ntotal .*\na\/people\.csv: rejected: .*\ncomplete in /,
    );
    assert.ok(stdout.endsWith(`\nmanifest: ${join(cwd, 'out/x/_manifest.json')}\n`));
  });

  test('--json prints exactly the manifest; a second run has nothing to do, unless with --force', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP });
    const args = ['run', 'x.zip', '--to', 'out', '--json'];
    const first = await runCli(args, { cwd });
    const manifest = await readFile(join(cwd, 'out/x/_manifest.json'), 'utf8');
    assert.deepEqual(first, { code: 0, stdout: manifest, stderr: '' });
    const { mtimeMs } = await stat(join(cwd, 'out/x/b.txt'));
    assert.deepEqual(await runCli(args, { cwd }), { code: 0, stdout: manifest, stderr: '' });
    assert.equal((await stat(join(cwd, 'out/x/b.txt'))).mtimeMs, mtimeMs);
    assert.match(
      (await runCli(args.slice(0, -1), { cwd })).stdout,
      /\ncomplete was done before \(--force does it again\)\n/,
    );
    assert.equal((await runCli([...args, '--force'], { cwd })).code, 0);
    assert.notEqual((await stat(join(cwd, 'out/x/b.txt'))).mtimeMs, mtimeMs);
  });

  test('csv/too-many-bad: exit 1, and nothing of the entry is written', async t => {
    const content = `name,phone,notes\n${'Ann\n'.repeat(3)}`;
    const zip = writeZip([
      { name: 'a/people.csv', content },
      { name: 'b.txt', content: 'text' },
    ]);
    const cwd = await folderOf(t, { 'x.zip': zip, 'recipe.json': RECIPE });
    const args = ['run', 'x.zip', '--to', 'out', '--recipe', 'recipe.json', '--quiet'];
    const { code, stderr } = await runCli(args, { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /^sluice: a\/people\.csv: csv\/too-many-bad: all 3 records are bad [^\n]+"maxBad"\n$/);
    assert.deepEqual(await filesIn(join(cwd, 'out')), ['x/_manifest.json', 'x/b.txt']);
  });

  test('--json prints an error if there is no manifest, whatever the reason', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP, file: Buffer.from('in the way') });
    /** @type {[args: string[], code: number, error: string][]} */
    const cases = [
      [['run', 'x.zip', '--to', 'file'], 1, 'storage/name-in-the-way'],
      [['run', 'no.zip', '--to', 'out'], 1, 'storage/not-found'],
      [['run', 'x.zip', '--to', 'out', '--recipe', 'no.json'], 2, 'usage/recipe-unreadable'],
      [['run', 'x.zip'], 2, 'usage/command-line'],
    ];
    for (const [args, code, expected] of cases) {
      const result = await runCli([...args, '--json'], { cwd });
      const { error, ...others } = JSON.parse(result.stdout);
      assert.deepEqual([result.code, error.code, others], [code, expected, {}]);
      assert.equal(result.stderr, `sluice: ${error.code}: ${error.message}\n`);
    }
  });

  test('--quiet prints nothing if all is well', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP });
    assert.deepEqual(await runCli(['run', 'x.zip', '--to', 'out', '--quiet'], { cwd }), {
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('--help prints the usage, wherever it stands', async () => {
    for (const args of [['--help'], ['run', '-h']]) {
      const { code, stdout, stderr } = await runCli(args);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^Usage: sluice run ARCHIVE --to DESTINATION/);
    }
  });

  test('a signal stops the job with exit 130, and the next run keeps what was written and finishes', {
    timeout: 300_000,
  }, async t => {
    const entries = Array.from({ length: 200 }, (_, index) => ({ name: `${index}.txt`, content: `${index}` }));
    const cwd = await folderOf(t, { 'x.zip': writeZip(entries) });
    const args = ['run', 'x.zip', '--to', 'out', '--json'];
    const stopped = await runCli(args, { cwd, node: signalItself('SIGINT', { writes: 20, bytes: 1 }) });
    assert.deepEqual([stopped.code, JSON.parse(stopped.stdout).error.code], [130, 'job/stopped']);
    assert.match(stopped.stderr, /^sluice: job\/stopped: [^\n]+\n$/);
    const files = await filesIn(join(cwd, 'out/x'));
    const unfinished = JSON.parse(await readFile(join(cwd, 'out/x/_manifest.json'), 'utf8'));
    assert.equal(unfinished.status, 'unfinished');
    assert.equal(
      unfinished.totals.written,
      files.length - 1,
      'the manifest counts each written file, and there is no other one',
    );
    assert.ok(unfinished.totals.written < entries.length);
    const { mtimeMs } = await stat(join(cwd, 'out/x/0.txt'));

    const { code, stdout } = await runCli(args, { cwd });
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).totals.written, entries.length);
    assert.equal((await filesIn(join(cwd, 'out/x'))).length, entries.length + 1);
    assert.equal((await stat(join(cwd, 'out/x/0.txt'))).mtimeMs, mtimeMs);
  });

  test('a reader that closes the pipe is not an error, a full disk is', async t => {
    const many = Array.from({ length: 600 }, (_, index) => ({ name: `${index}`, method: 0 }));
    const cwd = await folderOf(t, { 'x.zip': writeZip(many), 'y.zip': ZIP });
    const cli = fileURLToPath(new URL('../src/cli.js', import.meta.url));
    const shell = (/** @type {string} */ command) =>
      promisify(execFile)('bash', ['-c', `${command}; echo "\${PIPESTATUS[0]}"`, process.execPath, cli], { cwd });
    const head = await shell('"$0" "$1" run x.zip --to out --json | head -c 1 > /dev/null');
    assert.deepEqual(head, { stdout: '0\n', stderr: '' });
    const full = await shell('"$0" "$1" run y.zip --to out > /dev/full');
    assert.equal(full.stdout, '1\n');
    assert.match(full.stderr, /^sluice: storage\/disk-full: [^\n]+\n$/);
  });
});
