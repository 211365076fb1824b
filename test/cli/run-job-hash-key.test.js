import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { decodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { filesIn, folderOf, runCli } from '../support/run-cli.js';
import { ARCHIVE, OUTPUTS, RECIPE as PLAIN, RUN as PLAIN_RUN, ROWS } from './run-job-fixture.js';
import { signalItself } from './signal-itself.js';

/** @import { TestContext } from 'node:test' */

const KEY = 'Tr0ub4dor-and-3';
const OTHER_KEY = 'correct-horse-battery';
const RECIPE = { entries: [{ match: '*.csv', csv: { hash: ['mail'] } }] };
const HASH_KEY = ['--hash-key-file', 'key.txt'];
const RUN = [...PLAIN_RUN, ...HASH_KEY];
const RESUME = ['resume', 'job.checkpoint', ...HASH_KEY];

describe('a recipe that hashes fields', { concurrency: 2, timeout: 300_000 }, () => {
  test('recipe/missing-secret: without a key nothing is opened or written: exit 2', async t => {
    const cwd = await folderOf(t, { 'recipe.json': RECIPE, 'empty.txt': Buffer.from('\r\nkey') });
    // There is no archive: it would be storage/not-found.
    for (const [args, code] of /** @type {const} */ ([
      [PLAIN_RUN, 'recipe/missing-secret'],
      [[...PLAIN_RUN, '--hash-key-file', 'empty.txt'], 'recipe/missing-secret'],
      [[...PLAIN_RUN, '--hash-key-file', 'no.txt'], 'usage/hash-key-unreadable'],
    ])) {
      const result = await runCli([...args], { cwd });
      assert.deepEqual([result.code, result.stdout], [2, '']);
      assert.match(result.stderr, new RegExp(`^sluice: ${code}: [^\\n]+\\n$`));
    }
    assert.deepEqual(await filesIn(cwd), ['empty.txt', 'recipe.json']);
  });

  test('a recipe without hashes ignores the key', async t => {
    const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': PLAIN });
    const { code, stderr } = await runCli(RUN, { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(await filesIn(join(cwd, 'out')), OUTPUTS);
  });

  test('a job that was stopped is resumed with its key, and without one it stays as it is', async t => {
    const cwd = await stopped(t);
    const before = decodeCheckpoint(await readFile(join(cwd, 'job.checkpoint')));
    const without = await runCli(['resume', 'job.checkpoint'], { cwd });
    assert.equal(without.code, 2);
    assert.match(without.stderr, /^sluice: recipe\/missing-secret: [^\n]+\n$/);
    assert.deepEqual(decodeCheckpoint(await readFile(join(cwd, 'job.checkpoint'))), before);
    const resumed = await runCli([...RESUME, '--json'], { cwd });
    assert.deepEqual([resumed.code, resumed.stderr], [0, '']);
    await assertHashed(cwd, KEY);
    for (const file of (await filesIn(cwd)).filter(name => name !== 'key.txt')) await assertNoKey(cwd, file);
    assert.ok(!`${without.stderr}${resumed.stdout}`.includes(KEY));
  });

  test('with another key the entry starts again, and nothing is left of its first part', async t => {
    const cwd = await stopped(t);
    await assertNoKey(cwd, 'job.checkpoint');
    await writeFile(join(cwd, 'key.txt'), `${OTHER_KEY}\n`);
    const { code, stderr } = await runCli(RESUME, { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    await assertHashed(cwd, OTHER_KEY);
  });
});

/**
 * Makes a folder with a job that was stopped in the middle of its first entry.
 *
 * @param {TestContext} t
 */
async function stopped(t) {
  const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE, 'key.txt': Buffer.from(`${KEY}\n`) });
  const { code, stdout, stderr } = await runCli(RUN, { cwd, node: signalItself('SIGINT') });
  assert.equal(code, 130, stderr);
  assert.ok(!`${stdout}${stderr}`.includes(KEY));
  return cwd;
}

/**
 * Asserts that the job is done, and that all of it was hashed with one key.
 *
 * @param {string} cwd
 * @param {string} key
 */
async function assertHashed(cwd, key) {
  assert.deepEqual(await filesIn(join(cwd, 'out')), OUTPUTS);
  assert.ok(!(await filesIn(cwd)).some(name => name.startsWith('job.checkpoint')), 'the checkpoint is gone');
  const [, ...lines] = (await readFile(join(cwd, 'out/x/a.csv'), 'utf8')).trimEnd().split('\n');
  assert.equal(lines.length, ROWS.length);
  for (const [id, line] of lines.entries()) {
    const hash = createHmac('sha256', key).update(`mail-${id}@example.org`).digest('hex');
    assert.ok(line.startsWith(`${id},${hash},`), line);
  }
}

/** @param {string} cwd @param {string} file */
async function assertNoKey(cwd, file) {
  const bytes = await readFile(join(cwd, file));
  for (const form of [KEY, Buffer.from(KEY).toString('hex'), Buffer.from(KEY).toString('base64')]) {
    assert.ok(!bytes.includes(form), file);
  }
}
