import { S3Client } from '@aws-sdk/client-s3';
import { startLocalS3 } from '../../local-s3/server.js';
import { archivesIn } from '../../src/lambda/events.js';
import { createBuckets } from './create-buckets.js';
import { deliver } from './deliver.js';
import { invokeFunction } from './invoke-function.js';
import { startLocalSecrets } from './local-secrets.js';
import { readManifest } from './read-manifest.js';
import { functionEnvironment, INPUT_BUCKET, MEMORY_MEGABYTES, OUTPUT_BUCKET, REGION, TIMEOUT_MS } from './settings.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { Progress } from '../../src/job/progress.js' */
/** @import { LocalS3 } from '../../local-s3/server.js' */
/** @import { FunctionSettings, Invocation } from './invoke-function.js' */
/** @import { LocalSecrets } from './local-secrets.js' */

/**
 * The result of an archive that was put into the input bucket.
 *
 * @typedef {object} Delivery
 * @property {string} key
 * @property {Invocation & { attempts: number }} invocation The last one.
 * @property {Record<string, any> | null} log The function's last log line, parsed; null if there is none.
 * @property {string | null} logLine The same line as text.
 * @property {ParsedManifest | null} manifest
 */

/**
 * @typedef {object} Listeners
 * @property {(key: string) => void} [onStart]
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(key: string, next: { attempt: number, delayMs: number, error: string | null }) => void} [onRetry]
 * @property {(delivery: Delivery) => void} onDelivered
 * @property {(child: ChildProcess) => void} [onProcess] Called with each function process.
 */

/**
 * Runs the function.
 *
 * @typedef {object} Runner
 * @property {(event: unknown, how: Omit<Parameters<typeof invokeFunction>[1], keyof FunctionSettings>) =>
 *   Promise<Invocation>} invoke
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} LocalStack
 * @property {LocalS3} server
 * @property {S3Client} client
 * @property {() => number} waiting The number of archives that are waiting or being processed.
 * @property {() => Promise<void>} close Ends the running function and the server, and waits until both have ended.
 */

/**
 * Starts what the function needs on this machine: S3 with a bucket for archives and one for outputs, Secrets Manager if
 * there is a hash key, and the trigger, which invokes the function for each archive, one at a time.
 *
 * @param {object} options
 * @param {string} options.folder For S3's data.
 * @param {number} [options.port]
 * @param {string | undefined} [options.recipePath]
 * @param {Buffer | null} [options.hashKey]
 * @param {string | undefined} [options.database] The address of the recipe's tables.
 * @param {number} [options.retryDelayMs]
 * @param {string} [options.host] The address that the servers listen on.
 * @param {(settings: FunctionSettings) => Promise<Runner>} [options.startRunner]
 * @param {Listeners} listeners
 * @returns {Promise<LocalStack>}
 */
export async function startLocalStack(
  {
    folder,
    port = 0,
    host = '127.0.0.1',
    recipePath,
    hashKey = null,
    database,
    retryDelayMs,
    startRunner = runInProcesses,
  },
  listeners,
) {
  const stop = new AbortController();
  /** @type {unknown[]} */
  const queue = [];
  /** @type {Promise<void> | null} */
  let working = null;

  const server = await startLocalS3({ folder, port, host, onEvent: arrive });
  const client = new S3Client({ endpoint: server.endpoint, credentials: server.credentials, region: REGION });
  /** @type {LocalSecrets | null} */
  let secrets = null;
  /** @type {Runner | null} */
  let runner = null;
  const close = async () => {
    stop.abort();
    await working;
    await runner?.close();
    client.destroy();
    await secrets?.close();
    await server.close();
  };
  try {
    if (hashKey !== null) secrets = await startLocalSecrets(hashKey, { host, region: REGION });
    const env = functionEnvironment(server, recipePath, secrets, database);
    runner = await startRunner({ env, memoryMegabytes: MEMORY_MEGABYTES, timeoutMs: TIMEOUT_MS });
    await createBuckets(client);
    // Process the events that arrived in the meantime.
    if (queue.length > 0) working ??= work();
  } catch (error) {
    await close();
    throw error;
  }
  return { server, client, waiting: () => queue.length, close };

  /** @param {{ Records: Record<string, any>[] }} event */
  function arrive(event) {
    if (event.Records[0].s3.bucket.name !== INPUT_BUCKET) return;
    queue.push(event);
    if (runner !== null) working ??= work();
  }

  async function work() {
    for (; queue.length > 0 && !stop.signal.aborted; queue.shift()) {
      const delivery = await handle(queue[0]);
      if (delivery.invocation.kind !== 'stopped') listeners.onDelivered(delivery);
    }
    working = null;
  }

  /**
   * @param {unknown} event
   * @returns {Promise<Delivery>}
   */
  async function handle(event) {
    const { key } = /** @type {{ key: string }} */ (archivesIn(event)[0]);
    const { signal } = stop;
    const { onStart, onProgress = () => {}, onRetry, onProcess = () => {} } = listeners;
    /** @type {string[]} */
    let lines = [];
    onStart?.(key);
    const invocation = await deliver({
      invoke: () => {
        lines = [];
        const onLog = (/** @type {string} */ line) => lines.push(line);
        return /** @type {Runner} */ (runner).invoke(event, { signal, onProgress, onLog, onStart: onProcess });
      },
      onRetry: next => onRetry?.(key, next),
      signal,
      ...(retryDelayMs !== undefined && { delayMs: retryDelayMs }),
    });
    const logLine = lines.at(-1) ?? null;
    const log = logLine === null ? null : JSON.parse(logLine);
    // The manifest may have been deleted in the meantime.
    const manifest = log?.status ? await readManifest(client, OUTPUT_BUCKET, key).catch(() => null) : null;
    return { key, invocation, log, logLine, manifest };
  }
}

/**
 * @param {FunctionSettings} settings
 * @returns {Promise<Runner>}
 */
async function runInProcesses(settings) {
  return { invoke: (event, how) => invokeFunction(event, { ...settings, ...how }), close: async () => {} };
}
