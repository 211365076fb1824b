import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ArchivePassword } from '../../src/archive/password.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { unlikeBytes } from '../destination/fixture.js';
import { temporaryFolder } from '../support/run-cli.js';
import { extract } from './fixture.js';
import { takeTurns } from './take-turns.js';

const OPEN = await compileRecipe({ entries: [{ match: '**/*.zip', archive: true }] });
const password = new ArchivePassword(Buffer.from('s3cret'));

/**
 * Runs a program to its end.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, input?: string }} options
 * @returns {Buffer | null} What it printed; null if it is not installed.
 */
function run(program, args, options) {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    ...options,
    maxBuffer: 2 ** 26,
    timeout: 120_000,
  });
  if (error && 'code' in error && error.code === 'ENOENT') return null;
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${error ?? stderr}`);
  return stdout;
}

/**
 * In one turn, and in as many as it takes.
 *
 * @param {Buffer} outer
 * @param {Record<string, string>} expected Content by path, as Latin-1.
 */
async function opensTo(outer, expected) {
  const { errors, files } = await extract(outer, { recipe: OPEN, password });
  assert.deepEqual(errors, {});
  assert.deepEqual(Object.keys(files).sort(), Object.keys(expected).sort());
  for (const [path, content] of Object.entries(expected)) assert.ok(files[path] === content, path);
  const inTurns = await takeTurns(outer, turn => 60 + 10 * turn, { recipe: OPEN, password, chunkBytes: 4096 });
  assert.ok(inTurns.turns > 1, `${inTurns.turns} turn`);
  for (const [path, content] of Object.entries(expected)) {
    assert.ok(inTurns.files.get(`x/${path}`)?.toString('latin1') === content, path);
  }
}

test('archives within archives that Info-ZIP made are opened', async t => {
  const cwd = await temporaryFolder(t);
  if (run('zip', ['-v'], { cwd }) === null) return t.skip('zip is not installed');
  const content = unlikeBytes(150_000);
  await mkdir(join(cwd, 'data'));
  await writeFile(join(cwd, 'data/a.bin'), content);
  await writeFile(join(cwd, 'data/b.csv'), 'a,b\n1,2\n'.repeat(5000));
  /** @type {[name: string, args: string[]][]} */
  const ways = [
    ['plain.zip', []],
    ['stored.zip', ['-0']],
    ['zip64.zip', ['-fz']],
    ['descriptors.zip', ['-fd']],
    ['encrypted.zip', ['-P', 's3cret']],
    ['commented.zip', ['-z']],
  ];
  for (const [name, args] of ways) run('zip', ['-q', '-r', ...args, name, 'data'], { cwd, input: 'a comment\n.\n' });
  // Into a pipe: sizes are behind the data.
  const piped = run('zip', ['-q', '-r', '-', 'data'], { cwd });
  await writeFile(join(cwd, 'piped.zip'), piped ?? '');
  const names = [...ways.map(([name]) => name), 'piped.zip'];
  const expected = Object.fromEntries(
    names.flatMap(name => [
      [`${name}/data/a.bin`, content.toString('latin1')],
      [`${name}/data/b.csv`, 'a,b\n1,2\n'.repeat(5000)],
    ]),
  );
  for (const args of [['-9'], ['-0'], ['-0', '-P', 's3cret'], ['-fd']]) {
    const outer = `outer ${args.join('')}.zip`;
    run('zip', ['-q', ...args, outer, ...names], { cwd });
    await opensTo(await readFile(join(cwd, outer)), expected);
  }
});

test('archives within archives that Python made are opened', async t => {
  const cwd = await temporaryFolder(t);
  const script = fileURLToPath(new URL('python-zip.py', import.meta.url));
  const made = run('python3', [script, 'deflated.zip', 'stored.zip'], { cwd });
  if (made === null) return t.skip('python3 is not installed');
  const { archives, files } = JSON.parse(String(made));
  for (const [name, folder] of [
    ['deflated.zip', 'of python/'],
    ['stored.zip', ''],
  ]) {
    /** @type {[string, string][]} */
    const expected = archives.flatMap((/** @type {string} */ archive) =>
      Object.entries(files).map(([file, content]) => [
        `${folder}${archive}/${file}`,
        Buffer.from(content).toString('latin1'),
      ]),
    );
    await opensTo(await readFile(join(cwd, name)), Object.fromEntries(expected));
  }
});
