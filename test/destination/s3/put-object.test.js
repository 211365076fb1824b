import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { contentOf, localS3 } from '../../support/s3.js';
import { CONFLICT, JOB, write } from '../fixture.js';
import { openBucket, quick } from './fixture.js';

/** @import { Destination, HeldOutput } from '../../../src/destination/open.js' */

/** @typedef {(destination: Destination, path: string, content: string) => Promise<Pick<HeldOutput, 'commit'>>} Prepare */
/** A small output that is held in memory must end as one that is streamed. @type {[string, Prepare][]} */
const WAYS = [
  ['streamed', write],
  ['held', (destination, path, content) => destination.hold(path, Buffer.from(content))],
];

/**
 * @param {Destination} destination
 * @param {string} path
 * @param {string} content
 */
async function publish(destination, path, content) {
  return (await destination.hold(path, Buffer.from(content))).commit();
}

for (const [way, prepare] of WAYS) {
  test(`${way}: what appeared, changed or vanished since the job began is storage/conflict, and is kept`, async t => {
    const { client, put, s3 } = await localS3(t);
    for (const path of ['x/changed', 'x/vanished', 'x/same']) await put(`out/${path}`, 'before');
    const destination = await openDestination('s3://bucket/out/', { s3 });
    await destination.begin(JOB);
    await put('out/x/appeared', 'theirs');
    await put('out/x/changed', 'theirs');
    await client.send(new DeleteObjectCommand({ Bucket: 'bucket', Key: 'out/x/vanished' }));
    for (const path of ['x/appeared', 'x/changed', 'x/vanished']) {
      await assert.rejects(async () => (await prepare(destination, path, 'ours')).commit(), CONFLICT, path);
    }
    for (const path of ['x/appeared', 'x/changed'])
      assert.equal(String(await contentOf(client, `out/${path}`)), 'theirs');
    assert.equal(await (await prepare(destination, 'x/same', 'ours')).commit(), 'written');
  });

  test(`${way}: what another job made from the same source and recipe is adopted`, async t => {
    const { client, s3, destination } = await openBucket(t);
    assert.equal(await destination.read('x/a', text), null);
    const other = await openDestination('s3://bucket/out', { s3 });
    await other.begin(JOB);
    assert.equal(await (await prepare(other, 'x/a', 'a')).commit(), 'written');
    assert.equal(await (await prepare(destination, 'x/a', 'a')).commit(), 'adopted');
    assert.equal(await (await prepare(destination, 'x/a', 'again')).commit(), 'written');
    assert.equal(String(await contentOf(client, 'out/x/a')), 'again');
  });

  test(`${way}: a lost answer, a passing conflict and a passing fault go unnoticed`, async t => {
    const { client, destination, requests } = await openBucket(t, { settings: quick });
    for (const fault of [
      { loseAnswer: /** @type {const} */ (true) },
      { status: 409, code: 'ConditionalRequestConflict' },
    ]) {
      let times = 0;
      requests.fault = ({ operation }) => (operation === 'PutObject' && times++ === 0 ? fault : undefined);
      const path = `x/${Object.keys(fault)[0]}`;
      assert.equal(await (await prepare(destination, path, 'content')).commit(), 'written');
      assert.equal(String(await contentOf(client, `out/${path}`)), 'content');
    }
  });

  test(`${way}: a lasting fault is storage/unreachable, and nothing is there`, async t => {
    const { client, destination, requests } = await openBucket(t, { settings: quick });
    requests.fault = ({ operation }) => (operation === 'PutObject' ? { dropConnection: true } : undefined);
    await assert.rejects(async () => (await prepare(destination, 'x/a', 'content')).commit(), {
      code: 'storage/unreachable',
    });
    requests.fault = () => undefined;
    await assert.rejects(contentOf(client, 'out/x/a'));
  });

  test(`${way}: a key that is too long and an object of another archive are refused before anything is sent`, async t => {
    const { s3, destination, requests } = await openBucket(t);
    await publish(destination, 'x/y/f', 'theirs');
    const other = await openDestination('s3://bucket/out', { s3 });
    await other.begin({ prefixes: ['x/y/'], provenance: { ...JOB.provenance, outputFolder: 'x/y' } });
    requests.fault = ({ operation }) => (operation === 'PutObject' ? { status: 500 } : undefined);
    await assert.rejects(prepare(other, 'x/y/f', 'ours'), { code: 'usage/place-taken' });
    await assert.rejects(prepare(destination, `x/${'n'.repeat(1_030)}`, 'ours'), { code: 'limit/name-length' });
  });
}

test('a held output carries the same content type, provenance and checksum as a streamed one', async t => {
  const { client, destination } = await openBucket(t);
  await (await write(destination, 'x/a.csv', 'a,b\n')).commit();
  await publish(destination, 'x/b.csv', 'a,b\n');
  const [a, b] = await Promise.all(
    ['a', 'b'].map(name => {
      const target = { Bucket: 'bucket', Key: `out/x/${name}.csv` };
      return client.send(new HeadObjectCommand({ ...target, ChecksumMode: 'ENABLED' }));
    }),
  );
  const { 'sluice-upload': one, ...metadata } = a.Metadata ?? {};
  const { 'sluice-upload': two, ...sameMetadata } = b.Metadata ?? {};
  assert.notEqual(one, two);
  assert.deepEqual(sameMetadata, metadata);
  assert.deepEqual([b.ContentType, b.ChecksumCRC32, b.ETag], [a.ContentType, a.ChecksumCRC32, a.ETag]);
});

test('bytes that change before they are sent are refused by S3', async t => {
  const { client, destination } = await openBucket(t);
  const bytes = Buffer.from('content');
  const held = await destination.hold('x/a', bytes);
  bytes.fill('y');
  await assert.rejects(held.commit(), { code: 'storage/failed', message: /BadDigest/ });
  await assert.rejects(contentOf(client, 'out/x/a'));
});

test('after the signal nothing is sent any more, and what is under way is waited for', async t => {
  const [stop, reason] = [new AbortController(), new Error('enough')];
  const { client, destination, requests } = await openBucket(t, { destination: { signal: stop.signal } });
  const [first, second] = await Promise.all([
    destination.hold('x/first', Buffer.from('1')),
    destination.hold('x/second', Buffer.from('2')),
  ]);
  requests.fault = ({ operation }) => void (operation === 'PutObject' && stop.abort(reason));
  assert.equal(await first.commit(), 'written');
  await assert.rejects(second.commit(), { code: 'job/stopped', cause: reason });
  assert.equal(String(await contentOf(client, 'out/x/first')), '1');
  await assert.rejects(contentOf(client, 'out/x/second'));
});

test('hundreds of outputs are published side by side', async t => {
  const { client, destination } = await openBucket(t);
  const names = Array.from({ length: 300 }, (_, index) => `x/${index}`);
  const results = await Promise.all(names.map(name => publish(destination, name, name)));
  assert.ok(results.every(result => result === 'written'));
  for (const name of ['x/0', 'x/150', 'x/299']) assert.equal(String(await contentOf(client, `out/${name}`)), name);
});
