import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StorageError, UsageError } from '../src/errors.js';
import { logLine } from '../src/log-line.js';

/** @import { ArrivedArchive } from '../src/events.js' */

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

/** @param {Pick<Parameters<typeof logLine>[0], 'arrived' | 'result'>} what */
function line(what) {
  return JSON.parse(logLine({ ...what, durationMs: 1, requestId: null }));
}
