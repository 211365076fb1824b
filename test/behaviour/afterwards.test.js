import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GetObjectTaggingCommand, ListObjectVersionsCommand, PutObjectTaggingCommand } from '@aws-sdk/client-s3';
import { failure } from '../support/cloud.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { stoppableJob } from './stoppable-job.js';
import { NEW, OLD, RECIPE } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 300_000 };

/** @param {'keep' | 'delete' | 'tag'} afterwards */
const deploy = afterwards => chain.deploy({ SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: afterwards });

/** @param {string} key Lists the existing versions, newest first, with their tags. */
async function versions(key) {
  const Bucket = 'sluice-versioned';
  const { Versions = [], DeleteMarkers = [] } = await chain.client.send(
    new ListObjectVersionsCommand({ Bucket, Prefix: key }),
  );
  assert.deepEqual(DeleteMarkers, []);
  return Promise.all(
    Versions.map(async ({ VersionId }) => {
      const { TagSet = [] } = await chain.client.send(new GetObjectTaggingCommand({ Bucket, Key: key, VersionId }));
      return [VersionId, TagSet.map(({ Key, Value }) => `${Key}=${Value}`).join()];
    }),
  );
}

const idOf = (/** @type {any} */ event) => event.Records[0].s3.object.versionId;
const etagOf = (/** @type {any} */ event) => `"${event.Records[0].s3.object.eTag}"`;

for (const [afterwards, left] of /** @type {const} */ ([
  ['keep', ['']],
  ['delete', []],
  ['tag', ['sluice=processed']],
])) {
  test(`"${afterwards}" is done to an archive that is complete`, bounded, async () => {
    const { deliver } = await deploy(afterwards);
    await deliver(await chain.upload(`complete-${afterwards}.zip`, NEW));
    assert.deepEqual(
      (await chain.archives(`complete-${afterwards}`)).map(([, , tags]) => tags),
      left,
    );
    assert.equal((await chain.manifest(`complete-${afterwards}`)).status, 'complete');
  });

  test(`"${afterwards}" touches nothing that is not complete`, bounded, async () => {
    const { deliver, lines, ...deployed } = await deploy(afterwards);
    const partial = await chain.upload(`partial-${afterwards}.zip`, writeZip([{ name: 'a', content: 'a', crc32: 1 }]));
    const failed = await chain.upload(`failed-${afterwards}.zip`, Buffer.from('not a zip archive'));
    for (const event of [partial, failed, partial, failed]) await deliver(event);
    assert.deepEqual(
      lines.map(({ status }) => status),
      ['partial', 'failed', 'partial', 'failed'],
    );
    for (const name of ['partial', 'failed']) {
      assert.deepEqual(
        (await chain.archives(`${name}-${afterwards}`)).map(([, , tags]) => tags),
        [''],
      );
    }
    const writing = /^(Delete|PutObjectTagging)/;
    assert.ok(!deployed.requests.some(({ operation }) => writing.test(operation)));
  });

  test(`"${afterwards}" touches the version of the event, and no newer one`, bounded, async () => {
    const key = `versions-${afterwards}.zip`;
    const older = await chain.upload(key, OLD, 'sluice-versioned');
    const newer = await chain.upload(key, NEW, 'sluice-versioned');
    const { deliver } = await deploy(afterwards);
    await deliver(older);
    assert.deepEqual(await versions(key), [[idOf(newer), ''], ...left.map(tags => [idOf(older), tags])]);
    await deliver(newer);
    assert.deepEqual(
      await versions(key),
      [newer, older].flatMap(event => left.map(tags => [idOf(event), tags])),
    );
  });
}

for (const [afterwards, isLast] of /** @type {const} */ ([
  ['delete', 'DeleteObject'],
  ['tag', 'HeadObject'],
])) {
  test(`"${afterwards}" leaves a last-moment upload alone`, bounded, async () => {
    const key = `fresh-${afterwards}.zip`;
    const older = await chain.upload(key, OLD);
    const deployed = await deploy(afterwards);
    const job = stoppableJob(deployed, older);
    assert.ok(await job.runTo(({ operation }, index) => operation === isLast && index > 0));
    const newer = await chain.upload(key, NEW);
    assert.equal(await job.run(), null);
    assert.deepEqual(await chain.archives(`fresh-${afterwards}`), [[key, etagOf(newer), '']]);
    deployed.recover();
    await deployed.deliver(newer);
    assert.deepEqual(
      deployed.lines.map(({ status }) => status),
      ['complete', 'complete'],
    );
    const [left] = await chain.archives(`fresh-${afterwards}`);
    assert.equal(left?.[2], afterwards === 'tag' ? 'sluice=processed' : undefined);
  });
}

test('the next delivery deletes or tags an archive when the first one could not', bounded, async () => {
  for (const [afterwards, operation] of /** @type {const} */ ([
    ['delete', 'DeleteObject'],
    ['tag', 'PutObjectTagging'],
  ])) {
    const event = await chain.upload(`late-${afterwards}.zip`, NEW);
    const deployed = await deploy(afterwards);
    deployed.fault = request => (request.operation === operation ? { status: 403, code: 'AccessDenied' } : undefined);
    assert.equal((await failure(deployed.deliver(event))).code, 'storage/access-denied');
    assert.equal((await chain.manifest(`late-${afterwards}`)).status, 'complete');
    deployed.recover();
    await deployed.deliver(event);
    assert.equal(deployed.lines[1].outcome, 'already-done');
    const [left] = await chain.archives(`late-${afterwards}`);
    assert.equal(left?.[2], afterwards === 'tag' ? 'sluice=processed' : undefined);
  }
});

