import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { startLocalStack } from '../../../scripts/local-stack/start-local-stack.js';
import { outputsOf } from '../../../scripts/smoke/deployed-outputs.js';
import { zipOf } from '../../support/cloud.js';
import { deployTemplate } from '../../support/cloudformation/deploy-template.js';
import { environmentFor } from '../../support/run-cli.js';
import { SECRET_ARN, startSecrets } from '../../support/secrets-server.js';
import { runScript, temporaryFolder } from '../run-script.js';

/** @import { TestContext } from 'node:test' */

const RECIPE = JSON.stringify({
  entries: [
    {
      match: '**/*.csv',
      csv: { drop: ['notes'], require: ['email'], phones: [{ field: 'phone', format: 'e164', country: 'US' }] },
    },
  ],
});
const bounded = { timeout: 300_000, concurrency: 2 };

describe('npm run smoke', bounded, () => {
  it('sends an archive through, verifies its outputs, and removes them', async t => {
    const stack = await deploy(t, RECIPE);
    const { code, stdout, stderr } = await stack.smoke();
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^ {2}archive +s3:\/\/sluice-in\/sluice-smoke-[0-9a-f-]+\.zip, [\d.]+ k?B$/m);
    assert.match(
      stdout,
      /^ {2}manifest +s3:\/\/sluice-out\/sluice-smoke-[0-9a-f-]+\/_manifest\.json, after [\d.]+ s$/m,
    );
    assert.match(stdout, /^all 2 entries came out right$/m);
    assert.deepEqual(await stack.outputs(), []);
  });

  it('knows what a recipe writes of the archive itself', async t => {
    const set = { source: '$archive', entry: '$entry', record: '$record', time: '$time' };
    const stack = await deploy(t, JSON.stringify({ entries: [{ match: '**/*.csv', csv: { set } }] }));
    const { code, stdout } = await stack.smoke();
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^all 2 entries came out right$/m);
  });

  it('works with the user’s own archive, including rejected records', async t => {
    const stack = await deploy(t, RECIPE);
    await writeFile(join(stack.folder, 'my.zip'), await zipOf({ 'a.csv': 'email,phone,notes\na@b,1,n\nbad\n' }));
    const { code, stdout } = await stack.smoke(['my.zip']);
    assert.equal(code, 0);
    assert.match(stdout, /^all 1 entries came out right$/m);
    assert.deepEqual(await stack.outputs(), []);
  });

  it('reports other outputs', async t => {
    const stack = await deploy(t, RECIPE, '{"entries":[{"match":"**","copy":true}]}');
    const { code, stdout } = await stack.smoke();
    assert.equal(code, 1);
    assert.match(stdout, /^the function has another recipe than the stack; deploy it again$/m);
    assert.deepEqual(await stack.outputs(), []);
  });

  it('reports a recipe that hashes without a key, and a secret that cannot be read, before anything is sent', async t => {
    const hashing = JSON.stringify({ entries: [{ match: '**/*.csv', csv: { hash: ['email'] } }] });
    const without = await (await deploy(t, hashing, '')).smoke();
    assert.equal(without.code, 2);
    assert.match(without.stderr, /^recipe\/missing-secret: /);
    const { endpoint, close } = await startSecrets(t);
    await close();
    const stack = await deploy(t, hashing, '', { HashSecretArn: SECRET_ARN });
    stack.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = endpoint;
    const unreachable = await stack.smoke();
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.stderr, /^storage\/unreachable: cannot read the secret arn:/);
    assert.deepEqual(await stack.inputs(), []);
  });

  it('refuses a recipe with a table, in which its rows would stay, before anything is sent', async t => {
    const stack = await deploy(
      t,
      JSON.stringify({ entries: [{ match: '**/*.csv', csv: { table: 'public.people' } }] }),
    );
    const { code, stderr } = await stack.smoke();
    assert.equal(code, 2);
    assert.match(stderr, /^usage\/smoke-archive: the recipe has a table, /);
    assert.deepEqual(await stack.inputs(), []);
  });

  it('reports that the bucket does not exist', async t => {
    const stack = await deploy(t, '', undefined, { ExistingInputBucket: 'sluice-nowhere' });
    const { code, stderr } = await stack.smoke();
    assert.equal(code, 1);
    assert.match(stderr, /^storage\/no-such-bucket: cannot write s3:\/\/sluice-nowhere\/sluice-smoke-\S+\.zip: /);
  });

  it('reports a mistake before anything is sent', async t => {
    const wrong = RECIPE.replace('US', 'XX');
    const stack = await deploy(t, wrong);
    const invalid = await stack.smoke();
    assert.deepEqual([invalid.code, invalid.stdout], [2, '']);
    assert.match(invalid.stderr, /^recipe\/unknown-country: .*entries\[0\]\.csv\.phones\[0\]\.country.*\n$/);

    const strict = await deploy(t, RECIPE);
    await writeFile(join(strict.folder, 'my.zip'), await zipOf({ 'a.csv': 'id\n1\n' }));
    const unfit = await strict.smoke(['my.zip']);
    assert.equal(unfit.code, 2);
    assert.match(
      unfit.stderr,
      /^usage\/smoke-archive: the recipe does not fit the archive: a\.csv: csv\/missing-field: /,
    );

    for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
      [['nowhere.zip'], /^usage\/no-such-file: cannot read nowhere\.zip: ENOENT/],
      [['--bucket', 'x'], /^usage\/arguments: /],
      [['a.zip', 'b.zip'], /^usage\/arguments: what is "b\.zip"\?/],
    ])) {
      const { code, stderr } = await strict.smoke(args);
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
    assert.deepEqual(await strict.inputs(), []);
  });

  it('reports why the stack cannot be read', async t => {
    const folder = await temporaryFolder(t);
    const bin = await fakeSam(folder, 'echo "Error: The stack nowhere does not exist" >&2; exit 1');
    const tries = /** @type {[string[], string, RegExp][]} */ ([
      [[], bin, /^usage\/arguments: which stack\? usage: npm run smoke/],
      [['--stack', 'a b'], bin, /^usage\/stack: .*"a b": that is no name of a stack\n$/],
      [['--stack', 'nowhere'], bin, /^usage\/stack: .*"nowhere": Error: The stack nowhere does not exist\n$/],
      [['--stack', 'other'], await fakeSam(folder, 'echo "[]"'), /^usage\/stack: .*its outputs are not those of /],
    ]);
    for (const [args, PATH, message] of tries) {
      const { code, stderr } = await runScript(t, 'scripts/smoke.js', args, folder, { PATH }).end();
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
  });

  it('waits for a finished manifest, within a limit', async t => {
    const { client } = await deploy(t, '');
    const key = 'in/x.zip';
    const outputs = outputsOf(client, {
      output: { bucket: 'sluice-out', prefix: 'clean' },
      key,
      stop: new AbortController().signal,
    });
    assert.equal(outputs.manifestUri, 's3://sluice-out/clean/in/x/_manifest.json');
    assert.equal(await outputs.awaitManifest(1, () => {}), null);
    const put = (/** @type {string} */ status) =>
      client.send(
        new PutObjectCommand({
          Bucket: 'sluice-out',
          Key: 'clean/in/x/_manifest.json',
          Body: JSON.stringify({ status }),
        }),
      );
    await put('unfinished');
    assert.equal(await outputs.awaitManifest(1, () => {}), null);
    await put('partial');
    assert.equal((await outputs.awaitManifest(1, () => {}))?.status, 'partial');
  });

  it('removes nothing outside the archive’s own folders, whatever the manifest lists', async t => {
    const { client, outputs } = await deploy(t, '');
    const [ours, others] = [
      ['clean/in/x/a', 'clean/_rejected/in/x/a', 'clean/in/x/_manifest.json'],
      ['a', 'clean/in/xx/a', 'clean/in/y/a'],
    ];
    for (const Key of [...ours, ...others])
      await client.send(new PutObjectCommand({ Bucket: 'sluice-out', Key, Body: 'x' }));
    const uris = [...ours.slice(0, 2), ...others].map(key => `s3://sluice-out/${key}`);
    const entries = /** @type {any} */ (uris.map(output => ({ output, rejected: null })));
    const output = { bucket: 'sluice-out', prefix: 'clean' };
    await outputsOf(client, { output, key: 'in/x.zip', stop: new AbortController().signal }).remove({ entries });
    assert.deepEqual(await outputs(), others);
  });
});

