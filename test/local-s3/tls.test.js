import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:https';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CreateBucketCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { findProgram } from '../../experiments/bench/programs.js';
import { makeCertificate } from '../../experiments/bench/self-signed.js';
import { startLocalS3 } from '../../local-s3/server.js';
import { connect, temporaryFolder } from './fixture.js';

const openssl = await findProgram('openssl');
const bounded = { timeout: 60_000, skip: openssl === null ? 'openssl is not installed' : false };

describe('the S3 server with a certificate', bounded, () => {
  it('accepts a multipart upload of the SDK, and returns the same bytes', async t => {
    const { client } = await startWithTls(t);
    const Body = randomBytes(12 * 2 ** 20);
    await new Upload({ client, params: { Bucket: 'bucket', Key: 'key', Body }, partSize: 5 * 2 ** 20 }).done();
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'key' }));
    assert.deepEqual(Buffer.from((await body?.transformToByteArray()) ?? []), Body);
  });

  it('is refused by a client that does not trust the certificate, and refuses unencrypted requests', async t => {
    const { server } = await startWithTls(t);
    assert.match(server.endpoint, /^https:\/\/127\.0\.0\.1:\d+$/);
    const refused = new Promise((resolve, reject) => get(server.endpoint, reject).on('error', resolve));
    assert.equal(/** @type {any} */ (await refused).code, 'DEPTH_ZERO_SELF_SIGNED_CERT');
    await assert.rejects(fetch(server.endpoint.replace('https', 'http')));
  });
});

/** @param {import('node:test').TestContext} t */
async function startWithTls(t) {
  const folder = await temporaryFolder(t);
  const { tls } = await makeCertificate(folder);
  const server = await startLocalS3({ folder: join(folder, 's3'), tls });
  t.after(() => server.close());
  const client = connect(t, server, { requestHandler: { httpsAgent: new Agent({ ca: tls.cert, keepAlive: true }) } });
  await client.send(new CreateBucketCommand({ Bucket: 'bucket' }));
  return { server, client };
}
