import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { zipOf } from '../../support/cloud.js';
import { runScript, temporaryFolder } from '../run-script.js';

const run = promisify(execFile);
const curlIsMissing = await run('curl', ['--version']).then(
  ({ stdout }) => (stdout.includes('curl 7') && !/curl 7\.[789]\d/.test(stdout) ? 'curl cannot sign' : false),
  () => 'curl is missing',
);

const bounded = { timeout: 300_000, concurrency: 2 };

describe('npm start', bounded, () => {
  it('processes uploaded archives until it is stopped, and keeps its data', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'recipe.json'), '{"entries": [{"match": "b.txt", "skip": true}]}');
    const first = await start(t, folder, ['--recipe', 'recipe.json']);
    const Body = await zipOf({ 'a.txt': 'a', 'b.txt': 'b' });
    await first.client.send(new PutObjectCommand({ Bucket: 'sluice-in', Key: 'in/my.zip', Body }));
    await first.client.send(new PutObjectCommand({ Bucket: 'sluice-in', Key: 'my.txt', Body: 'text' }));
    await first.until(/^total +1 written, 1 skipped/m);
    await first.until(/^ {2}function +complete in .*peak memory/m);
    await first.until(/^ {2}manifest +s3:\/\/sluice-out\/in\/my\/_manifest\.json$/m);
    await first.until(/^\{"level":"info",.*"key":"in\/my\.zip",.*"outcome":"processed".*\}$/m);
    await first.until(/^left alone: the key does not end with "\.zip"$/m);
    const { code, stdout, stderr } = await first.interrupt();
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(!stdout.includes('\u001b'), 'escape codes are for terminals');
    await assert.rejects(fetch(first.endpoint), ({ cause }) => cause.code === 'ECONNREFUSED');

    const second = await start(t, folder);
    const { Contents = [] } = await second.client.send(new ListObjectsV2Command({ Bucket: 'sluice-out' }));
    assert.deepEqual(
      Contents.map(({ Key }) => Key),
      ['in/my/_manifest.json', 'in/my/a.txt'],
    );
    assert.equal((await second.interrupt()).code, 0);
  });

  it('hashes fields with the key from a file, which it does not show', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'recipe.json'), '{"entries": [{"match": "*.csv", "csv": {"hash": ["name"]}}]}');
    await writeFile(join(folder, 'my.key'), 'the key of this test\n');
    const { client, until, interrupt } = await start(t, folder, [
      '--recipe',
      'recipe.json',
      '--hash-key-file',
      'my.key',
    ]);
    const Body = await zipOf({ 'a.csv': 'id,name\n1,Ada\n' });
    await client.send(new PutObjectCommand({ Bucket: 'sluice-in', Key: 'my.zip', Body }));
    await until(/^ {2}function +complete in /m);
    const output = await client.send(new GetObjectCommand({ Bucket: 'sluice-out', Key: 'my/a.csv' }));
    const hash = createHmac('sha256', 'the key of this test').update('Ada').digest('hex');
    assert.equal(await output.Body?.transformToString(), `id,name\n1,${hash}\n`);
    const { code, stdout, stderr } = await interrupt();
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(!stdout.includes('the key of this test'));
  });

  it('prints a curl command that works, also with Expect: 100-continue', { skip: curlIsMissing }, async t => {
    const folder = await temporaryFolder(t);
    const { until, interrupt } = await start(t, folder);
    // curl sends Expect: 100-continue for bodies from 1 MiB.
    await writeFile(join(folder, 'my.zip'), await zipOf({ 'a.txt': 'a'.repeat(2 ** 21) }));
    const [, put] = await until(/^ {2}(curl [^\n]+\\\n[^\n]+-T my\.zip \S+)$/m);
    const [, get] = await until(/^ {2}(curl [^\n]+\\\n[^\n]+_manifest\.json)$/m);
    await run('sh', ['-c', `${put} --fail -sS`], { cwd: folder, timeout: 300_000 });
    await until(/^ {2}function +complete/m);
    const { stdout } = await run('sh', ['-c', `${get} --fail -sS`], { timeout: 300_000 });
    assert.equal(JSON.parse(stdout).status, 'complete');
    assert.equal((await interrupt()).code, 0);
  });

  it('prints its usage on request, with exit code 0', async t => {
    const { code, stdout, stderr } = await runScript(t, 'scripts/start.js', ['-h'], await temporaryFolder(t)).end();
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Usage: npm start -- \[--port 4570\]/);
  });

  it('reports a wrong command in one line, with exit code 2', async t => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
    const hashing = join(await temporaryFolder(t), 'recipe.json');
    await writeFile(hashing, '{"entries": [{"match": "**", "csv": {"hash": ["name"]}}]}');
    const mistakes = new Map([
      [['--port', String(port)], /^usage\/port: port \d+ is in use; choose another one: npm start -- --port \d+\n$/],
      [['--port', '65536'], /^usage\/port: --port is "65536"; it must be /],
      [['--recipe', 'missing.json'], /^usage\/recipe-unreadable: /],
      [['--recipe', hashing], /^recipe\/missing-secret: .* give it with --hash-key-file FILE/],
      [['--recipe', hashing, '--hash-key-file', 'no.key'], /^usage\/hash-key-unreadable: /],
      [['my.zip'], /^usage\/arguments: what is "my\.zip"\? usage: npm start/],
    ]);
    const runs = await Promise.all(
      Array.from(mistakes.keys(), async args => runScript(t, 'scripts/start.js', args, await temporaryFolder(t)).end()),
    );
    for (const [index, pattern] of [...mistakes.values()].entries()) {
      const { code, stdout, stderr } = runs[index];
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, pattern);
      assert.match(stderr, /^[^\n]+\n$/);
    }
  });
});

it('a folder is locked by one npm start until it ends or is killed', bounded, async t => {
  const folder = await temporaryFolder(t);
  const first = await start(t, folder);
  const second = await runScript(t, 'scripts/start.js', ['--port', '0'], folder).end();
  assert.deepEqual([second.code, second.stdout], [2, '']);
  assert.match(second.stderr, /^usage\/folder-in-use: demo\/s3 is in use by process \d+; end that first.*\n$/);
  first.child.kill('SIGKILL');
  await first.end();
  const third = await start(t, folder);
  assert.equal((await third.interrupt()).code, 0);
});

/**
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 * @param {string[]} [args]
 */
async function start(t, folder, args = []) {
  const { child, end, until } = runScript(t, 'scripts/start.js', ['--port', '0', ...args], folder);
  const [, endpoint] = await until(/^ {2}endpoint +(http:\/\/127\.0\.0\.1:\d+)$/m);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1' });
  t.after(() => client.destroy());
  await until(/Ctrl-C/);
  const interrupt = () => {
    // Two signals, as with npm. Both arrive before it has ended, since it stands still meanwhile.
    for (const signal of /** @type {const} */ (['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'])) child.kill(signal);
    return end();
  };
  return { endpoint, client, child, end, until, interrupt };
}
