import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ArchiveError, RefusedError, StalledError, StoppedError, StorageError, UsageError } from '../../src/errors.js';
import { logLine, visibilityLine } from '../../src/lambda/log-line.js';

/** @import { ArrivedArchive } from '../../src/lambda/events.js' */

/** @type {ArrivedArchive} */
const archive = {
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
  it('gives the cause of an error of ours, and no stack', () => {
    const error = new StorageError('storage/unavailable', 'S3 answered 503', { cause: new Error('Slow\nDown') });
    const { error: logged } = line({ arrived: archive, result: { outcome: 'retry', error } });
    assert.deepEqual(logged, {
      code: 'storage/unavailable',
      message: 'S3 answered 503',
      cause: 'Error: Slow\\u{a}Down',
    });
  });

  it('takes anything that was thrown', () => {
    for (const error of [undefined, null, 'text', 7, Object.assign(new Error('x'), { stack: undefined })]) {
      const logged = line({ arrived: archive, result: { outcome: 'retry', error } });
      assert.deepEqual([logged.level, logged.error.code], ['error', null]);
    }
  });

  it('names the message that no archive could be read from', () => {
    const error = new UsageError('usage/unknown-event', 'not JSON');
    const logged = line({ arrived: { messageId: 'message-7', error }, result: { outcome: 'retry', error } });
    assert.deepEqual([logged.messageId, logged.bucket, logged.key], ['message-7', null, null]);
  });

  it('escapes what could make a log read otherwise', () => {
    const arrived = { ...archive, key: 'a\u202egpj.zip', versionId: 'v\u2028' };
    const logged = line({ arrived, result: { outcome: 'ignored', reason: 'the key does not end with "\u001b[2J"' } });
    assert.equal(logged.key, 'a\\u{202e}gpj.zip');
    assert.equal(logged.versionId, 'v\\u{2028}');
    assert.equal(logged.reason, 'the key does not end with "\\u{1b}[2J"');
  });
});

describe('the log level', () => {
  const arrived = archive;
  const ignored = { result: { outcome: /** @type {const} */ ('ignored'), reason: 'a folder' } };
  const stopped = { result: { outcome: /** @type {const} */ ('retry'), error: new StoppedError() } };
  const failed = {
    result: { outcome: /** @type {const} */ ('failed'), error: new ArchiveError('archive/corrupt', 'x') },
  };

  it('decides which archives are logged in full; of the others only what is counted is', () => {
    const isFull = (/** @type {any} */ what) =>
      /** @type {const} */ (['info', 'warn', 'error']).map(
        logLevel => 'level' in line({ arrived, ...what, logLevel, context: { functionName: 'sluice' } }),
      );
    assert.deepEqual(isFull(ignored), [true, false, false]);
    assert.deepEqual(isFull(stopped), [true, true, false]);
    assert.deepEqual(isFull(failed), [true, true, true]);
  });

  it('leaves nothing to say where nothing is counted either', () => {
    assert.equal(logLine({ ...rest, arrived, ...ignored, context: {}, logLevel: 'warn' }), null);
  });

  it('takes an archive that was replaced by a newer one for no error', () => {
    const error = new ArchiveError('archive/changed', 'x');
    const logged = line({ arrived, result: { outcome: 'failed', error }, context: { functionName: 'sluice' } });
    assert.deepEqual([logged.level, logged.errorCode, logged.failedArchives], ['warn', 'archive/changed', 0]);
  });
});

describe('an archive that is done and cannot be cleared away', () => {
  it('is a warning, and no failed archive', () => {
    const warning = new RefusedError('storage/too-many-tags', 'ten\ntags');
    const manifest = /** @type {any} */ ({ status: 'complete', totals: { failed: 0 }, error: null, entries: [] });
    const result = { outcome: /** @type {const} */ ('processed'), manifest, warning };
    const logged = line({ arrived: archive, result, context: { functionName: 'sluice' } });
    const { level, outcome, errorCode, error, archives, failedArchives, retriedArchives } = logged;
    assert.deepEqual([level, outcome, errorCode], ['warn', 'processed', 'storage/too-many-tags']);
    assert.deepEqual(error, { code: 'storage/too-many-tags', message: 'ten\\u{a}tags', cause: null });
    assert.deepEqual([archives, failedArchives, retriedArchives], [1, 0, 0]);
  });
});

describe('an archive that comes again', () => {
  const counted = (/** @type {Error} */ error) => {
    const result = /** @type {const} */ ({ outcome: 'retry', error });
    const logged = line({ arrived: archive, result, context: { functionName: 'sluice' } });
    const { level, deliveries, pausedArchives, retriedArchives, failedArchives } = logged;
    return [level, deliveries, pausedArchives, retriedArchives, failedArchives];
  };

  it('to go on is no fault, and is counted apart from one', () => {
    assert.deepEqual(counted(new StoppedError()), ['warn', 3, 1, 0, 0]);
    assert.deepEqual(counted(new StorageError('storage/unavailable', 'x')), ['error', 3, 0, 1, 0]);
  });

  it('and does not come any further is counted as failed, though it stays in the queue', () => {
    assert.deepEqual(counted(new StalledError(10, new StorageError('storage/unavailable', 'x'))), [
      'error',
      3,
      0,
      1,
      1,
    ]);
    assert.deepEqual(counted(new StalledError(10, new StoppedError())), ['error', 3, 0, 1, 1]);
  });
});

describe('visibilityLine', () => {
  const late = { messageIds: ['message-1'], reason: 'Error: no answer', context: { awsRequestId: 'request-1' } };
  const time = new Date(0);

  it('names the messages and the reason, as a warning', () => {
    assert.deepEqual(JSON.parse(visibilityLine({ ...late, time, logLevel: 'warn' }) ?? ''), {
      level: 'warn',
      timestamp: '1970-01-01T00:00:00.000Z',
      requestId: 'request-1',
      messageIds: ['message-1'],
      visibility: "these messages come again only after the queue's visibility timeout: Error: no answer",
    });
    assert.equal(visibilityLine({ ...late, time, logLevel: 'error' }), null);
  });
});

/** @type {Omit<Parameters<typeof logLine>[0], 'arrived' | 'result'>} */
const rest = { durationMs: 1, bytesRead: 0, context: {}, time: new Date(0), logLevel: 'info' };

/** @param {Pick<Parameters<typeof logLine>[0], 'arrived' | 'result'> & Partial<Parameters<typeof logLine>[0]>} what */
function line(what) {
  return JSON.parse(logLine({ ...rest, ...what }) ?? 'null');
}
