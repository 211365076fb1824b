import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { startLocalS3 } from '../../local-s3/server.js';
import { s3ClientFactory } from '../../src/storage/s3-client.js';

/** @import { TestContext } from 'node:test' */
/** @import { S3Client, S3ClientConfig } from '@aws-sdk/client-s3' */
/** @import { FaultHook, ObservedRequest } from '../../local-s3/faults.js' */

/**
 * A server with one bucket, `bucket`, and our own client for it. Both are closed when the test ends.
 *
 * @param {TestContext} t
 * @param {{ versioned?: boolean, settings?: S3ClientConfig }} [options]
 */
export async function localS3(t, { versioned = false, settings = {} } = {}) {
  /** @type {{ seen: ObservedRequest[], fault: FaultHook }} */
  const requests = { seen: [], fault: () => {} };
  const { server, client, s3, close } = await startBuckets({
    buckets: ['bucket'],
    versioned: versioned ? ['bucket'] : [],
    settings,
    onRequest: request => {
      requests.seen.push(request);
      return requests.fault(request);
    },
  });
  t.after(close);
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

/**
 * A server with the buckets that a deployed function works on: `sluice-in`, `sluice-versioned` and `sluice-out`.
 *
 * @param {Omit<BucketOptions, 'buckets' | 'versioned'>} [options]
 */
export function startSluiceBuckets(options) {
  const buckets = ['sluice-in', 'sluice-versioned', 'sluice-out'];
  return startBuckets({ ...options, buckets, versioned: ['sluice-versioned'] });
}

/**
 * @typedef {object} BucketOptions
 * @property {string[]} buckets
 * @property {string[]} [versioned] Those of them that keep versions.
 * @property {S3ClientConfig} [settings] Of the clients.
 * @property {FaultHook} [onRequest]
 * @property {(event: any) => void} [onEvent]
 */

/**
 * A server with buckets in a temporary folder, and our own client for it.
 *
 * @param {BucketOptions} options
 */
async function startBuckets({ buckets, versioned = [], settings = {}, onRequest = () => {}, onEvent = () => {} }) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-s3-'));
  /** @type {Map<string, (event: any) => void>} By bucket and key. */
  const awaited = new Map();
  const server = await startS3({
    folder,
    onRequest,
    onEvent: event => {
      onEvent(event);
      awaited.get(objectIn(event))?.(event);
    },
  });
  // On a busy machine, connecting may take longer than production allows.
  const requestHandler = { connectionTimeout: 120_000, ...settings.requestHandler };
  const { endpoint, credentials } = server;
  const connection = { endpoint, credentials, region: 'us-east-1', ...settings, requestHandler };
  const s3 = s3ClientFactory(connection);
  const client = await s3();
  const close = async () => {
    client.destroy();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  };
  const VersioningConfiguration = { Status: /** @type {const} */ ('Enabled') };
  try {
    for (const Bucket of buckets) await client.send(new CreateBucketCommand({ Bucket }));
    for (const Bucket of versioned)
      await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  } catch (error) {
    await close();
    throw error;
  }

  /**
   * Sends a command that writes an object.
   *
   * @param {string} bucket
   * @param {string} key
   * @param {any} command
   * @returns {Promise<any>} The event that the server sends for the object.
   */
  const eventOf = async (bucket, key, command) => {
    const { promise, resolve } = Promise.withResolvers();
    awaited.set(`${bucket}/${key}`, resolve);
    await client.send(command);
    return promise;
  };

  return {
    server,
    connection,
    s3,
    client,
    eventOf,

    /**
     * @param {string} bucket
     * @param {string} key
     * @param {Buffer | string} body
     * @returns {Promise<any>} The event that the server sends for it.
     */
    upload: (bucket, key, body) => eventOf(bucket, key, new PutObjectCommand({ Bucket: bucket, Key: key, Body: body })),
    close,
  };
}

/**
 * Starts our own S3 server, or the one that `TEST_S3` names: the same tests must pass on both, unless they look inside the
 * server.
 *
 * @type {typeof startLocalS3}
 */
export async function startS3(options) {
  if (process.env.TEST_S3 !== 'versitygw') return startLocalS3(options);
  const { startVersitygw } = await import('../tools/versitygw/gateway.js');
  return startVersitygw(options);
}

/** @param {any} event */
function objectIn({ Records: [{ s3 }] }) {
  return `${s3.bucket.name}/${decodeURIComponent(s3.object.key.replaceAll('+', ' '))}`;
}

/**
 * @param {S3Client} client
 * @param {string} Key In `bucket`.
 */
export async function contentOf(client, Key) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'bucket', Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

/**
 * @param {S3Client} client
 * @param {string} Key In `bucket`.
 */
export async function assertNothing(client, Key) {
  await assert.rejects(client.send(new HeadObjectCommand({ Bucket: 'bucket', Key })), { name: 'NotFound' });
}

/** @param {S3Client} client */
export async function assertNoUploadsLeft(client) {
  assert.deepEqual(await uploadsLeft(client), []);
}

/**
 * @param {S3Client} client
 * @returns {Promise<(string | undefined)[]>} The keys of the unfinished multipart uploads in `bucket`.
 */
export async function uploadsLeft(client) {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: 'bucket' }));
  return Uploads.map(({ Key }) => Key);
}

/** The account that owns every bucket. */
export const OWNER = '000000000000';
