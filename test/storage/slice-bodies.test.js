import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { sliceBodies } from '../../src/storage/slice-bodies.js';
import { localS3 } from '../support/s3.js';

test('only a Buffer of more than 64 KiB becomes a stream, of the same bytes', async () => {
  /** @param {unknown} body */
  const sent = async body => {
    /** @type {any} */
    let seen;
    const send = sliceBodies(async ({ request }) => {
      seen = request.body;
      return Buffer.isBuffer(seen) || typeof seen === 'string' ? seen : await buffer(seen);
    });
    const result = await send({ request: { body } });
    return { isSliced: seen !== body, result };
  };
  for (const body of ['text', Buffer.alloc(65_536, 'some bytes')]) {
    assert.deepEqual(await sent(body), { isSliced: false, result: body });
  }
  const large = Buffer.alloc(1_000_001, 'some bytes');
  const { isSliced, result } = await sent(large);
  assert.ok(isSliced && large.equals(result));
});

test('a body that is sent in slices arrives completely, at the first attempt and at the next', async t => {
  const { client, requests } = await localS3(t);
  const target = { Bucket: 'bucket', Key: 'k' };
  for (const size of [0, 1, 65_536, 65_537, 3_000_001]) {
    const Body = Buffer.alloc(size, 'some bytes');
    const faults = size > 0 ? [{ cutRequestAfterBytes: Math.ceil(size / 2) }, { status: 503 }] : [];
    requests.fault = ({ operation }) => (operation === 'PutObject' ? faults.shift() : undefined);
    await client.send(new PutObjectCommand({ ...target, Body }));
    const answer = await client.send(new GetObjectCommand(target));
    assert.ok(Body.equals((await answer.Body?.transformToByteArray()) ?? Buffer.from('nothing')));
  }
  const [{ headers }] = requests.seen.filter(({ operation }) => operation === 'PutObject').slice(-1);
  assert.equal(headers['content-length'], '3000001');
  assert.equal(headers['transfer-encoding'], undefined);
});

test('an answer before the whole body is sent leaves no connection in use', async t => {
  const { client, put, requests } = await localS3(t);
  const { httpAgent } = /** @type {any} */ (client.config.requestHandler).config;
  const faults = [{ status: 503 }];
  requests.fault = () => faults.shift();
  await put('k', Buffer.alloc(5_000_000));
  assert.equal(requests.seen.length, 2);
  assert.deepEqual(Object.keys(httpAgent.sockets), []);
});
