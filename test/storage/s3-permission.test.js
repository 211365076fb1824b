import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ACCOUNT } from '../../local-s3/bucket-operations.js';
import { notedPermission, notePermission, permissionFor } from '../../src/storage/s3-permission.js';
import { failure, startCloud, zipOf } from '../support/cloud.js';

describe('permissionFor', () => {
  it('names versions and conditions by actions of their own', () => {
    const object = { Bucket: 'b', Key: 'k' };
    const resource = 'arn:aws:s3:::b/k';
    /** @type {[operation: string, more: object, actions: string[]][]} */
    const cases = [
      ['HeadObject', {}, ['s3:GetObject']],
      ['GetObject', { VersionId: 'v' }, ['s3:GetObjectVersion']],
      ['GetObject', { IfMatch: 'e' }, ['s3:GetObject']],
      ['UploadPart', { VersionId: 'v' }, ['s3:PutObject']],
      ['DeleteObject', { IfMatch: 'e' }, ['s3:DeleteObject', 's3:GetObject']],
      ['PutObjectTagging', { VersionId: 'v' }, ['s3:PutObjectVersionTagging']],
    ];
    for (const [operation, more, actions] of cases) {
      assert.deepEqual(permissionFor(operation, { ...object, ...more }), { actions, resource });
    }
    const listing = permissionFor('ListObjectsV2', { Bucket: 'b', ExpectedBucketOwner: '1' });
    assert.deepEqual(listing, { actions: ['s3:ListBucket'], resource: 'arn:aws:s3:::b', expectedOwner: '1' });
    assert.equal(permissionFor('ListBuckets', {}), null);
  });

  it('is noted for an error, if there is one', () => {
    const [error, permission] = [new Error('x'), permissionFor('GetObject', { Bucket: 'b', Key: 'k' })];
    notePermission(error, null);
    assert.equal(notedPermission(error), undefined);
    notePermission(error, permission);
    assert.equal(notedPermission(error), permission);
    notePermission('not an object', permission);
    assert.equal(notedPermission('not an object'), undefined);
  });
});

describe('a missing permission', { timeout: 300_000 }, () => {
  it('is named with its resource, whatever the request was', async t => {
    const cloud = await startCloud();
    t.after(() => cloud.close());
    const archive = await zipOf({ 'a.txt': 'a' });
    const old = await cloud.upload('sluice-in', 'old.zip', archive);
    await cloud.deploy().deliver(old);
    const versioned = await cloud.upload('sluice-versioned', 'v.zip', archive);
    const plain = await cloud.upload('sluice-in', 'dir/p.zip', archive);
    const newer = await cloud.upload('sluice-in', 'old.zip', await zipOf({ 'b.txt': 'b' }));
    const large = await cloud.upload('sluice-in', 'large.zip', await zipOf({ 'l.txt': 'l'.repeat(6 * 1024 ** 2) }));

    /** @type {[string, any, Record<string, string>, string][]} */
    const cases = [
      [
        'HeadObject',
        plain,
        {},
        's3:GetObject on arn:aws:s3:::sluice-in/dir/p.zip; without s3:ListBucket on arn:aws:s3:::sluice-in,',
      ],
      [
        'HeadObject',
        versioned,
        {},
        's3:GetObjectVersion on arn:aws:s3:::sluice-versioned/v.zip; without s3:ListBucket on',
      ],
      ['GetObject', plain, {}, 's3:GetObject on arn:aws:s3:::sluice-out/dir/p/_manifest.json; without'],
      ['ListObjectsV2', plain, {}, 's3:ListBucket on arn:aws:s3:::sluice-out ('],
      ['PutObject', plain, {}, 's3:PutObject on arn:aws:s3:::sluice-out/dir/p/_manifest.json ('],
      ['PutObject', newer, {}, 's3:PutObject and s3:GetObject on arn:aws:s3:::sluice-out/old/_manifest.json ('],
      ['DeleteObject', newer, {}, 's3:DeleteObject and s3:GetObject on arn:aws:s3:::sluice-out/old/a.txt ('],
      ['CreateMultipartUpload', large, {}, 's3:PutObject on arn:aws:s3:::sluice-out/large/l.txt ('],
      ['UploadPart', large, {}, 's3:PutObject on arn:aws:s3:::sluice-out/large/l.txt ('],
      ['CompleteMultipartUpload', large, {}, 's3:PutObject on arn:aws:s3:::sluice-out/large/l.txt ('],
      [
        'DeleteObject',
        versioned,
        { SLUICE_SOURCE_AFTERWARDS: 'delete' },
        's3:DeleteObjectVersion on arn:aws:s3:::sluice-versioned/v.zip (',
      ],
      [
        'DeleteObject',
        plain,
        { SLUICE_SOURCE_AFTERWARDS: 'delete' },
        's3:DeleteObject and s3:GetObject on arn:aws:s3:::sluice-in/dir/p.zip (',
      ],
      [
        'GetObjectTagging',
        versioned,
        { SLUICE_SOURCE_AFTERWARDS: 'tag' },
        's3:GetObjectVersionTagging on arn:aws:s3:::sluice-versioned/v.zip (',
      ],
      [
        'PutObjectTagging',
        plain,
        { SLUICE_SOURCE_AFTERWARDS: 'tag' },
        's3:PutObjectTagging on arn:aws:s3:::sluice-in/dir/p.zip (',
      ],
    ];
    for (const [denied, event, env, text] of cases) {
      const owner = { SLUICE_EXPECTED_BUCKET_OWNER: ACCOUNT };
      const [plainly, owned] = [cloud.deploy(env), cloud.deploy({ ...env, ...owner })];
      // The answer to a HEAD has no body, so a GET finds out the reason.
      const isDenied = (/** @type {string} */ operation) =>
        operation === denied || (denied === 'HeadObject' && operation === 'GetObject');
      cloud.misbehave(({ operation }) => (isDenied(operation) ? { status: 403, code: 'AccessDenied' } : undefined));
      for (const { deliver, lines } of [plainly, owned]) {
        await assert.rejects(deliver(event), { code: 'storage/access-denied' }, denied);
        const { message } = lines[0].error;
        assert.ok(message.includes(`access denied; allow ${text.replace(/ \($/, '')}`), `${denied}: ${message}`);
        const isOwned = new RegExp(`if arn:aws:s3:::sluice-\\w+ does not belong to account ${ACCOUNT} `).test(message);
        assert.equal(isOwned, lines === owned.lines, `${denied}: ${message}`);
      }
      cloud.misbehave(() => {});
    }
  });
});

describe('a bucket of another account', { timeout: 300_000 }, () => {
  it('is refused by S3, and the error says that the cause may be the bucket’s owner, not only IAM', async t => {
    const cloud = await startCloud();
    t.after(() => cloud.close());
    const event = await cloud.upload('sluice-in', 'x.zip', await zipOf({ 'a.txt': 'a' }));
    const { deliver } = cloud.deploy({ SLUICE_EXPECTED_BUCKET_OWNER: OTHER_ACCOUNT });
    const { code, message } = await failure(deliver(event));
    assert.equal(code, 'storage/access-denied');
    assert.match(message, /allow s3:GetObject on arn:aws:s3:::sluice-in\/x\.zip; /);
    assert.match(
      message,
      new RegExp(
        `if arn:aws:s3:::sluice-in does not belong to account ${OTHER_ACCOUNT} \\(SLUICE_EXPECTED_BUCKET_OWNER\\)`,
      ),
    );
    assert.ok(!message.includes(ACCOUNT), 'no other account is named');
  });
});

const OTHER_ACCOUNT = '111122223333';
