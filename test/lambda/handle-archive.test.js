import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { UsageError } from '../../src/errors.js';
import { failure, outcomes, put, startCloud, zipOf } from '../support/cloud.js';

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;

before(async () => {
  cloud = await startCloud();
});

after(() => cloud?.close());

const bounded = { timeout: 100_000 };

describe('an archive that arrives', bounded, () => {
  it('is processed and logged in one line of JSON', async () => {
    const { deliver, lines } = cloud.deploy();
    const event = await cloud.upload(
      'sluice-in',
      'first/café + 1.zip',
      await zipOf({ 'a/b.txt': 'hello', 'c.csv': 'x\n1\n' }),
    );
    assert.deepEqual(await deliver(event), { batchItemFailures: [] });
    assert.equal(await cloud.read('sluice-out', 'first/café + 1/a/b.txt'), 'hello');
    assert.equal(lines.length, 1);
    const { timestamp, durationMs, peakRssBytes, bytesPerSecond, _aws, ...line } = lines[0];
    assert.deepEqual(line, {
      level: 'info',
      requestId: 'request-1',
      messageId: null,
      deliveries: null,
      bucket: 'sluice-in',
      key: 'first/café + 1.zip',
      versionId: null,
      outcome: 'processed',
      reason: null,
      status: 'complete',
      turns: 1,
      entries: 2,
      failed: 0,
      bytes: 9,
      records: 0,
      written: 0,
      filtered: 0,
      bad: 0,
      skipped: 0,
      unparsed: 0,
      uncompared: 0,
      errorCode: null,
      error: null,
      functionName: 'sluice-1',
      archives: 1,
      failedArchives: 0,
      pausedArchives: 0,
      retriedArchives: 0,
      filteredRecords: 0,
      badRecords: 0,
      skippedRecords: 0,
      unparsedPhones: 0,
      unparsedDates: 0,
      unparsedComparisons: 0,
    });
    assert.equal(_aws.CloudWatchMetrics.length, 1);
    assert.ok(durationMs >= 0 && peakRssBytes > 10_000_000);
    assert.equal(bytesPerSecond, Math.round(9000 / durationMs));
    assert.equal(new Date(timestamp).toISOString(), timestamp);
  });

  it('is not processed again if its event comes again', async () => {
    const { deliver, lines } = cloud.deploy();
    const event = await cloud.upload('sluice-in', 'twice.zip', await zipOf({ 'a.txt': 'a' }));
    await deliver(event);
    await deliver(event);
    assert.deepEqual(outcomes(lines), ['processed', 'already-done']);
  });

  it('is read in the version that the event names, whatever was uploaded later', async () => {
    const { deliver, lines } = cloud.deploy();
    const event = await cloud.upload('sluice-versioned', 'pinned.zip', await zipOf({ 'old.txt': 'old' }));
    await cloud.upload('sluice-versioned', 'pinned.zip', await zipOf({ 'new.txt': 'new' }));
    await deliver(event);
    assert.equal(await cloud.read('sluice-out', 'pinned/old.txt'), 'old');
    assert.equal(lines[0].versionId, event.Records[0].s3.object.versionId);
  });

  it('is left to the newer event if it was replaced in a bucket without versions', async () => {
    const { deliver, lines } = cloud.deploy();
    const event = await cloud.upload('sluice-in', 'replaced.zip', await zipOf({ 'a.txt': 'a' }));
    await cloud.upload('sluice-in', 'replaced.zip', await zipOf({ 'a.txt': 'b' }));
    await deliver(event);
    assert.deepEqual([lines[0].outcome, lines[0].error.code], ['failed', 'archive/changed']);
    assert.deepEqual(await cloud.keys('sluice-out', 'replaced/'), []);
  });

  it('may come through EventBridge', async () => {
    const { deliver, lines } = cloud.deploy();
    const event = await cloud.upload('sluice-in', 'bridge + 1.zip', await zipOf({ 'a.txt': 'a' }));
    const { size, eTag: etag, sequencer } = event.Records[0].s3.object;
    const object = { key: 'bridge + 1.zip', size, etag, sequencer };
    await deliver({
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: { bucket: { name: 'sluice-in' }, object },
    });
    assert.deepEqual(outcomes(lines), ['processed']);
  });

  it("is ignored if its key is not an archive's", async () => {
    const { deliver, lines } = cloud.deploy({ SLUICE_TRIGGER_PREFIX: 'in/' });
    for (const key of ['in/folder.zip/', 'in/a.csv', 'out/a.zip']) await deliver(put('sluice-in', key));
    assert.deepEqual(
      lines.map(({ outcome, reason }) => [outcome, reason]),
      [
        ['ignored', 'a folder'],
        ['ignored', 'the key does not end with ".zip"'],
        ['ignored', 'the key does not begin with "in/"'],
      ],
    );
  });

  it('may have its suffix in capitals', async () => {
    const { deliver, lines } = cloud.deploy();
    await deliver(await cloud.upload('sluice-in', 'LOUD.ZIP', await zipOf({ 'a.txt': 'a' })));
    assert.deepEqual(outcomes(lines), ['processed']);
    assert.equal(await cloud.read('sluice-out', 'LOUD/a.txt'), 'a');
  });

  it('may have any of several suffixes, and what it holds decides how it is read', async () => {
    const { deliver, lines } = cloud.deploy({ SLUICE_TRIGGER_SUFFIX: '.zip,.gz' });
    await deliver(await cloud.upload('sluice-in', 'people.csv.gz', gzipSync('a')));
    await deliver(await cloud.upload('sluice-in', 'people.tar', 'a'));
    assert.deepEqual(
      lines.map(({ outcome, reason }) => [outcome, reason].join(' ').trim()),
      ['processed', 'ignored the key does not end with ".zip" or ".gz"'],
    );
    assert.equal(await cloud.read('sluice-out', 'people.csv/people.csv'), 'a');
  });

  it('is logged under a name that cannot forge a line', async () => {
    const { deliver, raw } = cloud.deploy();
    await deliver(put('sluice-in', 'a\n{"level":"info"}\u202e.txt'));
    assert.match(raw[0] ?? '', /^\{[^\n\u202e]*"key":"a\\\\u\{a\}\{\\"level[^\n\u202e]*\}$/);
  });
});

