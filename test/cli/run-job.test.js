import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { environmentFor, filesIn, folderOf, runCli } from '../support/run-cli.js';
import { localS3 } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';
import { signalItself } from './signal-itself.js';

const ZIP = writeZip([
  { name: 'a/people.csv', content: 'name,phone,notes\nAnn,1,x\n' },
  { name: 'b.txt', content: 'text' },
]);

describe('a dry run', { concurrency: 2 }, () => {
  test('prints the table and says that nothing was written, and nothing is', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP });
    const { code, stdout, stderr } = await runCli(['run', 'x.zip', '--to', 'out', '--dry-run'], { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^entry .*\n[\s\S]*people\.csv[\s\S]*\ncomplete in .*\ndry run: nothing was written; /);
    assert.match(stdout, /\nthe manifest would be: \S+\/out\/x\/_manifest\.json\n$/);
    assert.deepEqual(await readdir(cwd), ['x.zip']);
  });

  test('with --json prints the manifest, and exits as the real run would', async t => {
    const recipe = { entries: [{ match: '**/*.csv', csv: { drop: ['nope'] } }] };
    const cwd = await folderOf(t, { 'x.zip': ZIP, 'recipe.json': recipe });
    const args = ['run', 'x.zip', '--to', 'out', '--recipe', 'recipe.json', '--json'];
    const dry = await runCli([...args, '--dry-run'], { cwd });
    assert.deepEqual((await readdir(cwd)).sort(), ['recipe.json', 'x.zip']);
    const real = await runCli(args, { cwd });
    assert.equal(dry.code, 1);
    assert.deepEqual([dry.code, dry.stderr], [real.code, real.stderr]);
    const [one, other] = [dry, real].map(({ stdout }) => ({ ...JSON.parse(stdout), durationMs: 0, peakRssBytes: 0 }));
    assert.deepEqual(one, other);
  });
});

test('from S3 to S3, the manifest is asked for while the archive is looked at', { timeout: 120_000 }, async t => {
  const { server, put, requests } = await localS3(t);
  await put('x.zip', ZIP);
  let isStuck = false;
  /** @type {Promise<undefined>} */
  const manifestAsked = new Promise(resolve => {
    const stuck = setTimeout(() => {
      isStuck = true;
      resolve(undefined);
    }, 30_000);
    requests.fault = ({ operation, key }) => {
      if (operation === 'HeadObject' && key === 'x.zip') return manifestAsked;
      if (operation !== 'GetObject' || key !== 'out/x/_manifest.json') return;
      clearTimeout(stuck);
      resolve(undefined);
    };
  });
  const env = environmentFor(server);
  const { code, stderr } = await runCli(['run', 's3://bucket/x.zip', '--to', 's3://bucket/out', '--quiet'], { env });
  assert.deepEqual([code, stderr, isStuck], [0, '', false]);
  const asked = requests.seen.filter(({ key, method }) => method === 'GET' && key === 'out/x/_manifest.json');
  assert.equal(asked.length, 1);
});

describe('a job that meets an error', { concurrency: 2 }, () => {
  test('csv/missing-field: a field that the header lacks fails its entry: exit 1, and the other entries are written', async t => {
    const recipe = { entries: [{ match: '**/*.csv', csv: { drop: ['nope'] } }] };
    const cwd = await folderOf(t, { 'x.zip': ZIP, 'recipe.json': recipe });
    const { code, stderr } = await runCli(['run', 'x.zip', '--to', 'out', '--recipe', 'recipe.json', '--quiet'], {
      cwd,
    });
    assert.equal(code, 1);
    assert.match(stderr, /^sluice: a\/people\.csv: csv\/missing-field: .*"nope".*name.*phone.*notes.*\n$/);
    assert.deepEqual(await filesIn(join(cwd, 'out')), ['x/_manifest.json', 'x/b.txt']);
  });

  test('the error is what stopped this attempt, however many came before it', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP });
    await mkdir(join(cwd, 'out/x/b.txt'), { recursive: true });
    const args = ['run', 'x.zip', '--to', 'out', '--checkpoint', 'cp'];
    await runCli(args, { cwd });
    const path = join(cwd, 'out/x/_manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...manifest, stalledTurns: 50 }));
    const { code, stderr } = await runCli(args, { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /^sluice: storage\/name-in-the-way: /);
    assert.equal(JSON.parse(await readFile(path, 'utf8')).stalledTurns, 51);
  });

  test('job/stopped: a zstd entry cannot be resumed, and the error says so, and how to cure that', async t => {
    const content = Buffer.from('some text, '.repeat(1_000_000));
    const cwd = await folderOf(t, {
      'x.zip': writeZip([{ name: 'a.txt', content, method: 93, raw: zstdCompressSync(content) }]),
    });
    const run = ['run', 'x.zip', '--to', 'out', '--checkpoint', 'job.checkpoint'];
    const { code, stdout, stderr } = await runCli(run, { cwd, node: signalItself('SIGTERM') });
    assert.deepEqual([code, stdout], [130, '']);
    assert.match(
      stderr,
      /^sluice: job\/stopped: .* to go on: sluice resume job.checkpoint; entry "a.txt" is compressed by zstd, .* a larger --budget .*\n$/,
    );
    assert.equal((await runCli(['resume', 'job.checkpoint'], { cwd })).code, 0);
    assert.ok((await readFile(join(cwd, 'out/x/a.txt'))).equals(content));
  });

  test('storage/disk-full: exit 1 and one line, no temporary file', async t => {
    const cwd = await folderOf(t, {
      'x.zip': writeZip([{ name: 'a', content: Buffer.alloc(900_000, 'x'), method: 0 }]),
    });
    const disk = join(cwd, 'disk');
    await mkdir(disk);
    try {
      await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
    } catch {
      return t.skip('a small file system cannot be mounted here');
    }
    try {
      const { code, stderr } = await runCli(['run', 'x.zip', '--to', 'disk'], { cwd });
      assert.equal(code, 1);
      assert.match(stderr, /^sluice: storage\/disk-full: [^\n]+\n$/);
      assert.deepEqual(await filesIn(disk), ['x/_manifest.json']);
    } finally {
      await promisify(execFile)('umount', [disk]);
    }
  });
});
