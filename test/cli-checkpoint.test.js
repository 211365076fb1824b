import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { decodeCheckpoint } from '../src/checkpoint.js';
import { contentOf } from './destination/s3-fixture.js';
import { writeZip } from './fixtures/zip-writer.js';
import { filesIn, folderOf, runCli } from './run-cli.js';
import { localS3 } from './s3-fixture.js';

/** @import { TestContext } from 'node:test' */

const ROWS = Array.from({ length: 80_000 }, (_, id) => `${id},mail-${id}@example.org,"(650) 253-${id % 9000}",a\n`);
const TABLE = `id,mail,phone,note\n${ROWS.join('')}`;
const ARCHIVE = writeZip([
  { name: 'a.csv', content: TABLE, raw: deflateRawSync(TABLE, { level: 1 }) },
  { name: 'b.txt', content: 'text' },
]);
const PHONES = [{ field: 'phone', format: 'e164', country: 'US' }];
const RECIPE = { entries: [{ match: '**/*.csv', csv: { drop: ['note'], phones: PHONES } }] };
const RUN = ['run', 'x.zip', '--to', 'out', '--recipe', 'recipe.json', '--checkpoint', 'job.checkpoint'];
const RESUME = ['resume', 'job.checkpoint'];
const OUTPUTS = ['x/_manifest.json', 'x/a.csv', 'x/b.txt'];

/**
 * A folder in which a job was stopped in the middle of its first entry.
 *
 * @param {TestContext} t
 * @param {string[]} [args]
 */
async function stopped(t, args = RUN) {
  const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE });
  const result = await untilPaused(cwd, args);
  assert.equal(result.code, 130, result.stderr);
  const { command, checkpoint } = decodeCheckpoint(await readFile(join(cwd, 'job.checkpoint')));
  assert.equal(decodeCheckpoint(checkpoint).outcome.path, 'a.csv');
  return { cwd, result, command };
}

/**
 * Sends a signal as soon as the first entry is being written.
 *
 * @param {string} cwd
 * @param {string[]} args
 * @param {NodeJS.Signals} [signal]
 */
function untilPaused(cwd, args, signal = 'SIGINT') {
  return runCli(args, {
    cwd,
    async onStart(kill) {
      while (!(await filesIn(join(cwd, 'out'))).some(name => name.endsWith('.sluice-part')))
        await new Promise(setImmediate);
      kill(signal);
    },
  });
}

/** @param {string} cwd */
async function assertDone(cwd) {
  const out = await filesIn(join(cwd, 'out'));
  assert.deepEqual(out, OUTPUTS);
  const lines = (await readFile(join(cwd, 'out/x/a.csv'), 'utf8')).split('\n');
  assert.equal(lines.length, ROWS.length + 2);
  for (const id of [0, 1, 40_000, ROWS.length - 1]) {
    assert.match(lines[id + 1] ?? '', new RegExp(`^${id},mail-${id}@example\\.org,`));
  }
  assert.ok(!(await filesIn(cwd)).some(name => name.startsWith('job.checkpoint')), 'the checkpoint is gone');
  assert.equal(JSON.parse(await readFile(join(cwd, 'out/x/_manifest.json'), 'utf8')).status, 'complete');
}

