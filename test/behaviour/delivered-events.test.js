import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DeleteObjectCommand, HeadObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { caseCount } from '../support/cases.js';
import { batch, failure } from '../support/cloud.js';
import { randomOf } from '../support/random.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { stoppableJob } from './stoppable-job.js';
import { NEW, newTexts, OLD, oldTexts, READING, RECIPE } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 600_000 };

/** @param {'keep' | 'delete' | 'tag'} [afterwards] */
const deploy = (afterwards = 'keep') =>
  chain.deploy({ SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: afterwards }, { maxAttempts: 1 });

const objectOf = (/** @type {any} */ event) => event.Records[0].s3.object;

/** @param {any} event @param {string} eventName */
const named = (event, eventName) => ({ Records: [{ ...event.Records[0], eventName }] });

const TEST_EVENT = {
  Service: 'Amazon S3',
  Event: 's3:TestEvent',
  Time: '2026-01-01T00:00:00.000Z',
  Bucket: 'sluice-in',
  RequestId: '5582815E1AEA5ADF',
  HostId: '8cLeGAmw098X5cv4Zkwcmo8vvZa3eH3eKxsPzbB9wrR+YstdA6Knx4Ip8EXAMPLE',
};

test('of 100 messages in one batch, only those that failed are reported for redelivery', bounded, async () => {
  const random = randomOf(100);
  /** @type {any[]} */
  const events = [];
  for (let index = 0; index < 20; index += 1) {
    const entries = [{ name: `${index}.txt`, content: `text ${index}` }];
    events.push(await chain.upload(`hundreds/${index}.zip`, index === 7 ? Buffer.from('no zip') : writeZip(entries)));
  }
  // Each event comes four or five times, shuffled, among other messages that a queue may hold.
  const numbers = Array.from({ length: 96 }, (_, index) => index % 20);
  const order = numbers.map(number => ({ number, at: random.fraction() })).sort((one, other) => one.at - other.at);
  /** @type {unknown[]} */
  const bodies = order.map(({ number }) => events[number]);
  bodies.splice(10, 0, TEST_EVENT, 'not JSON', named(events[0], 'ObjectRemoved:Delete'), { Records: [] });
  assert.equal(bodies.length, 100);

  const isDenied = (/** @type {string} */ key) => /^hundreds\/(?:11|14)\//.test(key);
  const deployed = await deploy();
  deployed.fault = ({ operation, key }) =>
    operation === 'PutObject' && isDenied(key) ? { status: 403, code: 'AccessDenied' } : undefined;
  const failing = bodies.flatMap((body, index) =>
    body === 'not JSON' || [events[11], events[14]].includes(body) ? [`message-${index + 1}`] : [],
  );
  const { batchItemFailures } = await deployed.deliver(batch(...bodies));
  assert.deepEqual(
    batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
    failing,
  );
  const right = (/** @type {boolean} */ withDenied) =>
    Object.fromEntries(
      events.flatMap((_, index) =>
        index === 7 || (!withDenied && [11, 14].includes(index))
          ? []
          : [[`hundreds/${index}/${index}.txt`, `text ${index}`]],
      ),
    );
  assert.deepEqual(await chain.texts('hundreds'), right(false));

  // The platform redelivers what was reported, in new batches.
  deployed.recover();
  const again = bodies.filter((_, index) => failing.includes(`message-${index + 1}`));
  const { batchItemFailures: left } = await deployed.deliver(batch(...again));
  assert.deepEqual(left, [{ itemIdentifier: `message-${again.indexOf('not JSON') + 1}` }]);
  assert.deepEqual(await chain.texts('hundreds'), right(true));
});

test('a message with several records is redelivered as a whole, and what was done stays done', bounded, async () => {
  const events = [];
  for (const index of [1, 2, 3]) events.push(await chain.upload(`records/${index}.zip`, OLD));
  const message = { Records: events.flatMap(({ Records }) => Records) };
  const deployed = await deploy();
  deployed.fault = ({ operation, key }) =>
    operation === 'PutObject' && key.startsWith('records/2/') ? { status: 503, code: 'SlowDown' } : undefined;
  assert.deepEqual(await deployed.deliver(batch(TEST_EVENT, message)), {
    batchItemFailures: [{ itemIdentifier: 'message-2' }],
  });
  assert.deepEqual(await chain.texts('records'), { ...oldTexts('records/1'), ...oldTexts('records/3') });
  deployed.recover();
  assert.deepEqual(await deployed.deliver(batch(message)), { batchItemFailures: [] });
  assert.deepEqual(
    deployed.lines.slice(-3).map(({ outcome }) => outcome),
    ['already-done', 'processed', 'already-done'],
  );
  assert.ok(deployed.requests.every(({ operation, key }) => READING.includes(operation) || key.includes('records/2/')));
});

test('the test event that S3 sends when notifications are set up does nothing', bounded, async () => {
  const deployed = await deploy();
  for (const event of [TEST_EVENT, batch(TEST_EVENT, TEST_EVENT)]) {
    assert.deepEqual(await deployed.deliver(event), { batchItemFailures: [] });
  }
  assert.deepEqual([deployed.requests, deployed.lines], [[], []]);
});

