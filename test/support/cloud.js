import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import yazl from 'yazl';
import { createHandler } from '../../src/handler.js';
import { readConfig } from '../../src/lambda/config.js';
import { startSluiceBuckets } from './s3.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { FaultHook } from '../../local-s3/faults.js' */

/** An S3 server with the buckets of a deployed function, and functions that share one client. */
export async function startCloud() {
  /** @type {FaultHook} */
  let fault = () => {};
  /** @type {any[]} */
  const events = [];
  const { client, upload, close } = await startSluiceBuckets({
    settings: { maxAttempts: 1 },
    onEvent: event => events.push(event),
    onRequest: request => fault(request),
  });

  return {
    client,
    events,

    /** @param {FaultHook} hook What goes wrong from now on. */
    misbehave(hook) {
      fault = hook;
    },

    /**
     * @param {Record<string, string>} [env]
     * @param {Partial<Parameters<typeof createHandler>[0]>} [more]
     */
    deploy: (env, more) => deploy(client, env, more),

    upload,

    /**
     * @param {string} bucket
     * @param {string} key
     */
    async read(bucket, key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return Body?.transformToString();
    },

    /**
     * @param {string} bucket
     * @param {string} prefix
     */
    async keys(bucket, prefix) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
      return Contents.map(({ Key }) => Key);
    },

    close,
  };
}

/**
 * @param {S3Client} client
 * @param {Record<string, string>} [env]
 * @param {Partial<Parameters<typeof createHandler>[0]>} [more]
 */
function deploy(client, env = {}, more = {}) {
  /** @type {string[]} */
  const raw = [];
  /** @type {any[]} */
  const lines = [];
  const deliverTo = createHandler({
    config: () => settings(env),
    s3: () => client,
    log: line => {
      raw.push(line);
      lines.push(JSON.parse(line));
    },
    ...more,
  });
  /**
   * @param {unknown} event
   * @param {{ remainingMs?: number | (() => number) }} [context]
   */
  const deliver = (event, { remainingMs = PLENTY_MS } = {}) =>
    deliverTo(event, {
      awsRequestId: 'request-1',
      functionName: 'sluice-1',
      getRemainingTimeInMillis: typeof remainingMs === 'function' ? remainingMs : () => remainingMs,
    });
  return { deliver, lines, raw };
}

/** @param {Record<string, string>} [env] */
export function settings(env = {}) {
  return readConfig({ SLUICE_DESTINATION: 's3://sluice-out', ...env });
}

/** @param {any[]} lines */
export function outcomes(lines) {
  return lines.map(line => line.outcome);
}

/**
 * @param {Promise<unknown>} promise
 * @returns {Promise<any>}
 */
export async function failure(promise) {
  return promise.then(
    () => assert.fail('it succeeded'),
    error => error,
  );
}

/** @param {Record<string, string>} files */
export async function zipOf(files) {
  const zip = new yazl.ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path, { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

/**
 * An event about an object that does not have to exist.
 *
 * @param {string} bucket
 * @param {string} key
 */
export function put(bucket, key) {
  const object = { key: encodeURIComponent(key), size: 1 };
  return {
    Records: [
      {
        eventSource: 'aws:s3',
        eventVersion: '2.1',
        eventName: 'ObjectCreated:Put',
        s3: { bucket: { name: bucket }, object },
      },
    ],
  };
}

/**
 * @param {{ Records: object[] }} messages
 * @param {number} count How often SQS says that it has delivered them.
 */
export function received({ Records }, count) {
  const attributes = { ApproximateReceiveCount: String(count) };
  return { Records: Records.map(record => ({ ...record, attributes })) };
}

/** @param {...unknown} bodies */
export function batch(...bodies) {
  return {
    Records: bodies.map((body, index) => ({
      eventSource: 'aws:sqs',
      messageId: `message-${index + 1}`,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })),
  };
}

/** A function's longest time. A job that is not meant to run out of it must not do so on a busy machine. */
export const PLENTY_MS = 900_000;
