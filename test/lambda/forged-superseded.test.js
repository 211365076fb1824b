import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectTaggingCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { outcomes, startCloud, zipOf } from '../support/cloud.js';

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;

before(async () => {
  cloud = await startCloud();
});

after(() => cloud?.close());

const BUCKET = 'sluice-versioned';

/** @param {any} event @returns {string} */
const idOf = event => event.Records[0].s3.object.versionId;

/** @param {string} key @returns {Promise<Record<string, string>>} By version, its tags. */
async function versionsOf(key) {
  const { Versions = [] } = await cloud.client.send(new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: key }));
  const tagged = Versions.map(async ({ VersionId = '' }) => {
    const target = { Bucket: BUCKET, Key: key, VersionId };
    const { TagSet = [] } = await cloud.client.send(new GetObjectTaggingCommand(target));
    return [VersionId, TagSet.map(({ Key, Value }) => `${Key}=${Value}`).join()];
  });
  return Object.fromEntries(await Promise.all(tagged));
}

/** @param {string} name @param {string[]} superseded */
async function forge(name, superseded) {
  const manifest = JSON.parse((await cloud.read('sluice-out', `${name}/_manifest.json`)) ?? '');
  manifest.archive.superseded = superseded;
  const target = { Bucket: 'sluice-out', Key: `${name}/_manifest.json` };
  await cloud.client.send(new PutObjectCommand({ ...target, Body: JSON.stringify(manifest) }));
}

describe('versions that a forged manifest lists as superseded', { timeout: 100_000 }, () => {
  it('are left as they are if they are newer, or another archive’s', async () => {
    for (const afterwards of ['delete', 'tag']) {
      const name = `newer-${afterwards}`;
      const own = await cloud.upload(BUCKET, `${name}.zip`, await zipOf({ 'a.txt': 'own' }));
      await cloud.deploy().deliver(own);
      // S3 tells in seconds when a version was written.
      await sleep(1100);
      const newer = await cloud.upload(BUCKET, `${name}.zip`, await zipOf({ 'a.txt': 'newer' }));
      const newest = await cloud.upload(BUCKET, `${name}.zip`, await zipOf({ 'a.txt': 'newest' }));
      const other = await cloud.upload(BUCKET, `other-${afterwards}.zip`, await zipOf({ 'a.txt': 'other' }));
      await forge(name, [newer, newest, other].map(idOf));
      const { deliver, lines } = cloud.deploy({ SLUICE_SOURCE_AFTERWARDS: afterwards });
      await deliver(own);
      assert.deepEqual(outcomes(lines), ['already-done']);
      const left = await versionsOf(`${name}.zip`);
      assert.deepEqual([left[idOf(newer)], left[idOf(newest)]], ['', '']);
      assert.equal(left[idOf(own)], afterwards === 'tag' ? 'sluice=processed' : undefined);
      assert.deepEqual(await versionsOf(`other-${afterwards}.zip`), { [idOf(other)]: '' });
    }
  });

  it('are cleared away if they are older ones of this archive', async () => {
    for (const afterwards of ['delete', 'tag']) {
      const name = `older-${afterwards}`;
      const older = await cloud.upload(BUCKET, `${name}.zip`, await zipOf({ 'a.txt': 'older' }));
      const own = await cloud.upload(BUCKET, `${name}.zip`, await zipOf({ 'a.txt': 'own' }));
      await cloud.deploy().deliver(own);
      const other = await cloud.upload(BUCKET, `another-${afterwards}.zip`, await zipOf({ 'a.txt': 'other' }));
      await forge(name, [older, other].map(idOf));
      const { deliver } = cloud.deploy({ SLUICE_SOURCE_AFTERWARDS: afterwards });
      await deliver(own);
      const tag = 'sluice=processed';
      assert.deepEqual(
        await versionsOf(`${name}.zip`),
        afterwards === 'tag' ? { [idOf(older)]: tag, [idOf(own)]: tag } : {},
      );
      assert.deepEqual(await versionsOf(`another-${afterwards}.zip`), { [idOf(other)]: '' });
    }
  });
});
