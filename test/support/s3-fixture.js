import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutBucketVersioningCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { s3ClientFactory } from '../../src/storage/s3-client.js';
import { startS3 } from './s3-server.js';

/** The account that owns every bucket there. */
export const OWNER = '000000000000';

/** @import { TestContext } from 'node:test' */
/** @import { S3ClientConfig } from '@aws-sdk/client-s3' */
/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */

/**
 * A local S3 server with one bucket, `bucket`, and our own client for it, closed when the test ends.
 *
 * @param {TestContext} t
 * @param {{ versioned?: boolean, settings?: S3ClientConfig }} [options]
 */
export async function localS3(t, { versioned = false, settings = {} } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-s3-'));
  /** @type {{ seen: ObservedRequest[], fault: (request: ObservedRequest) => Fault | undefined | void }} */
  const requests = { seen: [], fault: () => {} };
  const server = await startS3({
    folder,
    onRequest: request => {
      requests.seen.push(request);
      return requests.fault(request);
    },
  });
  const s3 = s3ClientFactory({
    endpoint: server.endpoint,
    region: 'us-east-1',
    credentials: server.credentials,
    ...settings,
  });
  const client = await s3();
  t.after(async () => {
    client.destroy();
    await server.close();
    await rm(folder, { recursive: true });
  });
  await client.send(new CreateBucketCommand({ Bucket: 'bucket' }));
  if (versioned) {
    const VersioningConfiguration = { Status: /** @type {const} */ ('Enabled') };
    await client.send(new PutBucketVersioningCommand({ Bucket: 'bucket', VersioningConfiguration }));
  }
  requests.seen.length = 0;
  return {
    server,
    client,
    s3,
    requests,
    /**
     * @param {string} Key
     * @param {string | Buffer} Body
     */
    put: (Key, Body) => client.send(new PutObjectCommand({ Bucket: 'bucket', Key, Body })),
  };
}
