import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { folderOf } from '../support/run-cli.js';

const execute = promisify(execFile);
// Of the tests, which keep it elsewhere.
const { NODE_COMPILE_CACHE: _, ...env } = process.env;
const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

describe('the program', () => {
  test('is compiled once, and runs as well from a folder with spaces, and where nothing can be kept', async t => {
    const root = join(await folderOf(t, {}), 'a folder %20 é');
    await cp(SOURCE, join(root, 'src'), { recursive: true });
    await writeFile(join(root, 'package.json'), '{ "type": "module", "version": "1.2.3" }');
    const version = async () =>
      (await execute(process.execPath, [join(root, 'src/cli.js'), '--version'], { env })).stdout;
    assert.equal(await version(), 'sluice 1.2.3\n');
    const kept = await readdir(join(root, 'node_modules/.cache/sluice'), { recursive: true });
    assert.ok(kept.length > 10, `${kept.length} files`);
    assert.equal(await version(), 'sluice 1.2.3\n');

    await rm(join(root, 'node_modules'), { recursive: true });
    await symlink('/dev/null', join(root, 'node_modules'));
    assert.equal(await version(), 'sluice 1.2.3\n');
  });

  test('that was changed is compiled again', async t => {
    const root = await folderOf(t, { 'package.json': { type: 'module', version: '1.2.3' } });
    await cp(SOURCE, join(root, 'src'), { recursive: true });
    const help = async () => (await execute(process.execPath, [join(root, 'src/cli.js'), '--help'], { env })).stdout;
    assert.match(await help(), /^Usage: sluice run/);
    await writeFile(join(root, 'src/cli/usage.js'), "export const USAGE = 'another\\n';\n");
    assert.equal(await help(), 'another\n');
  });

  test('finds only its own modules in this way: packages may be of the older kind, and JSON is no module', async t => {
    const own = (/** @type {string} */ path) => JSON.stringify(new URL(path, new URL('../../src/', import.meta.url)));
    const root = await folderOf(t, {
      'main.mjs': Buffer.from(`
        (await import(${own('cli/load-quickly.js')})).loadQuickly();
        await import(${own('recipe/recipe.js')});
        console.log((await import('./a.js')).default);`),
      'a.js': Buffer.from("module.exports = require('./b.js');"),
      'b.js': Buffer.from("module.exports = 'older';"),
    });
    const { stdout } = await execute(process.execPath, [join(root, 'main.mjs')], { env });
    assert.equal(stdout, 'older\n');
  });
});