test('an archive that has ten other tags is done, and the log warns that it cannot be tagged', bounded, async () => {
  for (const Bucket of ['sluice-in', 'sluice-versioned']) {
    const [Key, folder] = [`ten-tags-in-${Bucket}.zip`, `ten-tags-in-${Bucket}`];
    const event = await chain.upload(Key, NEW, Bucket);
    const TagSet = Array.from({ length: 10 }, (_, index) => ({ Key: `tag-${index}`, Value: 'theirs' }));
    await chain.client.send(new PutObjectTaggingCommand({ Bucket, Key, Tagging: { TagSet } }));
    const { deliver, lines } = await deploy('tag');
    // A successful delivery that is repeated anyway succeeds too.
    for (const outcome of ['processed', 'already-done']) {
      assert.deepEqual(await deliver(event), { batchItemFailures: [] });
      const { level, errorCode, error, ...line } = lines.pop();
      assert.deepEqual([line.outcome, line.status], [outcome, 'complete']);
      assert.deepEqual([level, errorCode, error.code], ['warn', 'storage/too-many-tags', 'storage/too-many-tags']);
      assert.match(error.message, /^cannot tag s3:\/\/sluice-\w+\/ten-tags.*limit: 10/);
    }
    assert.equal((await chain.manifest(folder)).status, 'complete');
    const there = await chain.client.send(new GetObjectTaggingCommand({ Bucket, Key }));
    assert.deepEqual(there.TagSet?.map(({ Key }) => Key).sort(), TagSet.map(({ Key }) => Key).sort());
  }
});

test('one of ten tags may be ours already', bounded, async () => {
  const event = await chain.upload('tagged-before.zip', NEW);
  const TagSet = ['sluice', ...'abcdefghi'].map(Key => ({ Key, Value: 'before' }));
  const target = { Bucket: 'sluice-in', Key: 'tagged-before.zip' };
  await chain.client.send(new PutObjectTaggingCommand({ ...target, Tagging: { TagSet } }));
  const { deliver, lines } = await deploy('tag');
  await deliver(event);
  // It has a bad record.
  assert.deepEqual([lines[0].level, lines[0].errorCode], ['warn', null]);
  const there = await chain.client.send(new GetObjectTaggingCommand(target));
  assert.equal(there.TagSet?.find(({ Key }) => Key === 'sluice')?.Value, 'processed');
});

/** @type {['delete' | 'tag', operation: string, import('../../local-s3/faults.js').Fault, code: string][]} */
const REFUSALS = [
  ['tag', 'PutObjectTagging', { status: 400, code: 'InvalidTag' }, 'storage/refused'],
  ['tag', 'GetObjectTagging', { status: 501, code: 'NotImplemented' }, 'storage/refused'],
  ['tag', 'PutObjectTagging', { status: 403, code: 'InvalidObjectState' }, 'storage/archived'],
  ['delete', 'DeleteObject', { status: 400, code: 'InvalidRequest' }, 'storage/refused'],
  ['delete', 'DeleteObject', { status: 501, code: 'NotImplemented' }, 'storage/refused'],
  [
    'delete',
    'DeleteObject',
    { status: 403, code: 'AccessDenied', message: 'Access Denied because object protected by object lock.' },
    'storage/protected',
  ],
];
for (const [index, [afterwards, operation, fault, code]] of REFUSALS.entries()) {
  test(
    `"${afterwards}" that S3 refuses for good (${fault.status} ${fault.code}) is ${code}, and is not redelivered`,
    bounded,
    async () => {
      const event = await chain.upload(`refused-${index}.zip`, NEW);
      const deployed = await deploy(afterwards);
      deployed.fault = request => (request.operation === operation ? fault : undefined);
      await deployed.deliver(event);
      const [{ level, outcome, status, errorCode }] = deployed.lines;
      assert.deepEqual([level, outcome, status, errorCode], ['warn', 'processed', 'complete', code]);
      assert.equal((await chain.archives(`refused-${index}`)).length, 1);
    },
  );
}

test('a newer upload of the same bytes stays, although only its time differs from the event’s', bounded, async () => {
  for (const afterwards of /** @type {const} */ (['delete', 'tag'])) {
    const { deliver } = await deploy(afterwards);
    const key = `again-${afterwards}.zip`;
    const first = await chain.upload(key, NEW);
    first.Records[0].eventTime = new Date(Date.now() - 60_000).toISOString();
    await deliver(first);
    assert.deepEqual(
      (await chain.archives(`again-${afterwards}`)).map(([, , there]) => there),
      [''],
    );
    await deliver(await chain.upload(key, NEW));
    const left = (await chain.archives(`again-${afterwards}`)).map(([, , there]) => there);
    assert.deepEqual(left, afterwards === 'delete' ? [] : ['sluice=processed']);
  }
});
