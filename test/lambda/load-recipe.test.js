import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failure, put, startCloud, zipOf } from '../support/cloud.js';

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;

before(async () => {
  cloud = await startCloud();
});

after(() => cloud?.close());

const bounded = { timeout: 100_000 };

describe('the recipe', bounded, () => {
  it('decides what happens to the entries', async () => {
    const recipe = { entries: [{ match: '**/*.tmp', skip: true }] };
    const { deliver } = cloud.deploy({ SLUICE_RECIPE: JSON.stringify(recipe) });
    await deliver(await cloud.upload('sluice-in', 'recipe.zip', await zipOf({ 'a.txt': 'a', 'b.tmp': 'b' })));
    assert.deepEqual(await cloud.keys('sluice-out', 'recipe/'), ['recipe/_manifest.json', 'recipe/a.txt']);
  });

  it('is read from S3 again at each invocation', async () => {
    const { deliver } = cloud.deploy({ SLUICE_RECIPE: 's3://sluice-in/recipe.json' });
    const archive = await zipOf({ 'a.txt': 'a', 'b.txt': 'b' });
    await cloud.upload('sluice-in', 'recipe.json', '{"entries":[{"match":"a.txt","skip":true}]}');
    await deliver(await cloud.upload('sluice-in', 'one.zip', archive));
    await cloud.upload('sluice-in', 'recipe.json', '{"entries":[{"match":"b.txt","skip":true}]}');
    await deliver(await cloud.upload('sluice-in', 'two.zip', archive));
    assert.deepEqual(await cloud.keys('sluice-out', 'one/'), ['one/_manifest.json', 'one/b.txt']);
    assert.deepEqual(await cloud.keys('sluice-out', 'two/'), ['two/_manifest.json', 'two/a.txt']);
  });

  it('fails the invocation if it is too large, or missing in S3', async () => {
    await cloud.upload('sluice-in', 'large.json', ' '.repeat(1024 * 1024 + 1));
    const large = cloud.deploy({ SLUICE_RECIPE: 's3://sluice-in/large.json' });
    assert.equal((await failure(large.deliver(put('sluice-in', 'a.zip')))).code, 'recipe/too-large');
    const missing = cloud.deploy({ SLUICE_RECIPE: 's3://sluice-in/missing.json' });
    assert.equal((await failure(missing.deliver(put('sluice-in', 'a.zip')))).code, 'storage/not-found');
  });

  it('is refused from a bucket of another account, and the error says where to put it', async () => {
    await cloud.upload('sluice-in', 'theirs.json', '{"entries":[]}');
    const SLUICE_RECIPE = 's3://sluice-in/theirs.json';
    const { deliver } = cloud.deploy({ SLUICE_RECIPE, SLUICE_EXPECTED_BUCKET_OWNER: '111122223333' });
    const error = await failure(deliver(put('sluice-in', 'a.zip')));
    assert.equal(error.code, 'storage/access-denied');
    assert.match(error.message, /if arn:aws:s3:::sluice-in does not belong to account 111122223333 /);
    assert.match(error.message, /; put the recipe into a bucket of account 111122223333, or give it as JSON$/);
    assert.match(String(error.cause), /AccessDenied/);
  });
});
