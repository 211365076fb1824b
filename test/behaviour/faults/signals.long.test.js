import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { drawsAll } from '../../support/cases.js';
import { randomOf } from '../../support/random.js';
import { fieldCount, reasonsOf } from '../../support/reasons.js';
import { filesIn, folderOf, runCli } from '../../support/run-cli.js';
import { writeZip } from '../../support/zip-writer.js';
import { bigTable, withoutNotes } from '../big-table.js';
import { startChain } from '../chain.js';
import { startTcpProxy } from './tcp-proxy.js';

/** @type {import('../chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const TABLE = bigTable(5.5 * 1024 * 1024);
const ARCHIVE = writeZip([
  { name: 'people.csv', content: 'id,notes\n3,c\n4\n' },
  { name: 'big.csv', content: TABLE },
  ...Array.from({ length: 30 }, (_, index) => ({ name: `${index}.txt`, content: `the text ${index}` })),
]);
const RECIPE = { entries: [{ match: '**/*.csv', csv: { drop: ['notes'] } }] };
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM'];
const ROUNDS = drawsAll ? 5 : 2;

/**
 * @param {string} key
 * @returns {Buffer} What has to be in an output.
 */
function outputOf(key) {
  if (key.startsWith('_reasons/')) {
    return Buffer.from(reasonsOf('people.csv', ['id', 'notes'], fieldCount(2, 13, 1)));
  }
  if (key.startsWith('_rejected/')) return Buffer.from('4\n');
  if (key.endsWith('/big.csv')) return withoutNotes(TABLE);
  if (key.endsWith('/people.csv')) return Buffer.from('id\n3\n');
  return Buffer.from(`the text ${/(\d+)\.txt$/.exec(key)?.[1]}`);
}

/** @param {string} endpoint */
const environment = endpoint => ({
  PATH: process.env.PATH,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local-secret',
});

