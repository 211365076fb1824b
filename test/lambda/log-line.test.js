import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ArchiveError, RefusedError, StalledError, StoppedError, StorageError, UsageError } from '../../src/errors.js';
import { resultOfError } from '../../src/lambda/attempt-archive.js';
import { logLine, visibilityLine } from '../../src/lambda/log-line.js';

/** @import { ArrivedArchive } from '../../src/lambda/notification.js' */

/** @type {ArrivedArchive} */
const archive = {
  kind: 'archive',
  bucket: 'sluice-in',
  key: 'a.zip',
  etag: 'abc',
  versionId: null,
  sequencer: null,
  time: null,
  bytes: 1,
  messageId: 'message-1',
  deliveries: 3,
};

describe('logLine', () => {
  it('names a message that cannot be read', () => {
    const error = new UsageError('usage/unknown-event', 'not JSON');
    const logged = line({
      arrived: { kind: 'unreadable', messageId: 'message-7', error },
      result: resultOfError(error),
    });
    assert.deepEqual([logged.messageId, logged.bucket, logged.key], ['message-7', null, null]);
  });

  it('escapes names that could forge a log', () => {
    const arrived = { ...archive, key: 'a\u202egpj.zip', versionId: 'v\u2028' };
    const logged = line({ arrived, result: { outcome: 'ignored', reason: 'the key does not end with "\u001b[2J"' } });
    assert.equal(logged.key, 'a\\u{202e}gpj.zip');
    assert.equal(logged.versionId, 'v\\u{2028}');
    assert.equal(logged.reason, 'the key does not end with "\\u{1b}[2J"');
  });

  it('counts what became of the records, and warns of bad ones even if the archive is complete', () => {
    const totals = { failed: 0, recordsRead: 10, recordsWritten: 5, recordsFiltered: 3, recordsBad: 2 };
    const logged = line({
      arrived: archive,
      result: processed({
        totals: { ...totals, recordsSkipped: 4, phonesUnparsed: 1, datesUnparsed: 6, comparisonsUnparsed: 8 },
      }),
      context: { functionName: 'sluice' },
    });
    const { level, failedArchives, records, written, filtered, bad, skipped, unparsed, uncompared } = logged;
    assert.deepEqual([level, failedArchives], ['warn', 0]);
    assert.deepEqual({ records, written, filtered, bad, skipped, unparsed, uncompared }, COUNTS);
    const { filteredRecords, badRecords, skippedRecords } = logged;
    assert.deepEqual([filteredRecords, badRecords, skippedRecords], [3, 2, 4]);
    const { unparsedPhones, unparsedDates, unparsedComparisons } = logged;
    assert.deepEqual([unparsedPhones, unparsedDates, unparsedComparisons], [1, 6, 8]);
  });

  it('names the charset that the names of entries look like, if any', () => {
    const totals = { failed: 0 };
    const plain = line({ arrived: archive, result: processed({ totals }) });
    assert.equal('entryNames' in plain, false);
    const namesLike = { charset: 'cp866', example: 'план.txt' };
    assert.equal(line({ arrived: archive, result: processed({ totals, namesLike }) }).entryNames, 'cp866');
  });

  it('does not know these counts without a manifest', () => {
    const logged = line({ arrived: archive, result: { outcome: 'ignored', reason: 'a folder' } });
    for (const name of Object.keys(COUNTS)) assert.equal(logged[name], null, name);
  });

  it('names an entry with too many bad records by its code only, and no data of its records', () => {
    const error = { code: 'csv/too-many-bad', message: '12 of 20 records are bad, such as "Jane Doe"' };
    const logged = line({
      arrived: archive,
      result: processed({
        status: 'partial',
        totals: { failed: 1, recordsBad: 12 },
        entries: [{ path: 'a.csv', error }],
      }),
    });
    assert.deepEqual([logged.level, logged.errorCode, logged.error], ['warn', 'csv/too-many-bad', null]);
    assert.doesNotMatch(JSON.stringify(logged), /Jane/);
  });

  it('has the metrics of an archive that is complete but cannot be tagged: it did not fail', () => {
    const warning = new RefusedError('storage/too-many-tags', 'x');
    const manifest = /** @type {any} */ ({ status: 'complete', totals: { failed: 0 }, error: null, entries: [] });
    const result = /** @type {const} */ ({ outcome: 'processed', manifest, warning });
    const logged = line({ arrived: archive, result, context: { functionName: 'sluice' } });
    const { level, outcome, errorCode, archives, failedArchives, retriedArchives } = logged;
    assert.deepEqual([level, outcome, errorCode], ['warn', 'processed', 'storage/too-many-tags']);
    assert.deepEqual([archives, failedArchives, retriedArchives], [1, 0, 0]);
  });

  it('has the metrics of an archive that is delivered again: paused, retried, or stalled', () => {
    const fault = new StorageError('storage/unavailable', 'x');
    assert.deepEqual(
      [
        new StoppedError({ isSoon: true }),
        new StoppedError(),
        fault,
        new StalledError(10, fault),
        new StalledError(10, new StoppedError()),
      ].map(error => {
        const logged = line({ arrived: archive, result: resultOfError(error), context: { functionName: 'sluice' } });
        const { level, outcome, deliveries, pausedArchives, retriedArchives, failedArchives } = logged;
        return [level, outcome, deliveries, pausedArchives, retriedArchives, failedArchives];
      }),
      [
        ['warn', 'retry', 3, 1, 0, 0],
        ['warn', 'retry', 3, 0, 1, 0],
        ['error', 'retry', 3, 0, 1, 0],
        ['error', 'retry', 3, 0, 1, 1],
        ['error', 'retry', 3, 0, 1, 1],
      ],
    );
  });
});