describe('sluice run --checkpoint, sluice resume', { concurrency: 2, timeout: 100_000 }, () => {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    test(`${signal} stops the job in the middle of an entry: exit 130, and sluice resume goes on from there`, async t => {
      const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE });
      const { code, stdout, stderr } = await untilPaused(cwd, RUN, signal);
      assert.deepEqual([code, stdout], [130, '']);
      assert.equal(stderr, 'sluice: job/stopped: stopped before the end; to go on: sluice resume job.checkpoint\n');
      assert.equal((await stat(join(cwd, 'job.checkpoint'))).mode & 0o777, 0o600, 'it holds raw data');
      await rm(join(cwd, 'recipe.json'));
      const [part] = await filesIn(join(cwd, 'out/x'));
      const { ino } = await stat(join(cwd, 'out/x', part ?? ''));
      const resumed = await runCli([...RESUME, '--json'], { cwd });
      assert.deepEqual([resumed.code, resumed.stderr], [0, '']);
      assert.equal(JSON.parse(resumed.stdout).totals.recordsRead, ROWS.length);
      assert.equal((await stat(join(cwd, 'out/x/a.csv'))).ino, ino, 'it is the file that was begun');
      await assertDone(cwd);
    });
  }

  test('--budget stops the job after a time, again and again, from any folder, until it is done', async t => {
    const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE });
    const elsewhere = await folderOf(t, {});
    let result = await runCli([...RUN, '--budget', '0.05', '--json'], { cwd });
    assert.deepEqual([result.code, JSON.parse(result.stdout).error.code], [130, 'job/stopped']);
    const args = ['resume', join(cwd, 'job.checkpoint'), '--budget'];
    for (let seconds = 0.1; result.code === 130; seconds *= 1.5) {
      result = await runCli([...args, seconds.toFixed(3), '--quiet'], { cwd: elsewhere });
    }
    assert.deepEqual(result, { code: 0, stdout: '', stderr: '' });
    await assertDone(cwd);
    assert.deepEqual(await filesIn(elsewhere), []);
  });

  test('sluice run goes on from the checkpoint too, but from none of another job', async t => {
    const { cwd } = await stopped(t);
    await writeFile(join(cwd, 'y.zip'), ARCHIVE);
    const before = await readFile(join(cwd, 'job.checkpoint'));
    const other = await runCli(['run', 'y.zip', ...RUN.slice(2)], { cwd });
    assert.equal(other.code, 2);
    assert.match(
      other.stderr,
      /^sluice: usage\/bad-checkpoint: the checkpoint "\S+" belongs to another job, of x\.zip; /,
    );
    assert.ok(before.equals(await readFile(join(cwd, 'job.checkpoint'))));
    assert.equal((await runCli(RUN, { cwd })).code, 0);
    await assertDone(cwd);
  });

  /** @type {[what: string, change: (cwd: string) => Promise<unknown>, args: string[]][]} */
  const STALE = [
    ['the archive was replaced', cwd => writeFile(join(cwd, 'x.zip'), ARCHIVE), RESUME],
    [
      'the recipe was changed',
      cwd => writeFile(join(cwd, 'recipe.json'), JSON.stringify({ ...RECIPE, limits: { maxEntries: 99 } })),
      RUN,
    ],
    ['--force is given', async () => {}, [...RUN, '--force']],
    ['its temporary file is gone', cwd => removeParts(cwd), RESUME],
    ['its temporary file is cut', cwd => cutParts(cwd), RESUME],
    ['it is damaged', cwd => damage(cwd), RUN],
  ];
  for (const [what, change, args] of STALE) {
    test(`where ${what}, the entry starts again, and nothing is left of what it had come to`, async t => {
      const { cwd } = await stopped(t);
      await change(cwd);
      const { code, stderr } = await runCli(args, { cwd });
      assert.deepEqual([code, stderr], [0, '']);
      // Nobody can know of what a damaged checkpoint told of.
      if (what === 'it is damaged') await removeParts(cwd);
      await assertDone(cwd);
    });
  }

  test('a checkpoint that is damaged, or none, or not there is not resumed: exit 2', async t => {
    const { cwd } = await stopped(t);
    await damage(cwd);
    for (const file of ['job.checkpoint', 'x.zip', 'no.checkpoint', 'out']) {
      const { code, stderr, stdout } = await runCli(['resume', file], { cwd });
      assert.deepEqual([code, stdout], [2, ''], file);
      assert.match(stderr, /^sluice: usage\/bad-checkpoint: the checkpoint "\S+" is [^\n]+\n$/);
    }
  });

  test('a file that is no checkpoint is neither overwritten nor removed, but an empty one may be', async t => {
    const cwd = await folderOf(t, {
      'x.zip': ARCHIVE,
      'recipe.json': RECIPE,
      notes: Buffer.from('notes'),
      empty: Buffer.of(),
    });
    for (const file of ['notes', 'x.zip', 'recipe.json', '/dev/null', '.']) {
      const { code, stderr } = await runCli([...RUN.slice(0, -1), file], { cwd });
      assert.equal(code, 2, file);
      assert.match(stderr, /^sluice: usage\/bad-checkpoint: the checkpoint "\S+" is (some other|no) file[^\n]*\n$/);
    }
    assert.equal(await readFile(join(cwd, 'notes'), 'utf8'), 'notes');
    assert.deepEqual(await filesIn(cwd), ['empty', 'notes', 'recipe.json', 'x.zip']);
    assert.equal((await runCli([...RUN.slice(0, -1), 'empty'], { cwd })).code, 0);
    assert.deepEqual(await filesIn(cwd), ['notes', ...OUTPUTS.map(name => `out/${name}`), 'recipe.json', 'x.zip']);
  });

  test('a checkpoint that cannot be written is found out before the work', async t => {
    const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE, file: Buffer.from('in the way') });
    for (const file of ['file/checkpoint']) {
      const { code, stderr } = await runCli([...RUN.slice(0, -1), file], { cwd });
      assert.equal(code, 1, file);
      assert.match(stderr, /^sluice: storage\/[a-z-]+: cannot (write|read) the checkpoint [^\n]+\n$/);
    }
    assert.deepEqual(await filesIn(cwd), ['file', 'recipe.json', 'x.zip']);
  });

  test('where nothing is left to go on with, the checkpoint is removed: partial, failed, done already, refused', async t => {
    const broken = writeZip([
      { name: 'a.csv', content: TABLE, crc32: 1 },
      { name: 'b.txt', content: 'text' },
    ]);
    const cwd = await folderOf(t, { 'x.zip': broken, 'y.zip': Buffer.from('no zip'), 'recipe.json': RECIPE });
    await mkdir(join(cwd, 'out/z'), { recursive: true });
    await writeFile(
      join(cwd, 'out/z/_manifest.json'),
      JSON.stringify({ version: 1, archive: {}, recipe: {}, entries: [] }),
    );
    await writeFile(join(cwd, 'z.zip'), ARCHIVE);
    /** @type {[archive: string, code: number, said: RegExp][]} */
    const cases = [
      ['x.zip', 1, /archive\/crc-mismatch/],
      ['x.zip', 1, /archive\/crc-mismatch/],
      ['y.zip', 1, /archive\/not-a-zip/],
      ['z.zip', 2, /usage\/place-taken/],
    ];
    for (const [archive, code, said] of cases) {
      const result = await runCli(['run', archive, ...RUN.slice(2)], { cwd });
      assert.equal(result.code, code, archive);
      assert.match(result.stderr, said);
      assert.ok(!(await filesIn(cwd)).includes('job.checkpoint'), archive);
    }
  });

  test('a job that was done without its checkpoint leaves nothing of it', async t => {
    const { cwd } = await stopped(t);
    assert.equal((await runCli(RUN.slice(0, -2), { cwd })).code, 0);
    const { code, stdout } = await runCli(RESUME, { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /\ncomplete was done before/);
    await assertDone(cwd);
  });

  test('a process that is killed while it goes on leaves the checkpoint as it was', async t => {
    const { cwd } = await stopped(t);
    const before = await readFile(join(cwd, 'job.checkpoint'));
    const parts = (await filesIn(join(cwd, 'out'))).find(name => name.endsWith('.sluice-part')) ?? '';
    const { size } = await stat(join(cwd, 'out', parts));
    await runCli(RESUME, {
      cwd,
      async onStart(kill) {
        while ((await stat(join(cwd, 'out', parts)).catch(() => ({ size: size + 1 }))).size <= size) {
          await new Promise(setImmediate);
        }
        kill('SIGKILL');
      },
    });
    assert.ok(before.equals(await readFile(join(cwd, 'job.checkpoint'))));
    assert.equal((await runCli(RESUME, { cwd })).code, 0);
    await assertDone(cwd);
  });

  test('a signal between two entries: what is written stays, and the rest is gone on with', async t => {
    const entries = Array.from({ length: 1_000 }, (_, index) => ({ name: `${index}.txt`, content: `${index}` }));
    const cwd = await folderOf(t, { 'x.zip': writeZip(entries), 'recipe.json': RECIPE });
    const { code } = await runCli(RUN, {
      cwd,
      async onStart(kill) {
        while ((await filesIn(join(cwd, 'out'))).length < 20) await new Promise(resolve => setTimeout(resolve, 5));
        kill('SIGINT');
      },
    });
    assert.equal(code, 130);
    const { mtimeMs } = await stat(join(cwd, 'out/x/0.txt'));
    assert.equal((await runCli(RESUME, { cwd })).code, 0);
    assert.equal((await stat(join(cwd, 'out/x/0.txt'))).mtimeMs, mtimeMs);
    assert.equal((await filesIn(join(cwd, 'out/x'))).length, entries.length + 1);
    assert.deepEqual(
      (await filesIn(cwd)).filter(name => !name.startsWith('out/')),
      ['recipe.json', 'x.zip'],
    );
  });

  test('a second signal, of any kind, ends the process at once; the checkpoint from before is still good', async t => {
    const { cwd } = await stopped(t);
    // It pauses no sooner than its next bytes come, so that there is time for another signal.
    const twice = await runCli(RESUME, {
      cwd,
      node: ['--import', `data:text/javascript,${encodeURIComponent(SIGNALS_HIMSELF)}`],
    });
    assert.equal(twice.code, null);
    assert.equal((await runCli(RESUME, { cwd })).code, 0);
    await assertDone(cwd);
  });

  test('two processes that resume one checkpoint at once mix nothing, and leave nothing', async t => {
    const { cwd } = await stopped(t);
    const both = await Promise.all([runCli(RESUME, { cwd }), runCli(RESUME, { cwd })]);
    const codes = both.map(({ code }) => code);
    assert.ok(codes.includes(0), both.map(({ stderr }) => stderr).join(''));
    for (const { code, stderr } of both) {
      if (code !== 0) assert.match(stderr, /^sluice: (storage\/conflict|usage\/bad-checkpoint|storage\/output-gone): /);
    }
    await assertDone(cwd);
  });

  test('from S3 to S3, the file holds what fills no part yet; it can be resumed in any folder', async t => {
    const { client, server, put } = await localS3(t);
    await put('x.zip', ARCHIVE);
    const cwd = await folderOf(t, { 'recipe.json': RECIPE });
    const elsewhere = await folderOf(t, {});
    const env = {
      PATH: process.env.PATH,
      AWS_ENDPOINT_URL_S3: server.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
    };
    const file = join(cwd, 'job.checkpoint');
    const args = ['run', 's3://bucket/x.zip', '--to', 's3://bucket/out', ...RUN.slice(4)];
    let result = await runCli([...args, '--budget', '0.1'], { cwd, env });
    for (let seconds = 0.2; result.code === 130; seconds *= 1.4) {
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
    assert.match(rows[ROWS.length] ?? '', /^79999,mail-79999@example\.org,/);
    assert.deepEqual(await filesIn(cwd), ['recipe.json']);
  });

  /** @type {[what: string, args: string[]][]} */
  const WRONG = [
    ['--budget without --checkpoint', ['run', 'x.zip', '--to', 'out', '--budget', '5']],
    ['a budget of nothing', [...RUN, '--budget', '0']],
    ['a budget that is no number', [...RUN, '--budget', '1e3']],
    ['a budget that no timer can wait for', [...RUN, '--budget', '3000000']],
    ['no file', ['resume']],
    ['two files', ['resume', 'a', 'b']],
    ['an empty file name', [...RUN.slice(0, -1), '']],
    ['--to when resuming', [...RESUME, '--to', 'out']],
    ['--force when resuming', [...RESUME, '--force']],
    ['--recipe when resuming', [...RESUME, '--recipe', 'recipe.json']],
  ];
  test('usage/command-line: what makes no sense is refused: exit 2, and nothing is written', async t => {
    const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE });
    for (const [what, args] of WRONG) {
      const { code, stderr } = await runCli(args, { cwd });
      assert.equal(code, 2, what);
      assert.match(stderr, /^sluice: usage\/command-line: [^\n]+\n$/, what);
    }
    assert.deepEqual(await filesIn(cwd), ['recipe.json', 'x.zip']);
  });
});

/** Sends both signals as soon as the process listens to them. */
const SIGNALS_HIMSELF = `
  const timer = setInterval(() => {
    if (process.listenerCount('SIGINT') === 0) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGINT');
    process.once('SIGINT', () => process.kill(process.pid, 'SIGTERM'));
  }, 1);
`;

/** @param {string} cwd */
async function removeParts(cwd) {
  for (const name of await filesIn(join(cwd, 'out'))) {
    if (name.endsWith('.sluice-part')) await rm(join(cwd, 'out', name));
  }
}

/** @param {string} cwd */
async function cutParts(cwd) {
  for (const name of await filesIn(join(cwd, 'out'))) {
    if (name.endsWith('.sluice-part')) await truncate(join(cwd, 'out', name), 7);
  }
}

/** @param {string} cwd */
async function damage(cwd) {
  const file = join(cwd, 'job.checkpoint');
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] ^= 1;
  await writeFile(file, bytes);
}
