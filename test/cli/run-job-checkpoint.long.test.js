import assert from 'node:assert/strict';
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { decodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { readCommandLine } from '../../src/cli/read-command-line.js';
import { filesIn, folderOf, runCli } from '../support/run-cli.js';
import { runJobHere } from '../support/run-job-here.js';
import { writeZip } from '../support/zip-writer.js';
import { ARCHIVE, assertDone, OUTPUTS, RECIPE, RESUME, RUN, stopped, TABLE } from './run-job-fixture.js';

/** What a job in this process ends with. */
const DONE = { code: 0, stderr: '' };

describe('sluice run --checkpoint, sluice resume', { concurrency: false, timeout: 300_000 }, () => {
  test('sluice run resumes its own checkpoint too, but not one of another job', async () => {
    const { cwd } = await stopped();
    await writeFile(join(cwd, 'y.zip'), ARCHIVE);
    const before = await readFile(join(cwd, 'job.checkpoint'));
    const other = await runCli(['run', 'y.zip', ...RUN.slice(2)], { cwd });
    assert.equal(other.code, 2);
    assert.match(
      other.stderr,
      /^sluice: usage\/bad-checkpoint: the checkpoint "\S+" belongs to another job, of x\.zip; /,
    );
    assert.ok(before.equals(await readFile(join(cwd, 'job.checkpoint'))));
    assert.deepEqual(await runJobHere(RUN, { cwd }), DONE);
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
    test(`if ${what}, the entry starts again, and nothing is left of its first part`, async () => {
      const { cwd } = await stopped();
      await change(cwd);
      assert.deepEqual(await runJobHere(args, { cwd }), DONE);
      // Only the damaged checkpoint named these files.
      if (what === 'it is damaged') await removeParts(cwd);
      await assertDone(cwd);
    });
  }

  test('without WebAssembly a checkpoint is not resumed, and stays as it is: exit 2', async () => {
    const { cwd } = await stopped();
    const before = await readFile(join(cwd, 'job.checkpoint'));
    const { code, stderr } = await runCli(RESUME, { cwd, node: ['--jitless'] });
    assert.equal(code, 2);
    assert.match(stderr, /^sluice: usage\/no-webassembly: WebAssembly is needed [^\n]+\n$/);
    const { command, checkpoint } = decodeCheckpoint(before);
    assert.deepEqual(decodeCheckpoint(await readFile(join(cwd, 'job.checkpoint'))), { command, checkpoint });
    assert.deepEqual(await runJobHere(RESUME, { cwd }), DONE);
    await assertDone(cwd);
  });

  test('a file that is damaged, missing, or not a checkpoint is not resumed: exit 2', async () => {
    const { cwd } = await stopped();
    await damage(cwd);
    for (const file of ['job.checkpoint', 'x.zip', 'no.checkpoint', 'out']) {
      const { code, stderr } = await runJobHere(['resume', file], { cwd });
      assert.equal(code, 2, file);
      assert.match(stderr, /^sluice: usage\/bad-checkpoint: the checkpoint "\S+" is [^\n]+\n$/);
    }
  });

  test('a file that is not a checkpoint is neither overwritten nor removed, unless it is empty', async t => {
    const cwd = await folderOf(t, {
      'x.zip': ARCHIVE,
      'recipe.json': RECIPE,
      notes: Buffer.from('notes'),
      empty: Buffer.of(),
    });
    for (const file of ['notes', 'x.zip', 'recipe.json', '/dev/null', '.']) {
      const { code, stderr } = await runJobHere([...RUN.slice(0, -1), file], { cwd });
      assert.equal(code, 2, file);
      assert.match(stderr, /^sluice: usage\/bad-checkpoint: the checkpoint "\S+" is (some other|no) file[^\n]*\n$/);
    }
    assert.equal(await readFile(join(cwd, 'notes'), 'utf8'), 'notes');
    assert.deepEqual(await filesIn(cwd), ['empty', 'notes', 'recipe.json', 'x.zip']);
    assert.deepEqual(await runJobHere([...RUN.slice(0, -1), 'empty'], { cwd }), DONE);
    assert.deepEqual(await filesIn(cwd), ['notes', ...OUTPUTS.map(name => `out/${name}`), 'recipe.json', 'x.zip']);
  });

  test('a checkpoint that cannot be written is an error before the work begins', async t => {
    const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE, file: Buffer.from('in the way') });
    for (const file of ['file/checkpoint']) {
      const { code, stderr } = await runCli([...RUN.slice(0, -1), file], { cwd });
      assert.equal(code, 1, file);
      assert.match(stderr, /^sluice: storage\/[a-z-]+: cannot (write|read) the checkpoint [^\n]+\n$/);
    }
    assert.deepEqual(await filesIn(cwd), ['file', 'recipe.json', 'x.zip']);
  });

  test('the checkpoint of a job that cannot resume is removed: partial, failed, already done, refused', async t => {
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
    /** @type {[archive: string, code: number, message: RegExp][]} */
    const cases = [
      ['x.zip', 1, /archive\/crc-mismatch/],
      ['x.zip', 1, /archive\/crc-mismatch/],
      ['y.zip', 1, /archive\/not-a-zip/],
      ['z.zip', 2, /usage\/bad-manifest/],
    ];
    for (const [archive, code, message] of cases) {
      const result = await runCli(['run', archive, ...RUN.slice(2)], { cwd });
      assert.equal(result.code, code, archive);
      assert.match(result.stderr, message);
      assert.ok(!(await filesIn(cwd)).includes('job.checkpoint'), archive);
    }
  });

  test('a checkpoint is removed after its job was completed without it', async () => {
    const { cwd } = await stopped();
    assert.deepEqual(await runJobHere(RUN.slice(0, -2), { cwd }), DONE);
    const { code, stdout } = await runCli(RESUME, { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /\ncomplete was done before/);
    await assertDone(cwd);
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
  test('usage/command-line: options that make no sense together are refused: exit 2, and nothing is written', async t => {
    const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE });
    for (const [what, args] of WRONG) {
      assert.throws(() => readCommandLine(args), { code: 'usage/command-line', message: /^[^\n]+$/ }, what);
    }
    const { code, stderr } = await runCli(WRONG[0][1], { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /^sluice: usage\/command-line: [^\n]+\n$/);
    assert.deepEqual(await filesIn(cwd), ['recipe.json', 'x.zip']);
  });
});

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
