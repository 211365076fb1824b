import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { decodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { encrypted } from '../support/encrypt.js';
import { filesIn, folderOf, runCli } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';
import { assertDone, RUN as PLAIN_RUN, RECIPE, TABLE } from './run-job-fixture.js';
import { signalItself } from './signal-itself.js';

/** @import { TestContext } from 'node:test' */

const PASSWORD = 'Tr0ub4dor-and-3';
const OTHER = 'correct-horse-battery';
const FILE = ['--password-file', 'password.txt'];
const RESUME = ['resume', 'job.checkpoint'];

/** @param {Parameters<typeof encrypted>[1]} kind */
const archiveOf = kind =>
  writeZip([
    encrypted({ name: 'a.csv', content: TABLE, raw: deflateRawSync(TABLE, { level: 1 }) }, kind, PASSWORD),
    encrypted({ name: 'b.txt', content: 'text' }, kind, PASSWORD),
  ]);

describe('an encrypted archive', { concurrency: 2, timeout: 300_000 }, () => {
  for (const kind of /** @type {const} */ (['zipcrypto', 'ae2-256'])) {
    test(`${kind}: is stopped and resumed, and neither the checkpoint nor anything else tells what is in it`, async t => {
      const cwd = await stopped(t, kind);
      const bytes = await readFile(join(cwd, 'job.checkpoint'));
      for (const known of ['mail-1', 'example.org', '(650)', PASSWORD]) assert.ok(!bytes.includes(known), known);
      const { checkpoint } = decodeCheckpoint(bytes);
      assert.deepEqual(Object.keys(decodeCheckpoint(checkpoint).outcome), ['path', 'crc32', 'action']);
      const { code, stdout, stderr } = await runCli([...RESUME, ...FILE, '--json'], { cwd });
      assert.deepEqual([code, stderr], [0, '']);
      await assertDone(cwd);
      assert.ok(!stdout.includes(PASSWORD));
      for (const file of await filesIn(join(cwd, 'out'))) {
        assert.ok(!(await readFile(join(cwd, 'out', file))).includes(PASSWORD), file);
      }
    });
  }

  test('is not resumed with a wrong password, or none; then it still can be, with the right one', async t => {
    const cwd = await stopped(t, 'ae1-128');
    const before = await readFile(join(cwd, 'job.checkpoint'));
    await writeFile(join(cwd, 'other.txt'), OTHER);
    for (const [args, expected] of /** @type {const} */ ([
      [['--password-file', 'other.txt'], 'job/wrong-password'],
      [[], 'job/wrong-password'],
    ])) {
      for (const command of [RESUME, PLAIN_RUN]) {
        const { code, stdout, stderr } = await runCli([...command, ...args], { cwd });
        assert.deepEqual([code, stdout], [1, ''], stderr);
        assert.match(stderr, new RegExp(`^sluice: ${expected}: [^\\n]+\\n$`));
        for (const secret of [OTHER, PASSWORD]) assert.ok(!stderr.includes(secret));
        assert.ok((await readFile(join(cwd, 'job.checkpoint'))).equals(before));
      }
    }
    const { code, stderr } = await runCli([...RESUME, ...FILE, '--quiet'], { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    await assertDone(cwd);
  });

  test('the password may come from the environment, and no process that is started inherits it', async t => {
    const cwd = await folderOf(t, { 'x.zip': archiveOf('zipcrypto'), 'recipe.json': RECIPE });
    const spy = `process.once('exit', () => process.stderr.write(JSON.stringify(process.env)))`;
    const { code, stderr } = await runCli([...PLAIN_RUN, '--quiet'], {
      cwd,
      env: { ...process.env, SLUICE_ARCHIVE_PASSWORD: `${PASSWORD}\nmore` },
      node: ['--import', `data:text/javascript,${encodeURIComponent(spy)}`],
    });
    assert.equal(code, 0, stderr);
    assert.ok(!stderr.includes(PASSWORD));
    await assertDone(cwd);
  });

  test('usage/password-unreadable: no file, or an empty first line: exit 2, and nothing is opened', async t => {
    const cwd = await folderOf(t, { 'recipe.json': RECIPE, 'empty.txt': Buffer.from(`\r\n${PASSWORD}`) });
    for (const file of ['empty.txt', 'no.txt']) {
      const { code, stdout, stderr } = await runCli([...PLAIN_RUN, '--password-file', file], { cwd });
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^sluice: usage\/password-unreadable: [^\n]+\n$/);
      assert.ok(!stderr.includes(PASSWORD));
    }
    assert.deepEqual(await filesIn(cwd), ['empty.txt', 'recipe.json']);
  });
});

/**
 * Makes a folder with a job that was stopped in the middle of its first entry.
 *
 * @param {TestContext} t
 * @param {Parameters<typeof encrypted>[1]} kind
 */
async function stopped(t, kind) {
  const cwd = await folderOf(t, {
    'x.zip': archiveOf(kind),
    'recipe.json': RECIPE,
    'password.txt': Buffer.from(`${PASSWORD}\n`),
  });
  const { code, stdout, stderr } = await runCli([...PLAIN_RUN, ...FILE], { cwd, node: signalItself('SIGINT') });
  assert.equal(code, 130, stderr);
  assert.ok(!`${stdout}${stderr}`.includes(PASSWORD));
  return cwd;
}