for (const afterwards of /** @type {const} */ (['keep', 'delete', 'tag'])) {
  test(`a version under a delete marker is processed as its event says (${afterwards})`, bounded, async () => {
    const key = `marker-${afterwards}.zip`;
    const folder = `marker-${afterwards}`;
    const older = await chain.upload(key, OLD, 'sluice-versioned');
    const newer = await chain.upload(key, NEW, 'sluice-versioned');
    const target = { Bucket: 'sluice-versioned', Key: key };
    await chain.client.send(new DeleteObjectCommand(target));
    const { deliver, lines } = await deploy(afterwards);
    await deliver(older);
    assert.deepEqual(await chain.texts(folder), oldTexts(folder));
    await deliver(newer);
    await deliver(named(older, 'ObjectRemoved:DeleteMarkerCreated'));
    assert.deepEqual(
      lines.map(({ status }) => status),
      ['complete', 'complete'],
    );
    assert.deepEqual(await chain.texts(folder), newTexts(folder));
    const { Versions = [], DeleteMarkers = [] } = await chain.client.send(
      new ListObjectVersionsCommand({ Bucket: 'sluice-versioned', Prefix: key }),
    );
    assert.deepEqual(
      Versions.map(({ VersionId }) => VersionId),
      afterwards === 'delete' ? [] : [newer, older].map(event => objectOf(event).versionId),
    );
    assert.equal(DeleteMarkers.length, 1, 'the archive stays deleted');
  });

  test(`an event whose object is gone writes nothing (${afterwards})`, bounded, async () => {
    for (const bucket of /** @type {const} */ (['sluice-in', 'sluice-versioned'])) {
      const key = `gone-${bucket}-${afterwards}.zip`;
      const event = await chain.upload(key, OLD, bucket);
      const { versionId } = objectOf(event);
      await chain.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }));
      const deployed = await deploy(afterwards);
      if (afterwards === 'delete') {
        // This counts as done: S3 may repeat an event after the archive was done and deleted.
        assert.deepEqual(await deployed.deliver(batch(event)), { batchItemFailures: [] });
        assert.equal(deployed.lines[0].outcome, 'ignored');
      } else {
        assert.equal((await failure(deployed.deliver(event))).code, 'storage/not-found');
        assert.deepEqual(await deployed.deliver(batch(event)), {
          batchItemFailures: [{ itemIdentifier: 'message-1' }],
        });
      }
      assert.ok(deployed.requests.every(({ operation }) => READING.includes(operation)));
      await chain.assertNothingOf(key.replace('.zip', ''));
    }
  });
}

test('events of one key, each three times in every order, end with the latest version', bounded, async () => {
  const random = randomOf(7);
  // Each number of versions, in each bucket.
  for (let round = 0; round < Math.max(6, caseCount(12)); round += 1) {
    const folder = `orders-${round}`;
    const bucket = round % 2 === 0 ? 'sluice-in' : 'sluice-versioned';
    const versions = [OLD, NEW, OLD, NEW].slice(0, 2 + (round % 3));
    const events = [];
    for (const body of versions) events.push(await chain.upload(`${folder}.zip`, body, bucket));
    const deliveries = [...events, ...events, ...events]
      .map(event => ({ event, at: random.fraction() }))
      .sort((one, other) => one.at - other.at);
    const functions = [await deploy(), await deploy()];
    for (const { event } of deliveries) await random.pick(functions).deliver(event);
    const isNew = versions.at(-1) === NEW;
    assert.deepEqual(await chain.texts(folder), isNew ? newTexts(folder) : oldTexts(folder), folder);
    const { archive, status } = await chain.manifest(folder);
    const { eTag, versionId = null } = objectOf(events.at(-1));
    assert.deepEqual([status, archive.etag, archive.versionId], ['complete', eTag, versionId]);
  }
});

test('a job whose archive is replaced by the same bytes also does the newer event’s work', bounded, async () => {
  const folder = 'back-again';
  const [first, late] = [await deploy(), await deploy()];
  await first.deliver(await chain.upload(`${folder}.zip`, OLD));
  const between = await chain.upload(`${folder}.zip`, NEW);
  const job = stoppableJob(late, between);
  // All of the archive has been read.
  assert.ok(await job.runTo(({ operation }) => operation === 'PutObject'));
  const back = await chain.upload(`${folder}.zip`, OLD);
  await first.deliver(back);
  await job.run();
  assert.deepEqual(await chain.texts(folder), oldTexts(folder));
  assert.equal((await chain.manifest(folder)).archive.sequencer, objectOf(back).sequencer);
  late.recover();
  for (const event of [between, back]) await late.deliver(event);
  assert.deepEqual(await chain.texts(folder), oldTexts(folder));
  const { ETag } = await chain.client.send(new HeadObjectCommand({ Bucket: 'sluice-in', Key: `${folder}.zip` }));
  assert.equal(ETag, `"${objectOf(back).eTag}"`);
});
