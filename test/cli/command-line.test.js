import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { USAGE } from '../../src/cli/usage.js';
import { filesIn, folderOf, runCli } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';

const ZIP = writeZip([
  { name: 'a/people.csv', content: 'name,phone,notes\nAnn,1,x\n' },
  { name: 'b.txt', content: 'text' },
]);

describe('the command line, if something is wrong', { concurrency: 2 }, () => {
  /** One for each place that finds something out. @type {[title: string, args: string[], code: string, files?: Record<string, object>][]} */
  const WRONG = [
    ['no command', [], 'usage/command-line'],
    ['a folder as archive', ['run', '.', '--to', 'out'], 'usage/not-a-file'],
    ['a malformed address', ['run', 's3:bucket', '--to', 'out'], 'usage/bad-uri'],
    ['a checkpoint that does not exist', ['resume', 'no.cp'], 'usage/bad-checkpoint'],
    [
      'a checkpoint in a folder that does not exist',
      ['run', 'x.zip', '--to', 'out', '--checkpoint', 'no/cp'],
      'usage/bad-checkpoint',
    ],
    ['a recipe that does not exist', ['run', 'x.zip', '--to', 'out', '--recipe', 'no.json'], 'usage/recipe-unreadable'],
    [
      'a recipe with a wrong key',
      ['run', 'x.zip', '--to', 'out', '--recipe', 'r.json'],
      'recipe/unknown-key',
      { 'r.json': { entry: [] } },
    ],
  ];
  for (const [title, args, code, files] of WRONG) {
    test(`${code}: ${title}: exit 2, one line, nothing written`, async t => {
      const cwd = await folderOf(t, { 'x.zip': ZIP, ...files });
      const result = await runCli(args, { cwd });
      assert.deepEqual([result.code, result.stdout], [2, '']);
      assert.match(result.stderr, new RegExp(`^sluice: ${code}: .{20,}\\n$`));
      assert.deepEqual((await filesIn(cwd)).sort(), ['x.zip', ...Object.keys(files ?? {})].sort());
    });
  }

  /** @type {[code: string, title: string, zip: Buffer][]} */
  const FAILING = [
    ['archive/not-a-zip', 'an empty file', Buffer.alloc(0)],
    ['archive/crc-mismatch', 'a wrong CRC-32', writeZip([{ name: 'a', content: 'a', crc32: 1 }])],
    ['archive/unsafe-name', 'a name with escape sequences', writeZip([{ name: '\u001b[2J\r\n', content: 'a' }])],
  ];
  for (const [code, title, zip] of FAILING) {
    test(`${code}: ${title}: exit 1, one line, nothing but the manifest`, async t => {
      const cwd = await folderOf(t, { 'x.zip': zip });
      const { code: exitCode, stderr, stdout } = await runCli(['run', 'x.zip', '--to', 'out'], { cwd });
      assert.equal(exitCode, 1);
      assert.match(stderr, new RegExp(`^sluice: ([^\\u0000-\\u001f]* )?${code}: [^\\u0000-\\u001f]+\\n$`));
      assert.match(stdout, /(failed|partial) in .*\nmanifest: /);
      assert.doesNotMatch(stdout, /\u001b/);
      assert.deepEqual(await filesIn(join(cwd, 'out')), ['x/_manifest.json']);
    });
  }

  test('usage/bad-manifest: a manifest that names no archive: exit 2, and nothing is written', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP });
    await mkdir(join(cwd, 'out/x'), { recursive: true });
    const forged = { version: 1, archive: {}, recipe: {}, entries: [] };
    await writeFile(join(cwd, 'out/x/_manifest.json'), JSON.stringify(forged));
    const { code, stderr } = await runCli(['run', 'x.zip', '--to', 'out'], { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /^sluice: usage\/bad-manifest: \S+ is damaged: [^\n]+\n$/);
    assert.deepEqual(await filesIn(join(cwd, 'out')), ['x/_manifest.json']);
  });

  test('storage/…: a path that cannot be opened or written: exit 1 and one line', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP, file: Buffer.from('in the way') });
    await mkdir(join(cwd, 'out/x/b.txt'), { recursive: true });
    /** @type {[args: string[], code: string][]} */
    const cases = [
      [['run', 'nope.zip', '--to', 'out'], 'storage/not-found'],
      [['run', 'x.zip', '--to', 'file'], 'storage/name-in-the-way'],
      [['run', 'x.zip', '--to', 'file/deeper'], 'storage/name-in-the-way'],
      [['run', 'x.zip', '--to', 'out'], 'storage/name-in-the-way'],
    ];
    for (const [args, code] of cases) {
      const result = await runCli(args, { cwd });
      assert.equal(result.code, 1);
      assert.match(result.stderr, new RegExp(`^sluice: ${code}: [^\\n]{20,}\\n$`), args.join(' '));
    }
    assert.deepEqual(await filesIn(join(cwd, 'out')), ['x/_manifest.json', 'x/a/people.csv']);
  });

  test('storage/no-credentials, storage/no-region: S3 without settings: exit 1 and one line, soon', {
    timeout: 300_000,
  }, async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP });
    const bare = { HOME: cwd, PATH: process.env.PATH, AWS_EC2_METADATA_DISABLED: 'true' };
    const env = { ...bare, AWS_REGION: 'us-east-1' };
    const results = await Promise.all([
      runCli(['run', 's3://bucket/x.zip', '--to', 'out'], { cwd, env }),
      runCli(['run', 'x.zip', '--to', 's3://bucket/out'], { cwd, env }),
      runCli(['run', 's3://bucket/x.zip', '--to', 'out'], { cwd, env: bare }),
    ]);
    for (const { code, stderr } of results) {
      assert.equal(code, 1);
      assert.match(stderr, /^sluice: storage\/no-(credentials|region): [^\n]+\n$/);
    }
    assert.deepEqual(await filesIn(cwd), ['x.zip']);
  });
});

test('a pipe as archive is refused without waiting for it', { timeout: 300_000 }, async t => {
  const folder = await folderOf(t, {});
  await promisify(execFile)('mkfifo', [join(folder, 'p.zip')]);
  const { code, stderr } = await runCli(['run', 'p.zip', '--to', 'out'], { cwd: folder });
  assert.equal(code, 2);
  assert.match(stderr, /^sluice: usage\/not-a-file: [^\n]+\n$/);
});

test('--version is the version in package.json, --help what there is', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const [versionResult, help] = await Promise.all([runCli(['--version']), runCli(['--help'])]);
  assert.deepEqual(versionResult, { code: 0, stdout: `sluice ${version}\n`, stderr: '' });
  assert.deepEqual(help, { code: 0, stdout: USAGE, stderr: '' });
});
