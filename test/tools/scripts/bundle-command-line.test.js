import assert from 'node:assert/strict';
import { exec, execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startLocalS3 } from '../../../local-s3/server.js';
import manifest from '../../../package.json' with { type: 'json' };
import lock from '../../../package-lock.json' with { type: 'json' };
import { writeZip } from '../../support/zip-writer.js';
import { temporaryFolder } from '../run-script.js';

/** @import { TestContext } from 'node:test' */

// What a run on local files loads.
const BUNDLED = ['highland', 'unzipper', 'libphonenumber-js', 're2js'];
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const execute = promisify(execFile);
// Of the tests, which keep it elsewhere.
const { NODE_COMPILE_CACHE: _, ...env } = process.env;
const SCRIPT = 'scripts/bundle-command-line.js';
const PEOPLE = 'name,email,phone,password\nAda,ada@example.com,(212) 555-0123,secret\n';

describe('the command line’s bundle', { timeout: 600_000, concurrency: 2 }, () => {
  test('is made where packages are installed, and is what "sluice" runs', () => {
    assert.equal(manifest.scripts.prepare, `node ${SCRIPT} || exit 0`);
    assert.equal(manifest.bin.sluice, 'bin/sluice.cjs');
    assert.deepEqual(lock.packages[''].bin, manifest.bin, 'or "npm install" changes the lock');
  });

  test('does not fail an installation from nothing but the list of packages, as for a container', async t => {
    await promisify(exec)(manifest.scripts.prepare, { cwd: await temporaryFolder(t) });
  });

  test('does what the sources do, without them', async t => {
    const root = await checkout(t);
    await bundle(root);
    const csv = {
      ...{ drop: ['password'], phones: [{ field: 'phone', format: 'international', country: 'US' }] },
      where: { field: 'name', matches: '^A' },
    };
    await writeFile(join(root, 'recipe.json'), JSON.stringify({ entries: [{ match: '*.csv', csv }] }));
    await writeFile(join(root, 'my.zip'), writeZip([{ name: 'people.csv', content: PEOPLE }]));
    /** @type {[args: string[], code: number][]} */
    const commands = [
      [['run', 'my.zip', '--to', 'out', '--recipe', 'recipe.json', '--json'], 0],
      [['inspect', 'my.zip', '--write-recipe', 'starter.json'], 0],
      [['check', 'recipe.json'], 0],
      [['check', 'my.zip'], 2],
      [['run', 'none.zip', '--to', 'out', '--json'], 1],
      [['resume', 'none'], 2],
      [['serve', '--database', 'postgres://nobody@127.0.0.1:1/none', '--anonymous-role', 'web'], 1],
      [['--version'], 0],
      [['--help'], 0],
    ];
    const results = [];
    for (const program of ['src/cli.js', 'bin/sluice.cjs']) {
      const outcomes = [];
      for (const [args, code] of commands) {
        const { stdout, stderr, ...result } = await run(root, program, args);
        assert.equal(result.code, code, `${program} ${args.join(' ')}: ${stderr}`);
        outcomes.push({ stdout: withoutTimes(stdout), stderr });
      }
      const written = ['out/my/people.csv', 'starter.json'].map(path => readFile(join(root, path), 'utf8'));
      results.push({ outcomes, written: await Promise.all(written) });
      for (const path of ['out', 'starter.json']) await rm(join(root, path), { recursive: true });
      // The bundle is not made of it, and has these packages in it.
      await rm(join(root, 'src/cli.js'), { force: true });
      for (const name of BUNDLED) await rm(join(root, 'node_modules', name), { force: true });
    }
    assert.deepEqual(results[1], results[0]);
    assert.equal(results[1].written[0], 'name,email,phone\nAda,ada@example.com,+1 212 555 0123\n');
    assert.equal(JSON.parse(results[1].written[1]).$schema, './src/recipe/recipe.schema.json');
  });

  test('runs from S3 to S3', async t => {
    const root = await checkout(t);
    await bundle(root);
    await rm(join(root, 'src/cli.js'));
    const server = await startLocalS3({ folder: await temporaryFolder(t) });
    t.after(() => server.close());
    const { endpoint, credentials } = server;
    const client = new S3Client({ endpoint, credentials, region: 'us-east-1' });
    t.after(() => client.destroy());
    await client.send(new CreateBucketCommand({ Bucket: 'bucket' }));
    const Body = writeZip([{ name: 'a.txt', content: 'hello' }]);
    await client.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'my.zip', Body }));
    const result = await run(root, 'bin/sluice.cjs', ['run', 's3://bucket/my.zip', '--to', 's3://bucket/out'], {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    });
    assert.equal(result.code, 0, result.stderr);
    const got = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'out/my/a.txt' }));
    assert.equal(await got.Body?.transformToString(), 'hello');
  });

  test('is run as long as nothing that it was made of is changed', async t => {
    const root = await checkout(t);
    const ran = async () => (await run(root, 'bin/sluice.cjs', ['--version'])).stdout.trim();
    const sources = `sluice ${manifest.version}`;
    assert.equal(await ran(), sources, 'before there is one');
    await bundle(root);
    const program = join(root, BUNDLE, 'sluice.cjs');
    await writeFile(program, "exports.runCommandLine = async () => console.log('the bundle');");
    assert.equal(await ran(), 'the bundle');

    const list = join(root, BUNDLE, 'sources.json');
    const listed = JSON.parse(await readFile(list, 'utf8'));
    const paths = /** @type {string[]} */ (listed.sources.map((/** @type {unknown[]} */ [path]) => path));
    for (const path of ['src/cli/usage.js', 'src/job/archive.js', 'src/recipe/recipe.schema.json', SCRIPT, PACKAGES]) {
      assert.ok(paths.includes(path), path);
    }

    const file = join(root, 'src/cli/usage.js');
    const { atime, mtime } = await stat(file);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('ARCHIVE', 'archive'));
    await utimes(file, atime, new Date(mtime.getTime() - 1000));
    assert.equal(await ran(), sources, 'an older file of the same size');
    await writeFile(file, `${text}\n`);
    await utimes(file, atime, mtime);
    assert.equal(await ran(), sources, 'a longer file of the same time');
    await writeFile(file, text);
    await utimes(file, atime, mtime);
    assert.equal(await ran(), 'the bundle', 'the same file again');
    await rm(join(root, 'src/serve'), { recursive: true });
    assert.equal(await ran(), sources, 'files that are gone');

    for (const other of [{ ...listed, node: 'v24.0.0', sources: [] }, { node: process.version }, []]) {
      await writeFile(list, JSON.stringify(other));
      assert.equal(await ran(), sources);
    }
    await writeFile(list, JSON.stringify({ node: process.version, sources: [] }));
    assert.equal(await ran(), 'the bundle');
  });

  test('finds files of its own checkout, though its packages are linked from elsewhere', async t => {
    const root = await checkout(t);
    const packages = join(await temporaryFolder(t), 'node_modules');
    await rename(join(root, 'node_modules'), packages);
    await symlink(packages, join(root, 'node_modules'));
    await bundle(root);
    await rm(join(root, 'src/cli.js'));
    assert.equal((await run(root, 'bin/sluice.cjs', ['--version'])).stdout, `sluice ${manifest.version}\n`);
  });

  test('is not made of files that change meanwhile', async t => {
    const root = await checkout(t);
    const later = new Date(Date.now() + 3_600_000);
    await utimes(join(root, 'src/errors.js'), later, later);
    const { stderr } = await bundle(root);
    assert.match(stderr, /^The command line is not bundled, and starts from its sources: src\/errors\.js was changed/);
    assert.equal((await run(root, 'bin/sluice.cjs', ['--version'])).stdout, `sluice ${manifest.version}\n`);
  });

  test('is not made without development’s packages, whose installation does not fail', async t => {
    const root = await checkout(t);
    await rm(join(root, 'node_modules/esbuild'));
    const { code, stderr } = await bundle(root);
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^The command line is not bundled, and starts from its sources: Cannot find package 'esbuild'/,
    );
    assert.equal((await run(root, 'bin/sluice.cjs', ['--version'])).stdout, `sluice ${manifest.version}\n`);
  });

  test('gives its own exit code, and 13 if it waits for what never comes', async t => {
    const root = await checkout(t);
    await mkdir(join(root, BUNDLE), { recursive: true });
    await writeFile(join(root, BUNDLE, 'sources.json'), JSON.stringify({ node: process.version, sources: [] }));
    /** @type {[program: string, code: number][]} */
    const programs = [
      ['async () => { process.exitCode = 2; }', 2],
      ['async () => {}', 0],
      ['() => new Promise(() => {})', 13],
      ['async () => { process.exit(130); }', 130],
      ['async () => { throw new Error(); }', 1],
    ];
    for (const [program, code] of programs) {
      await writeFile(join(root, BUNDLE, 'sluice.cjs'), `exports.runCommandLine = ${program};`);
      assert.equal((await run(root, 'bin/sluice.cjs', [])).code, code, program);
    }
  });
});

const BUNDLE = 'node_modules/.cache/sluice/bundle';
// npm writes it whenever it changes a package.
const PACKAGES = 'node_modules/.package-lock.json';

/**
 * A checkout with the packages that are installed here.
 *
 * @param {TestContext} t
 */
async function checkout(t) {
  const root = await temporaryFolder(t);
  for (const path of ['bin', 'src', 'package.json', SCRIPT, PACKAGES]) {
    await cp(join(ROOT, path), join(root, path), { recursive: true, preserveTimestamps: true });
  }
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    const path = join(root, 'node_modules', name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), path);
  }
  return root;
}

/** @param {string} root */
function bundle(root) {
  return run(root, SCRIPT, []);
}

/**
 * @param {string} root
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [more] Additional environment variables.
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
async function run(root, program, args, more = {}) {
  const options = { cwd: root, env: { ...env, ...more }, timeout: 300_000 };
  return execute(process.execPath, [join(root, program), ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

/** @param {string} printed */
function withoutTimes(printed) {
  return printed.replace(/"(durationMs|peakRssBytes)": \d+/g, '');
}
