import { createHandler } from '../../src/handler.js';
import { s3ClientFactory } from '../../src/storage/s3-client.js';
import { PLENTY_MS, settings } from '../support/cloud.js';
import { socketsOf } from '../support/manual-timeouts.js';
import { startSluiceBuckets } from '../support/s3.js';
import { bucketReader } from './bucket-reader.js';
import { stoppableJob } from './stoppable-job.js';
import { withoutRetryDelays } from './without-retry-delays.js';

/** @import { S3Client, S3ClientConfig } from '@aws-sdk/client-s3' */
/** @import { ObservedRequest } from '../../local-s3/faults.js' */
/** @import { FaultOf } from './stoppable-job.js' */

/** @typedef {Awaited<ReturnType<typeof startChain>>} Chain */
/** @typedef {Awaited<ReturnType<Chain['deploy']>>} Deployed */

/**
 * An S3 server with the buckets of a deployed function, and any number of functions, each with a client of its own. A fault
 * strikes the requests of one function only, so several functions can run concurrently, and the test's own requests always
 * succeed.
 */
export async function startChain() {
  /** @type {Map<string, (request: ObservedRequest) => ReturnType<FaultOf>>} By the function's name. */
  const observers = new Map();
  const { server, connection, client, ...buckets } = await startSluiceBuckets({
    onRequest: request => observers.get(functionIn(request))?.(request),
  });
  const { endpoint } = server;
  const clients = [client];
  let functions = 0;

  /**
   * A function with settings and a client of its own.
   *
   * @param {Record<string, string>} [env]
   * @param {S3ClientConfig} [clientSettings]
   * @param {Partial<Parameters<typeof createHandler>[0]>} [services]
   */
  const deploy = async (env = {}, clientSettings = {}, services = {}) => {
    functions += 1;
    const name = `function-${functions}`;
    const requestHandler = { ...connection.requestHandler, ...clientSettings.requestHandler };
    const its = await s3ClientFactory({ ...connection, customUserAgent: name, ...clientSettings, requestHandler })();
    clients.push(its);
    await withoutRetryDelays(its);
    const deployed = functionOn(its, env, services);
    observers.set(name, request => {
      deployed.requests.push(request);
      return deployed.fault(request, deployed.requests.length - 1);
    });
    return deployed;
  };

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
    upload: (key, body, bucket = 'sluice-in') => buckets.upload(bucket, key, body),

    /**
     * @param {string} key
     * @param {string} bucket
     * @param {any} command Writes the object.
     * @returns {Promise<any>} The event that the server sends for it.
     */
    eventOf: (key, bucket, command) => buckets.eventOf(bucket, key, command),

    deploy,

    /**
     * A job on a function of its own. It begins with the first `runTo` or `run`.
     *
     * @param {unknown} event
     * @param {Record<string, string>} [env]
     * @param {{ remainingMs?: number }} [context]
     */
    begin: async (event, env, context) => stoppableJob(await deploy(env), event, context),

    async close() {
      for (const each of clients) each.destroy();
      await buckets.close();
    },
  };
}

/**
 * @param {S3Client} client
 * @param {Record<string, string>} env
 * @param {Partial<Parameters<typeof createHandler>[0]>} services
 */
function functionOn(client, env, services) {
  /** @type {any[]} */
  const lines = [];
  const handler = createHandler({
    config: () => settings(env),
    s3: () => client,
    log: line => lines.push(JSON.parse(line)),
    ...services,
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
    deliver: (event, { remainingMs = PLENTY_MS } = {}) =>
      handler(event, { awsRequestId: 'request-1', getRemainingTimeInMillis: () => remainingMs }),
    /** Forgets the requests so far, and removes the fault. */
    recover() {
      deployed.requests.length = 0;
      deployed.fault = () => {};
    },
    disconnect: () => client.destroy(),
    socketsInUse: () => socketsOf(client).length,
  };
  return deployed;
}

/** @param {ObservedRequest} request */
function functionIn({ headers }) {
  return headers['user-agent']?.match(/\bfunction-\d+/)?.[0] ?? '';
}
