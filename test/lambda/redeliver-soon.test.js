import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, beforeEach, describe, it } from 'node:test';
import { redeliverSoon, sqsClientFactory } from '../../src/lambda/redeliver-soon.js';
import { batch } from '../support/cloud.js';
import { deny, QUEUE_ARN, startRecorder, succeed, withReceipts } from '../support/sqs-recorder.js';

/** @type {import('../support/sqs-recorder.js').Recorder} */
let queue;
before(async () => {
  queue = await startRecorder();
});
beforeEach(() => {
  queue.requests.length = 0;
  queue.answerWith(succeed);
});
after(() => queue?.close());

/** @param {number} count */
const batchOf = count => withReceipts(batch(...Array.from({ length: count }, () => '{}')));
/**
 * @param {unknown} event
 * @param {string[]} messageIds
 * @param {Partial<Parameters<typeof redeliverSoon>[2]>} [how]
 */
const redeliver = (event, messageIds, how) =>
  redeliverSoon(event, new Set(messageIds), { sqs: queue.sqs, timeoutMs: 90_000, ...how });

describe('redeliverSoon', { timeout: 300_000 }, () => {
  it('makes exactly the given messages visible after a few seconds', async () => {
    assert.deepEqual(await redeliver(batchOf(3), ['message-1', 'message-3']), []);
    const [{ target, region, body }, ...others] = queue.requests;
    assert.deepEqual(others, []);
    assert.deepEqual([target, region], ['AmazonSQS.ChangeMessageVisibilityBatch', 'eu-central-1']);
    assert.deepEqual(body, {
      QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/123456789012/archives',
      Entries: [
        { Id: '0', ReceiptHandle: 'receipt of message-1', VisibilityTimeout: 5 },
        { Id: '1', ReceiptHandle: 'receipt of message-3', VisibilityTimeout: 5 },
      ],
    });
  });

  it('sends at most ten messages in a request', async () => {
    const ids = Array.from({ length: 23 }, (_, index) => `message-${index + 1}`);
    assert.deepEqual(await redeliver(batchOf(25), ids), []);
    assert.deepEqual(queue.requests.map(({ body }) => body.Entries.length).sort(), [10, 10, 3]);
    assert.deepEqual(queue.changes().sort(), ids.map(id => [`receipt of ${id}`, 5]).sort());
  });

  it('calls the queue by the domain of its partition, and in its region', async () => {
    for (const [partition, region, domain] of [
      ['aws', 'us-east-1', 'amazonaws.com'],
      ['aws-cn', 'cn-north-1', 'amazonaws.com.cn'],
      ['aws-us-gov', 'us-gov-west-1', 'amazonaws.com'],
    ]) {
      const arn = `arn:${partition}:sqs:${region}:123456789012:archives`;
      assert.deepEqual(await redeliver(withReceipts(batch('{}'), arn), ['message-1']), []);
      const [{ body, region: signed }] = queue.requests.splice(0);
      assert.deepEqual([body.QueueUrl, signed], [`https://sqs.${region}.${domain}/123456789012/archives`, region]);
    }
  });

  it('skips messages without a receipt or a queue, and events without messages', async () => {
    const [record] = batchOf(1).Records;
    for (const event of [
      batch('{}'),
      { Records: [{ ...record, eventSourceARN: 'arn:aws:kinesis:eu-central-1:123456789012:stream/x' }] },
      { Records: [{ ...record, receiptHandle: undefined }] },
      { source: 'aws.s3' },
    ]) {
      assert.deepEqual(await redeliver(event, ['message-1']), []);
    }
    assert.deepEqual(await redeliver(batchOf(1), []), []);
    assert.deepEqual(queue.requests, []);
  });

  it('calls one queue, as a batch has only one: each would take a client', async () => {
    const events = Array.from({ length: 300 }, (_, index) =>
      withReceipts(batch('{}'), `arn:aws:sqs:eu-central-${index}:123456789012:archives`),
    );
    const [first] = events;
    const mixed = { Records: events.flatMap(({ Records }) => Records).concat(first.Records) };
    /** @type {string[]} */
    const regions = [];
    const sqs = (/** @type {string} */ region) => {
      regions.push(region);
      return queue.sqs(region);
    };
    assert.deepEqual(await redeliver(mixed, ['message-1'], { sqs }), []);
    assert.deepEqual([regions, queue.requests.map(({ body }) => body.Entries.length)], [['eu-central-0'], [2]]);
  });

  it('says what to allow if the queue denies it', async () => {
    queue.answerWith(deny);
    const delayed = await redeliver(batchOf(2), ['message-1', 'message-2']);
    assert.deepEqual(delayed[0].messageIds, ['message-1', 'message-2']);
    assert.match(
      delayed[0].reason,
      /^AccessDenied.*not authorized.*; allow sqs:ChangeMessageVisibility on arn:aws:sqs:eu/,
    );
    assert.ok(delayed[0].reason.endsWith(QUEUE_ARN));
  });

  it('names the messages that the queue refuses in a successful answer', async () => {
    queue.answerWith(() => ({
      value: { Successful: [{ Id: '0' }], Failed: [{ Id: '1', Code: 'ReceiptHandleIsInvalid', Message: 'too\nlate' }] },
    }));
    assert.deepEqual(await redeliver(batchOf(2), ['message-1', 'message-2']), [
      { messageIds: ['message-2'], reason: 'ReceiptHandleIsInvalid: too\\u{a}late' },
    ]);
  });

  it('keeps its timeout if the queue never answers, or credentials never come', async () => {
    queue.answerWith(() => null);
    const without = sqsClientFactory({ endpoint: 'http://127.0.0.1:9', credentials: () => new Promise(() => {}) });
    for (const sqs of [queue.sqs, without]) {
      const delayed = await redeliver(batchOf(12), ['message-1', 'message-12'], { sqs, timeoutMs: 200 });
      assert.deepEqual(delayed, [
        { messageIds: ['message-1', 'message-12'], reason: 'Error: no answer within 200 ms' },
      ]);
    }
  });

  it('gives up after two attempts if the queue cannot be reached', async () => {
    const sqs = sqsClientFactory({
      endpoint: 'http://127.0.0.1:9',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    const [{ messageIds, reason }] = await redeliver(batchOf(1), ['message-1'], { sqs });
    assert.deepEqual(messageIds, ['message-1']);
    assert.match(reason, /ECONNREFUSED/);
  });

  it('finds its endpoint in the environment', () => {
    const script = `
      import { redeliverSoon, sqsClientFactory } from './src/lambda/redeliver-soon.js';
      const event = ${JSON.stringify(batchOf(1))};
      const delayed = await redeliverSoon(event, new Set(['message-1']), { sqs: sqsClientFactory(), timeoutMs: 90_000 });
      console.log(JSON.stringify(delayed));`;
    for (const variable of ['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_SQS']) {
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: new URL('../..', import.meta.url),
        env: { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', [variable]: 'http://127.0.0.1:9' },
        encoding: 'utf8',
        timeout: 90_000,
      });
      assert.match(stdout, /ECONNREFUSED 127\.0\.0\.1:9/, variable);
    }
  });
});