describe('a destination in the bucket of the archives', bounded, () => {
  for (const [prefix, trigger] of /** @type {const} */ ([
    ['', ''],
    ['out', ''],
    ['', 'in/'],
    ['in', 'in/'],
    ['in/clean', 'in/'],
    ['in', 'in/archives/'],
    ['incoming', 'in'],
  ])) {
    it(`is refused at "${prefix}" if "${trigger}" triggers`, async () => {
      const { deliver, lines } = cloud.deploy({
        SLUICE_DESTINATION: `s3://sluice-in/${prefix}`,
        SLUICE_TRIGGER_PREFIX: trigger,
      });
      const before = await cloud.keys('sluice-in', '');
      const error = await failure(deliver(put('sluice-in', `${trigger}archives/a.zip`)));
      assert.ok(error instanceof UsageError);
      assert.equal(error.code, 'usage/destination-triggers-itself');
      assert.equal(lines[0].outcome, 'retry');
      assert.deepEqual(await cloud.keys('sluice-in', ''), before);
    });
  }

  it("is used if it lies outside of the trigger's prefix", async () => {
    const { deliver, lines } = cloud.deploy({
      SLUICE_DESTINATION: 's3://sluice-in/in-clean',
      SLUICE_TRIGGER_PREFIX: 'in/',
    });
    await deliver(await cloud.upload('sluice-in', 'in/apart.zip', await zipOf({ 'inner.zip': 'x' })));
    assert.deepEqual(outcomes(lines), ['processed']);
    assert.equal(await cloud.read('sluice-in', 'in-clean/in/apart/inner.zip'), 'x');
    await deliver(cloud.events.find(event => event.Records[0].s3.object.key.endsWith('inner.zip')));
    assert.equal(lines[1].outcome, 'ignored');
  });
});
