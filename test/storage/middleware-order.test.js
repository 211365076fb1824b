import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { s3ClientFactory } from '../../src/storage/s3-client.js';

test('every request is the one that the SDK sends by itself, also the first of its kind', async () => {
  const { client, sent } = await recording();
  const target = { Bucket: 'bucket', Key: 'k' };
  for (const make of [
    () => new PutObjectCommand({ ...target, Body: Buffer.from('abc'), IfNoneMatch: '*', Metadata: { a: 'b' } }),
    () => new GetObjectCommand({ ...target, Range: 'bytes=0-1' }),
    () => new HeadObjectCommand(target),
  ]) {
    const sendAlone = /** @type {(command: any) => Promise<unknown>} */ (S3Client.prototype.send.bind(client));
    await sendAlone(make()).catch(() => {});
    for (let round = 0; round < 2; round += 1) await client.send(/** @type {any} */ (make())).catch(() => {});
    const [own, ...ours] = sent.splice(0);
    assert.ok(own.headers.authorization.startsWith('AWS4-HMAC-SHA256'));
    assert.deepEqual(ours.map(comparable), [own, own].map(comparable));
  }
});

test('a command can be sent again, and each request has its own options', async () => {
  const { client, sent } = await recording();
  const command = new HeadObjectCommand({ Bucket: 'bucket', Key: 'k' });
  const signals = [new AbortController().signal, new AbortController().signal];
  for (const abortSignal of signals) await client.send(command, { abortSignal }).catch(() => {});
  assert.deepEqual(
    sent.map(({ abortSignal }) => signals.indexOf(/** @type {AbortSignal} */ (abortSignal))),
    [0, 1],
  );
});

/** A client whose requests are recorded, and fail. */
async function recording() {
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const settings = { endpoint: 'https://localhost', region: 'us-east-1', credentials, maxAttempts: 1 };
  const client = await s3ClientFactory(settings)();
  /** @type {{ method: string, path: string, headers: Record<string, string>, abortSignal: unknown }[]} */
  const sent = [];
  client.config.requestHandler.handle = async ({ method, path, headers }, /** @type {any} */ options) => {
    sent.push({ method, path, headers, abortSignal: options.abortSignal });
    throw new Error('that is enough');
  };
  return { client, sent };
}

/** @param {{ method: string, path: string, headers: Record<string, string> }} request */
function comparable({ method, path, headers }) {
  const { 'x-amz-date': date, 'amz-sdk-invocation-id': id, authorization, ...others } = headers;
  const [, signed] = /SignedHeaders=([^,]*)/.exec(authorization) ?? [];
  return { method, path, others, signed };
}
