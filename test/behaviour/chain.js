import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutBucketVersioningCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createHandler } from '../../src/handler.js';
import { s3ClientFactory } from '../../src/storage/s3-client.js';
import { settings } from '../support/cloud.js';
import { startS3 } from '../support/s3-server.js';
import { bucketReader } from './bucket-reader.js';
import { hurry } from './hurry.js';

/** @import { S3Client, S3ClientConfig } from '@aws-sdk/client-s3' */
/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */

/** @typedef {Awaited<ReturnType<typeof startChain>>} Chain */
/** @typedef {Awaited<ReturnType<Chain['deploy']>>} Deployed */
/** @typedef {(request: ObservedRequest, index: number) => Fault | undefined | void | Promise<Fault | undefined | void>} FaultOf */

/**
 * The whole chain on this machine: a server with the buckets `sluice-in`, `sluice-versioned` and `sluice-out`, and
 * functions that work on it, each with a client of its own. What goes wrong goes wrong for one function's requests, so
 * that several can run at once, and what the test itself asks for is never disturbed.
 */
export async function startChain() {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-chain-'));
  /** @type {Map<string, (request: ObservedRequest) => ReturnType<FaultOf>>} By the function's name. */
  const observers = new Map();
  /** @type {Map<string, (event: any) => void>} By bucket and key. */
  const awaited = new Map();
  const server = await startS3({
    folder,
    onRequest: request => observers.get(functionIn(request))?.(request),
    onEvent: event => awaited.get(nameIn(event))?.(event),
  });
  const { endpoint, credentials } = server;
  /** @param {S3ClientConfig} more */
  const connect = more => s3ClientFactory({ endpoint, credentials, region: 'us-east-1', ...more })();
  const client = await connect({});
  for (const Bucket of ['sluice-in', 'sluice-versioned', 'sluice-out']) {
    await client.send(new CreateBucketCommand({ Bucket }));
  }
  const VersioningConfiguration = { Status: /** @type {const} */ ('Enabled') };
  await client.send(new PutBucketVersioningCommand({ Bucket: 'sluice-versioned', VersioningConfiguration }));
  const clients = [client];
  let functions = 0;

  return {
    client,
    endpoint,
    ...bucketReader(client),

    /**
     * @param {string} key
     * @param {Buffer} body
     * @param {string} [bucket]
     * @returns {Promise<any>} The event that the server sends for it.
     */
    async upload(key, body, bucket = 'sluice-in') {
      return this.eventOf(key, bucket, new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
    },

    /**
     * @param {string} key
     * @param {string} bucket
     * @param {any} command What writes the object.
     * @returns {Promise<any>} The event that the server sends for it.
     */
    async eventOf(key, bucket, command) {
      const { promise, resolve } = Promise.withResolvers();
      awaited.set(`${bucket}/${key}`, resolve);
      await client.send(command);
      return promise;
    },

    /**
     * A function with settings and a client of its own.
     *
     * @param {Record<string, string>} [env]
     * @param {S3ClientConfig} [clientSettings]
     */
    async deploy(env = {}, clientSettings = {}) {
      functions += 1;
      const name = `function-${functions}`;
      const its = await connect({ customUserAgent: name, ...clientSettings });
      clients.push(its);
      await hurry(its);
      const deployed = functionOn(its, env);
      observers.set(name, request => {
        deployed.requests.push(request);
        return deployed.fault(request, deployed.requests.length - 1);
      });
      return deployed;
    },

    async close() {
      for (const each of clients) each.destroy();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param {S3Client} client
 * @param {Record<string, string>} env
 */
function functionOn(client, env) {
  /** @type {any[]} */
  const lines = [];
  const handler = createHandler({
    config: () => settings(env),
    s3: () => client,
    log: line => lines.push(JSON.parse(line)),
  });
  const deployed = {
    client,
    lines,
    /** @type {ObservedRequest[]} */
    requests: [],
    /** @type {FaultOf} What goes wrong from now on; the index is that of `requests`. */
    fault: () => {},
    /**
     * @param {unknown} event
     * @param {{ remainingMs?: number }} [context]
     */
    deliver: (event, { remainingMs = 60_000 } = {}) =>
      handler(event, { awsRequestId: 'request-1', getRemainingTimeInMillis: () => remainingMs }),
    /** Forgets what was seen, and lets nothing go wrong any more. */
    recover() {
      deployed.requests.length = 0;
      deployed.fault = () => {};
    },
    disconnect: () => client.destroy(),
    socketsInUse() {
      const { httpAgent } = /** @type {any} */ (client.config.requestHandler).config;
      return Object.values(httpAgent.sockets).flat().length;
    },
  };
  return deployed;
}

/** @param {ObservedRequest} request */
function functionIn({ headers }) {
  return headers['user-agent']?.match(/\bfunction-\d+/)?.[0] ?? '';
}

/** @param {any} event */
function nameIn({ Records: [{ s3 }] }) {
  return `${s3.bucket.name}/${decodeURIComponent(s3.object.key.replaceAll('+', ' '))}`;
}
