import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startLocalS3 } from '../../local-s3/server.js';
import manifest from '../../package.json' with { type: 'json' };
import { readLock } from '../../scripts/list-dependencies/lock.js';
import { environmentFor } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const execute = promisify(execFile);
const PEOPLE = 'name,phone,password\nAda,(212) 555-0123,secret\n';

describe('npm pack', { timeout: 300_000 }, () => {
  /** @type {string} A folder with the installed package. */
  let folder;
  /** @type {string} The package in it. */
  let installed;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-package-'));
    installed = await installPackage(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('contains what the command line needs and the documents, and nothing else', async () => {
    const found = await readdir(installed, { recursive: true, withFileTypes: true });
    const files = found.filter(file => file.isFile()).map(file => join(file.parentPath, file.name));
    const packed = files.map(file => file.slice(installed.length + 1)).sort();
    const source = await readdir(join(ROOT, 'src'), { recursive: true });
    const needed = source.filter(name => /\.js(on)?$/.test(name)).map(name => join('src', name));
    const pages = (await readdir(join(ROOT, 'docs'))).map(name => join('docs', name));
    assert.deepEqual(packed, ['LICENSE', 'README.md', 'bin/sluice.cjs', 'package.json', ...pages, ...needed].sort());
    for (const file of files.filter(name => /\.c?js$/.test(name))) {
      const text = await readFile(file, 'utf8');
      for (const [, target] of text.matchAll(/(?:from |import\(|new URL\()'(\.[^']+)'/g)) {
        const needs = join(dirname(file), target);
        const isThere = needs.endsWith('/') ? files.some(name => name.startsWith(needs)) : files.includes(needs);
        assert.ok(isThere, `${file} needs ${target}`);
      }
    }
  });

  it('runs from an installation, with a recipe that refers to the installed schema', async () => {
    await writeFile(join(folder, 'my.zip'), writeZip([{ name: 'people.csv', content: PEOPLE }]));
    const schema = './node_modules/sluice/src/recipe/recipe.schema.json';
    assert.ok((await stat(join(folder, schema))).isFile());
    const phones = [{ field: 'phone', format: 'international', country: 'US' }];
    const recipe = { $schema: schema, entries: [{ match: '*.csv', csv: { drop: ['password'], phones } }] };
    await writeFile(join(folder, 'recipe.json'), JSON.stringify(recipe));
    const { stdout } = await sluice(folder, ['run', 'my.zip', '--to', 'out', '--recipe', 'recipe.json']);
    assert.match(stdout, /^complete in /m);
    assert.equal(await readFile(join(folder, 'out/my/people.csv'), 'utf8'), 'name,phone\nAda,+1 212 555 0123\n');
    assert.match((await sluice(folder, ['--help'])).stdout, /^Usage: sluice run ARCHIVE --to DESTINATION/);
  });

  it('runs from S3 to S3', async t => {
    const s3 = await mkdtemp(join(tmpdir(), 'sluice-package-s3-'));
    t.after(() => rm(s3, { recursive: true, force: true }));
    const server = await startLocalS3({ folder: s3 });
    t.after(() => server.close());
    const { endpoint, credentials } = server;
    const client = new S3Client({ endpoint, credentials, region: 'us-east-1' });
    t.after(() => client.destroy());
    await client.send(new CreateBucketCommand({ Bucket: 'bucket' }));
    const Body = writeZip([{ name: 'a.txt', content: 'hello' }]);
    await client.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'my.zip', Body }));
    await sluice(folder, ['run', 's3://bucket/my.zip', '--to', 's3://bucket/out'], environmentFor(server));
    const got = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'out/my/a.txt' }));
    assert.equal(await got.Body?.transformToString(), 'hello');
  });

  it('reports an old Node in one line', async () => {
    const program = join(installed, manifest.bin.sluice);
    for (const path of [program, join(installed, 'src/cli.js')]) {
      const text = await readFile(path, 'utf8');
      assert.doesNotMatch(text, /^import |\?\?|\?\.|\|\|=|&&=|with \{/m, 'an old Node cannot read this');
    }
    const pretend = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })";
    const args = [
      '--import',
      `data:text/javascript,${encodeURIComponent(pretend)}`,
      program,
      'run',
      'my.zip',
      '--json',
    ];
    await assert.rejects(execute(process.execPath, args, { cwd: folder }), (/** @type {any} */ error) => {
      assert.equal(error.code, 2);
      assert.match(error.stderr, /^sluice: usage\/old-node: Node 24 or later is needed, this is v[^\n]+\n$/);
      assert.equal(JSON.parse(error.stdout).error.code, 'usage/old-node');
      return true;
    });
    assert.deepEqual(manifest.engines, { node: '>=24' });
  });
});

/**
 * Does what `npm install sluice-0.1.0.tgz` does, but with links to installed packages: a registry may be unreachable, and to copy them
 * takes long.
 *
 * @param {string} folder
 * @returns {Promise<string>} The package's folder.
 */
async function installPackage(folder) {
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT, timeout: 300_000 });
  const [tarball] = (await readdir(folder)).filter(name => name.endsWith('.tgz'));
  await execute('tar', ['-xzf', tarball], { cwd: folder });
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  const { reachableFrom } = readLock();
  const needed = new Set(reachableFrom(Object.keys(manifest.dependencies)).map(({ path }) => path));
  // One that is in the folder of another one comes with it.
  for (const path of needed) {
    if (path.lastIndexOf('node_modules/') > 0) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path));
  }
  const installed = join(folder, 'node_modules/sluice');
  await cp(join(folder, 'package'), installed, { recursive: true });
  await rm(join(folder, 'package'), { recursive: true });
  await symlink(join('..', 'sluice', manifest.bin.sluice), join(folder, 'node_modules/.bin/sluice'));
  return installed;
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function sluice(folder, args, env = {}) {
  // `#!/usr/bin/env node` runs the first one.
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const program = join(folder, 'node_modules/.bin/sluice');
  // What a linked package imports is looked for beside the link.
  const NODE_OPTIONS = '--preserve-symlinks';
  return execute(program, args, { cwd: folder, env: { ...process.env, ...env, PATH, NODE_OPTIONS }, timeout: 300_000 });
}
