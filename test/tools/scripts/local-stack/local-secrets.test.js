import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startLocalSecrets } from '../../../../scripts/local-stack/local-secrets.js';
import { readConfig } from '../../../../src/lambda/config.js';
import { loadHashKey } from '../../../../src/lambda/load-hash-key.js';
import { secretsClientFactory } from '../../../../src/lambda/read-secret.js';
import { compileRecipe } from '../../../../src/recipe/recipe.js';

/** @import { TestContext } from 'node:test' */

describe("the local stack's Secrets Manager", { timeout: 300_000 }, () => {
  it('gives the function any key, byte for byte', async t => {
    for (const key of [Buffer.from('key'), Buffer.from([0xff, 0x00, 0x7b, 0x0d]), Buffer.from('{"a": 1}')]) {
      const { arn, load } = await start(t, key);
      assert.deepEqual(await load(arn), key);
    }
  });

  it('gives it under no other name', async t => {
    const { arn, load, endpoint } = await start(t, Buffer.from('key'));
    const other = arn.replace(/\w{6}$/, 'XXXXXX');
    await assert.rejects(load(other), { code: 'storage/not-found' });
    const headers = { 'x-amz-target': 'secretsmanager.GetSecretValue' };
    for (const body of ['', '{', 'null', '[]', '{"SecretId": ""}']) {
      const answer = await fetch(endpoint, { method: 'POST', headers, body });
      assert.equal(answer.status, 400);
      assert.ok(!(await answer.text()).includes(Buffer.from('key').toString('base64')));
    }
  });
});

/**
 * @param {TestContext} t
 * @param {Buffer} key
 */
async function start(t, key) {
  const { endpoint, arn, close } = await startLocalSecrets(key, { host: '127.0.0.1', region: 'us-east-1' });
  t.after(close);
  const recipe = await compileRecipe({ entries: [{ match: '**', csv: { hash: ['name'] } }] });
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const load = (/** @type {string} */ secret) => {
    const config = readConfig({ SLUICE_DESTINATION: 's3://sluice-out', SLUICE_HASH_SECRET: secret });
    return loadHashKey(config, recipe, secretsClientFactory({ endpoint, credentials }));
  };
  return { endpoint, arn, load };
}
