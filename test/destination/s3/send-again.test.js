import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompleteMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { sendAgainOnConflict } from '../../../src/destination/s3/send-again.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

const TARGET = { Bucket: 'bucket', Key: 'k' };

/**
 * A client that answers with a status before it succeeds.
 *
 * @param {number} status
 * @param {number} times
 */
function failing(status, times) {
  let sent = 0;
  const send = async () => {
    sent += 1;
    if (sent <= times) throw Object.assign(new Error('no'), { $metadata: { httpStatusCode: status } });
    return 'answer';
  };
  return { client: /** @type {S3Client} */ (/** @type {unknown} */ ({ send })), sent: () => sent };
}

test('a PutObject is sent up to four times on a 409', async () => {
  const passing = failing(409, 3);
  assert.equal(await sendAgainOnConflict(passing.client, new PutObjectCommand(TARGET)), 'answer');
  assert.equal(passing.sent(), 4);
  const lasting = failing(409, 4);
  await assert.rejects(sendAgainOnConflict(lasting.client, new PutObjectCommand(TARGET)));
  assert.equal(lasting.sent(), 4);
});

test('no other command, and no other answer, is sent again', async () => {
  const complete = new CompleteMultipartUploadCommand({ ...TARGET, UploadId: 'u' });
  for (const [status, command] of /** @type {const} */ ([
    [409, complete],
    [412, new PutObjectCommand(TARGET)],
  ])) {
    const { client, sent } = failing(status, 1);
    await assert.rejects(sendAgainOnConflict(client, command));
    assert.equal(sent(), 1);
  }
});