describe('a signal to the command line', { timeout: 300_000, concurrency: 2 }, () => {
  it('at any request: exit 130, no upload left, only whole outputs, and the next run finishes the job', async t => {
    const random = randomOf(4);
    const cwd = await folderOf(t, { 'recipe.json': RECIPE });
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = `signal-${round}`;
      const args = ['run', `s3://sluice-in/${folder}.zip`, '--to', 's3://sluice-out', '--recipe', 'recipe.json'];
      await chain.client.send(new PutObjectCommand({ Bucket: 'sluice-in', Key: `${folder}.zip`, Body: ARCHIVE }));
      const proxy = await startTcpProxy(Number(new URL(chain.endpoint).port));
      const at = 1 + Math.floor(random.fraction() * 25);
      const stopped = await runCli(args, {
        cwd,
        env: environment(proxy.endpoint),
        onStart(kill) {
          proxy.fault = () => {
            if (proxy.exchanges.length !== at) return undefined;
            kill(SIGNALS[round % 2]);
            // Otherwise the job might be done before it sees the signal.
            return { stall: 'request' };
          };
        },
      });
      await proxy.close();
      assert.deepEqual([stopped.code, stopped.stdout], [130, ''], `${at}: ${stopped.stderr}`);
      assert.match(stopped.stderr, /^sluice: job\/stopped: [^\n]+\n$/);
      assert.deepEqual(await chain.unfinishedUploads(folder), []);
      for (const key of (await chain.outputs(folder)).keys()) {
        assert.ok(outputOf(key).equals(await chain.read(key)), `${key} is whole`);
      }
      const ended = await runCli([...args, '--json'], { cwd, env: environment(chain.endpoint) });
      assert.deepEqual([ended.code, JSON.parse(ended.stdout).totals.written], [0, 32]);
      const outputs = [...(await chain.outputs(folder)).keys()];
      assert.equal(outputs.length, 34);
      for (const key of outputs) assert.ok(outputOf(key).equals(await chain.read(key)), `${key} is whole in the end`);
    }
  });

  it('at any moment of a job into a folder: exit 130, no temporary file, and the next run finishes it', async t => {
    const random = randomOf(5);
    const cwd = await folderOf(t, { 'recipe.json': RECIPE, 'x.zip': ARCHIVE });
    let stopped = 0;
    // On a busy machine, jobs may finish before their signals.
    for (let round = 0; round < ROUNDS || (stopped === 0 && round < 50); round += 1) {
      const args = ['run', 'x.zip', '--to', `out-${round}`, '--recipe', 'recipe.json'];
      const root = join(cwd, `out-${round}`);
      const { code, stderr } = await runCli(args, {
        cwd,
        async onStart(kill) {
          await somethingIn(root);
          await delay(random.fraction() * 40);
          kill(SIGNALS[round % 2]);
        },
      });
      // The job may have finished before the signal.
      assert.ok(code === 130 || code === 0, stderr);
      if (code === 130) stopped += 1;
      const files = (await filesIn(root)).filter(name => name !== 'x/_manifest.json');
      for (const name of files) {
        assert.ok(outputOf(name).equals(await readFile(join(root, name))), `${name} is whole`);
      }
      const ended = await runCli([...args, '--json'], { cwd });
      assert.deepEqual([ended.code, JSON.parse(ended.stdout).totals.written], [0, 32]);
      assert.equal((await filesIn(root)).length, 35);
    }
    assert.ok(stopped > 0);
  });

  it('that cannot be caught leaves only a temporary file, and the next run finishes the job', async t => {
    const random = randomOf(6);
    const cwd = await folderOf(t, { 'recipe.json': RECIPE, 'x.zip': ARCHIVE });
    for (let round = 0; round < ROUNDS; round += 1) {
      const args = ['run', 'x.zip', '--to', `out-${round}`, '--recipe', 'recipe.json'];
      const root = join(cwd, `out-${round}`);
      await runCli(args, {
        cwd,
        async onStart(kill) {
          await somethingIn(root);
          await delay(random.fraction() * 40);
          kill('SIGKILL');
        },
      });
      const ended = await runCli([...args, '--json'], { cwd });
      assert.deepEqual([ended.code, JSON.parse(ended.stdout).totals.written], [0, 32]);
      const files = (await filesIn(root)).filter(name => name !== 'x/_manifest.json');
      const left = files.filter(name => /(^|\/)\.[0-9a-f]{24}(-é)?\.sluice-part$/.test(name));
      assert.ok(left.length <= 3 && files.length === 34 + left.length, files.join(' '));
      for (const name of files.filter(name => !left.includes(name))) {
        assert.ok(outputOf(name).equals(await readFile(join(root, name))), `${name} is whole`);
      }
    }
  });

  it('while the storage accepts a write and never answers: the wait is limited', async t => {
    const cwd = await folderOf(t, { 'recipe.json': RECIPE, 'x.zip': ARCHIVE });
    const proxy = await startTcpProxy(Number(new URL(chain.endpoint).port));
    let signalled = 0;
    const { code, stderr } = await runCli(['run', 'x.zip', '--to', 's3://sluice-out/silent'], {
      cwd,
      env: environment(proxy.endpoint),
      onStart(kill) {
        proxy.fault = ({ operation, key }) => {
          if (operation !== 'PutObject' || !key.endsWith('people.csv')) return;
          if (signalled === 0) kill('SIGINT');
          signalled ||= performance.now();
          return { stall: 'request' };
        };
      },
    });
    const waited = performance.now() - signalled;
    await proxy.close();
    assert.equal(code, 130);
    assert.match(stderr, /^sluice: job\/stopped: [^\n]+\n$/);
    assert.ok(waited < 60_000, `${waited} ms`);
    assert.deepEqual(await chain.unfinishedUploads('silent/x'), []);
    assert.equal((await chain.manifest('silent/x')).status, 'unfinished');
  });
});

/** @param {string} root */
async function somethingIn(root) {
  for (let waits = 0; waits < 100_000 && (await filesIn(root)).length === 0; waits += 1) await delay(1);
}
