import assert from 'node:assert/strict';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { environmentFor, filesIn, folderOf, runCli } from '../support/run-cli.js';
import { runJobHere } from '../support/run-job-here.js';
import { contentOf, localS3 } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';
import { ARCHIVE, assertDone, OUTPUTS, RECIPE, RESUME, ROWS, RUN, stopped } from './run-job-fixture.js';
import { signalItself } from './signal-itself.js';

/** What a job in this process ends with. */
const DONE = { code: 0, stderr: '' };

describe('sluice run --checkpoint, sluice resume', { concurrency: false, timeout: 300_000 }, () => {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    test(`${signal} stops the job in the middle of an entry with exit 130, and sluice resume continues there`, async t => {
      const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE });
      const { code, stdout, stderr } = await runCli(RUN, { cwd, node: signalItself(signal) });
      assert.deepEqual([code, stdout], [130, '']);
      assert.equal(stderr, 'sluice: job/stopped: stopped before the end; to go on: sluice resume job.checkpoint\n');
      assert.equal((await stat(join(cwd, 'job.checkpoint'))).mode & 0o777, 0o600, 'it holds raw data');
      await rm(join(cwd, 'recipe.json'));
      const [part] = await filesIn(join(cwd, 'out/x'));
      const { ino } = await stat(join(cwd, 'out/x', part ?? ''));
      assert.deepEqual(await runJobHere(RESUME, { cwd }), DONE);
      const manifest = JSON.parse(await readFile(join(cwd, 'out/x/_manifest.json'), 'utf8'));
      assert.equal(manifest.totals.recordsRead, ROWS.length);
      assert.equal((await stat(join(cwd, 'out/x/a.csv'))).ino, ino, 'it is the same file');
      await assertDone(cwd);
    });
  }

  test('--budget stops the job after a time, as often as it takes, from any folder', async t => {
    const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE });
    const elsewhere = await folderOf(t, {});
    let result = await runCli([...RUN, '--budget', '0.001', '--json'], { cwd });
    const { error } = JSON.parse(result.stdout);
    assert.deepEqual([result.code, error.code], [130, 'job/stopped']);
    assert.match(error.message, / this attempt got no further: give it a larger --budget$/);
    const args = ['resume', join(cwd, 'job.checkpoint'), '--budget'];
    for (let seconds = 0.2; result.code === 130; seconds *= 2) {
      result = await runCli([...args, seconds.toFixed(3), '--quiet'], { cwd: elsewhere });
    }
    assert.deepEqual(result, { code: 0, stdout: '', stderr: '' });
    await assertDone(cwd);
    assert.deepEqual(await filesIn(elsewhere), []);
  });

  test('a process that is killed while it resumes leaves the checkpoint unchanged', async () => {
    const { cwd } = await stopped();
    const before = await readFile(join(cwd, 'job.checkpoint'));
    const part = (await filesIn(join(cwd, 'out'))).find(name => name.endsWith('.sluice-part')) ?? '';
    const { size } = await stat(join(cwd, 'out', part));
    const { code } = await runCli(RESUME, { cwd, node: signalItself('SIGKILL') });
    assert.equal(code, null);
    assert.ok((await stat(join(cwd, 'out', part))).size > size);
    assert.ok(before.equals(await readFile(join(cwd, 'job.checkpoint'))));
    assert.deepEqual(await runJobHere(RESUME, { cwd }), DONE);
    await assertDone(cwd);
  });

  test('after a signal between two entries, written entries stay and the others are processed', async t => {
    const entries = Array.from({ length: 200 }, (_, index) => ({ name: `${index}.txt`, content: `${index}` }));
    const cwd = await folderOf(t, { 'x.zip': writeZip(entries), 'recipe.json': RECIPE });
    const { code } = await runCli(RUN, { cwd, node: signalItself('SIGINT', { writes: 20, bytes: 1 }) });
    assert.equal(code, 130);
    const { mtimeMs } = await stat(join(cwd, 'out/x/0.txt'));
    assert.deepEqual(await runJobHere(RESUME, { cwd }), DONE);
    assert.equal((await stat(join(cwd, 'out/x/0.txt'))).mtimeMs, mtimeMs);
    assert.equal((await filesIn(join(cwd, 'out/x'))).length, entries.length + 1);
    assert.deepEqual(
      (await filesIn(cwd)).filter(name => !name.startsWith('out/')),
      ['recipe.json', 'x.zip'],
    );
  });

  test('a second signal of any kind ends the process immediately, and the earlier checkpoint stays valid', async () => {
    const { cwd } = await stopped();
    // The job pauses when its next bytes come, so there is time for another signal.
    const twice = await runCli(RESUME, {
      cwd,
      node: ['--import', `data:text/javascript,${encodeURIComponent(SIGNAL_ITSELF)}`],
    });
    assert.equal(twice.code, null);
    assert.deepEqual(await runJobHere(RESUME, { cwd }), DONE);
    await assertDone(cwd);
  });

  test('two processes that resume one checkpoint concurrently mix nothing, and leave nothing', async () => {
    const { cwd } = await stopped();
    const both = await Promise.all([runCli(RESUME, { cwd }), runCli(RESUME, { cwd })]);
    const codes = both.map(({ code }) => code);
    assert.ok(codes.includes(0), both.map(({ stderr }) => stderr).join(''));
    for (const { code, stderr } of both) {
      if (code !== 0) assert.match(stderr, /^sluice: (storage\/conflict|usage\/bad-checkpoint|storage\/output-gone): /);
    }
    await assertDone(cwd);
  });

  test('from S3 to S3, the file holds the bytes that do not fill a part, and any folder can resume it', async t => {
    const { client, server, put } = await localS3(t);
    await put('x.zip', ARCHIVE);
    const cwd = await folderOf(t, { 'recipe.json': RECIPE });
    const elsewhere = await folderOf(t, {});
    const env = environmentFor(server);
    const file = join(cwd, 'job.checkpoint');
    const args = ['run', 's3://bucket/x.zip', '--to', 's3://bucket/out', ...RUN.slice(4)];
    let result = await runCli([...args, '--budget', '0.1'], { cwd, env });
    for (let seconds = 0.4; result.code === 130; seconds *= 2) {
      result = await runCli(['resume', file, '--quiet', '--budget', seconds.toFixed(3)], { cwd: elsewhere, env });
    }
    assert.deepEqual(result, { code: 0, stdout: '', stderr: '' });
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'bucket', Prefix: 'out' }));
    assert.deepEqual(
      Contents.map(({ Key }) => Key),
      OUTPUTS.map(name => `out/${name}`),
    );
    const rows = String(await contentOf(client, 'out/x/a.csv')).split('\n');
    assert.equal(rows.length, ROWS.length + 2);
    assert.match(rows[ROWS.length] ?? '', /^39999,mail-39999@example\.org,/);
    assert.deepEqual(await filesIn(cwd), ['recipe.json']);
  });
});

/** Code that sends the process two signals as soon as it listens. */
const SIGNAL_ITSELF = `
  const timer = setInterval(() => {
    if (process.listenerCount('SIGINT') === 0) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGINT');
    process.once('SIGINT', () => process.kill(process.pid, 'SIGTERM'));
  }, 1);
`;
