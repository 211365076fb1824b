import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failure, put, startCloud, zipOf } from '../support/cloud.js';

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;

before(async () => {
  cloud = await startCloud();
});

after(() => cloud?.close());

const COUNTS = ['archives', 'failedArchives', 'retriedArchives', 'bytes', 'records'];
const RECORD_COUNTS = ['records', 'filteredRecords', 'badRecords', 'skippedRecords', 'unparsedPhones'];
const RECIPE = '{"entries":[{"match":"**/*.csv","csv":{"require":["email"]}}]}';

describe('the metrics of an archive', { timeout: 100_000 }, () => {
  it('are in its log line, as CloudWatch reads it', async () => {
    const { deliver, lines } = cloud.deploy({ SLUICE_RECIPE: RECIPE });
    const before = Date.now();
    await deliver(await cloud.upload('sluice-in', 'a.zip', await zipOf({ 'a.csv': 'email\na@b\n', 'b.txt': 'b' })));
    const [line] = lines;
    assert.equal(line.functionName, 'sluice-1');
    const { Timestamp, CloudWatchMetrics, ...more } = line._aws;
    assert.ok(Timestamp >= before && Timestamp <= Date.now());
    assert.deepEqual(more, {});
    assert.equal(CloudWatchMetrics.length, 1);
    const [{ Namespace, Dimensions, Metrics, ...others }] = CloudWatchMetrics;
    assert.deepEqual([Namespace, Dimensions, others], ['Sluice', [['functionName']], {}]);
    assert.deepEqual(Metrics, [
      { Name: 'archives', Unit: 'Count' },
      { Name: 'failedArchives', Unit: 'Count' },
      { Name: 'pausedArchives', Unit: 'Count' },
      { Name: 'retriedArchives', Unit: 'Count' },
      { Name: 'durationMs', Unit: 'Milliseconds' },
      { Name: 'peakRssBytes', Unit: 'Bytes' },
      { Name: 'bytes', Unit: 'Bytes' },
      { Name: 'records', Unit: 'Count' },
      { Name: 'filteredRecords', Unit: 'Count' },
      { Name: 'badRecords', Unit: 'Count' },
      { Name: 'skippedRecords', Unit: 'Count' },
      { Name: 'unparsedPhones', Unit: 'Count' },
      { Name: 'unparsedDates', Unit: 'Count' },
      { Name: 'unparsedComparisons', Unit: 'Count' },
    ]);
    for (const { Name } of Metrics) assert.ok(Number.isFinite(line[Name]) && line[Name] >= 0, Name);
    assert.deepEqual(counts(line), [1, 0, 0, 11, 1]);
  });

  it('count it once, however often the event comes', async () => {
    const { deliver, lines } = cloud.deploy();
    const event = await cloud.upload('sluice-in', 'twice.zip', await zipOf({ 'a.txt': 'a' }));
    await deliver(event);
    await deliver(event);
    assert.deepEqual(
      lines.map(line => counts(line)),
      [
        [1, 0, 0, 1, 0],
        [0, 0, 0, undefined, undefined],
      ],
    );
  });

  it('count bad and filtered records and unparsed phones, once', async () => {
    const csv = { require: ['email'], phones: [{ field: 'phone', format: 'e164', country: 'US' }], maxBad: '50%' };
    const { deliver, lines } = cloud.deploy({ SLUICE_RECIPE: JSON.stringify({ entries: [{ match: '**', csv }] }) });
    const text = 'email,phone\na@b,+12125550123\n,1\nx,y,z\nc@d,none\n';
    const event = await cloud.upload('sluice-in', 'bad.zip', await zipOf({ 'a.csv': text }));
    await deliver(event);
    await deliver(event);
    assert.deepEqual(
      lines.map(line => [line.level, line.bad, ...counts(line, RECORD_COUNTS)]),
      [
        ['warn', 1, 4, 1, 1, 0, 1],
        ['warn', 1, ...RECORD_COUNTS.map(() => undefined)],
      ],
    );
  });

  it('distinguish a final failure, another delivery, and an object that is not an archive', async () => {
    const { deliver, lines } = cloud.deploy({ SLUICE_RECIPE: RECIPE });
    await deliver(await cloud.upload('sluice-in', 'broken.zip', 'this is not a zip archive'));
    const partial = await cloud.upload('sluice-in', 'partial.zip', await zipOf({ 'a.txt': 'a', 'b.csv': 'name\nx\n' }));
    await deliver(partial);
    await deliver(partial);
    await failure(deliver(put('sluice-in', 'missing.zip')));
    await deliver(put('sluice-in', 'a.csv'));
    assert.deepEqual(
      lines.map(line => [line.outcome, line.errorCode, ...counts(line)]),
      [
        ['processed', 'archive/not-a-zip', 1, 1, 0, 0, 0],
        ['processed', 'csv/missing-field', 1, 1, 0, 8, 0],
        ['already-done', 'csv/missing-field', 0, 0, 0, undefined, undefined],
        ['retry', 'storage/not-found', 0, 0, 1, undefined, undefined],
        ['ignored', null, 0, 0, 0, undefined, undefined],
      ],
    );
  });

  it('are logged at any log level', async () => {
    const { deliver, lines } = cloud.deploy({ SLUICE_LOG_LEVEL: 'error' });
    await deliver(await cloud.upload('sluice-in', 'quiet.zip', await zipOf({ 'a.txt': 'a' })));
    const { _aws, durationMs, peakRssBytes, ...rest } = lines[0];
    assert.deepEqual(rest, {
      functionName: 'sluice-1',
      archives: 1,
      failedArchives: 0,
      pausedArchives: 0,
      retriedArchives: 0,
      bytes: 1,
      records: 0,
      filteredRecords: 0,
      badRecords: 0,
      skippedRecords: 0,
      unparsedPhones: 0,
      unparsedDates: 0,
      unparsedComparisons: 0,
    });
  });
});

/**
 * @param {any} line
 * @param {string[]} [names]
 * @returns {(number | undefined)[]} Undefined for what is no metric.
 */
function counts(line, names = COUNTS) {
  /** @type {{ Name: string }[]} */
  const metrics = line._aws.CloudWatchMetrics[0].Metrics;
  return names.map(name => (metrics.some(({ Name }) => Name === name) ? line[name] : undefined));
}