/**
 * Starts S3 and the function on this machine, disguised as a stack in AWS.
 *
 * @param {TestContext} t
 * @param {string} recipe Of the stack.
 * @param {string} [actual] Of the function.
 * @param {Record<string, string>} [parameters]
 */
async function deploy(t, recipe, actual = recipe, parameters = {}) {
  const folder = await temporaryFolder(t);
  const recipePath = join(folder, 'recipe.json');
  if (actual !== '') await writeFile(recipePath, actual);
  const where = { folder: join(folder, 's3'), ...(actual !== '' && { recipePath }) };
  const stack = await startLocalStack(where, { onDelivered: () => {} });
  t.after(() => stack.close());
  const names = { InputBucket: 'sluice-in', OutputBucket: 'sluice-out' };
  const { outputs } = deployTemplate({ ...(recipe && { Recipe: recipe }), ...parameters }, names);
  const list = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  await writeFile(join(folder, 'outputs.json'), JSON.stringify(list));
  const asked = 'list stack-outputs --stack-name sluice --output json';
  const PATH = await fakeSam(folder, `[ "$*" = "${asked}" ] && /bin/cat '${folder}/outputs.json'`);
  const env = { ...environmentFor(stack.server), PATH };
  /** @param {string} Bucket */
  const keys = async Bucket => {
    const { Contents = [] } = await stack.client.send(new ListObjectsV2Command({ Bucket }));
    return Contents.map(({ Key }) => Key);
  };
  return {
    folder,
    /** @type {Record<string, string>} */
    env,
    client: stack.client,
    /** @param {string[]} [args] */
    smoke: (args = []) => runScript(t, 'scripts/smoke.js', ['--stack', 'sluice', ...args], folder, env).end(),
    inputs: () => keys('sluice-in'),
    outputs: () => keys('sluice-out'),
  };
}

/**
 * The real SAM would need AWS.
 *
 * @param {string} folder
 * @param {string} commands
 * @returns {Promise<string>} Its folder.
 */
async function fakeSam(folder, commands) {
  const bin = join(folder, `bin-${commands.length}`);
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'sam'), `#!/bin/sh\n${commands}\n`);
  await chmod(join(bin, 'sam'), 0o755);
  return bin;
}