describe('the log level', () => {
  const arrived = archive;
  const ignored = { result: { outcome: /** @type {const} */ ('ignored'), reason: 'a folder' } };
  const stopped = { result: resultOfError(new StoppedError()) };
  const failed = { result: resultOfError(new ArchiveError('archive/corrupt', 'x')) };

  it('decides which archives are logged in full; of the others, only the metrics are', () => {
    const isFull = (/** @type {any} */ what) =>
      /** @type {const} */ (['info', 'warn', 'error']).map(
        logLevel => 'level' in line({ arrived, ...what, logLevel, context: { functionName: 'sluice' } }),
      );
    assert.deepEqual(isFull(ignored), [true, false, false]);
    assert.deepEqual(isFull(stopped), [true, true, false]);
    assert.deepEqual(isFull(failed), [true, true, true]);
  });

  it('leaves no line if there are no metrics either', () => {
    assert.equal(logLine({ ...rest, arrived, ...ignored, context: {}, logLevel: 'warn' }), null);
  });
});

describe('visibilityLine', () => {
  const delayed = { messageIds: ['message-1'], reason: 'Error: no answer', context: { awsRequestId: 'request-1' } };
  const time = new Date(0);

  it('names the messages and the reason, as a warning', () => {
    assert.deepEqual(JSON.parse(visibilityLine({ ...delayed, time, logLevel: 'warn' }) ?? ''), {
      level: 'warn',
      timestamp: '1970-01-01T00:00:00.000Z',
      requestId: 'request-1',
      messageIds: ['message-1'],
      visibility: "these messages come again only after the queue's visibility timeout: Error: no answer",
    });
    assert.equal(visibilityLine({ ...delayed, time, logLevel: 'error' }), null);
  });
});

const COUNTS = { records: 10, written: 5, filtered: 3, bad: 2, skipped: 4, unparsed: 7, uncompared: 8 };

/** @type {Omit<Parameters<typeof logLine>[0], 'arrived' | 'result'>} */
const rest = { durationMs: 1, bytesRead: 0, context: {}, time: new Date(0), logLevel: 'info' };

/** @param {Pick<Parameters<typeof logLine>[0], 'arrived' | 'result'> & Partial<Parameters<typeof logLine>[0]>} what */
function line(what) {
  return JSON.parse(logLine({ ...rest, ...what }) ?? 'null');
}

/** @param {object} manifest */
function processed(manifest) {
  const filled = /** @type {any} */ ({ status: 'complete', error: null, entries: [], ...manifest });
  return { outcome: /** @type {const} */ ('processed'), manifest: filled, warning: null };
}
