import { devNull } from 'node:os';
import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { ACCOUNT } from '../../local-s3/bucket-operations.js';
import { startLocalS3 } from '../../local-s3/server.js';
import { archivesIn } from '../../src/lambda/events.js';
import { deliver } from './deliver.js';
import { invokeFunction } from './invoke-function.js';
import { readManifest } from './read-manifest.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { Progress } from '../../src/job/progress.js' */
/** @import { LocalS3 } from '../../local-s3/server.js' */
/** @import { FunctionSettings, Invocation } from './invoke-function.js' */

/**
 * What became of an archive that was put into the input bucket.
 *
 * @typedef {object} Delivery
 * @property {string} key
 * @property {Invocation & { attempts: number }} invocation How the last one ended.
 * @property {Record<string, any> | null} log What the function logged last; null where it did not come to that.
 * @property {string | null} logLine The same, as it was written.
 * @property {ParsedManifest | null} manifest
 */

/**
 * @typedef {object} Listeners
 * @property {(key: string) => void} [onStart]
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(key: string, next: { attempt: number, delayMs: number, error: string | null }) => void} [onRetry]
 * @property {(delivery: Delivery) => void} onDelivered
 * @property {(child: ChildProcess) => void} [onProcess] Told of each function process.
 */

/**
 * What runs the function.
 *
 * @typedef {object} Runner
 * @property {(event: unknown, how: Omit<Parameters<typeof invokeFunction>[1], keyof FunctionSettings>) => Promise<Invocation>} invoke
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} LocalStack
 * @property {LocalS3} server
 * @property {S3Client} client
 * @property {() => number} waiting How many archives wait or are at work.
 * @property {() => Promise<void>} close Ends the function at work and the server, and waits until both are gone.
 */

/**
 * Starts what is around the function in AWS, on this machine: S3 with a bucket for archives and one for what comes out of
 * them, and the trigger, which invokes the function for each archive, one after the other.
 *
 * @param {object} options
 * @param {string} options.folder Where S3 keeps its data.
 * @param {number} [options.port]
 * @param {string | undefined} [options.recipePath]
 * @param {number} [options.retryDelayMs]
 * @param {string} [options.host] Where S3 listens.
 * @param {(settings: FunctionSettings) => Promise<Runner>} [options.startRunner]
 * @param {Listeners} listeners
 * @returns {Promise<LocalStack>}
 */
export async function startLocalStack(
  { folder, port = 0, host, recipePath, retryDelayMs, startRunner = runInProcesses },
  listeners,
) {
  const stop = new AbortController();
  /** @type {unknown[]} */
  const queue = [];
  /** @type {Promise<void> | null} */
  let working = null;

  const server = await startLocalS3({ folder, port, ...(host !== undefined && { host }), onEvent: arrive });
  const client = new S3Client({ endpoint: server.endpoint, credentials: server.credentials, region: REGION });
  const env = functionEnvironment(server, recipePath);
  /** @type {Runner | null} */
  let runner = null;
  const close = async () => {
    stop.abort();
    await working;
    await runner?.close();
    client.destroy();
    await server.close();
  };
  try {
    runner = await startRunner({ env, memoryMegabytes: MEMORY_MEGABYTES, timeoutMs: TIMEOUT_MS });
    await createBuckets(client);
    // What came meanwhile has waited.
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
    // It may have been deleted since.
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

/**
 * What Lambda and `template.yaml` set, and where S3 is.
 *
 * @param {Pick<LocalS3, 'endpoint' | 'credentials'>} server
 * @param {string | undefined} recipePath
 * @returns {Record<string, string>}
 */
export function functionEnvironment({ endpoint, credentials }, recipePath) {
  return {
    // As in template.yaml.
    MALLOC_ARENA_MAX: '1',
    AWS_LAMBDA_FUNCTION_NAME: 'sluice',
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_S3: endpoint,
    // What this machine's user has set for AWS is not the function's.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    SLUICE_DESTINATION: `s3://${OUTPUT_BUCKET}`,
    SLUICE_EXPECTED_BUCKET_OWNER: ACCOUNT,
    ...(recipePath !== undefined && { SLUICE_RECIPE: recipePath }),
  };
}

/**
 * Makes the bucket for archives and the one for what comes out of them.
 *
 * @param {S3Client} client
 */
export async function createBuckets(client) {
  for (const Bucket of [INPUT_BUCKET, OUTPUT_BUCKET]) {
    await client.send(new CreateBucketCommand({ Bucket })).catch(error => {
      if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
    });
  }
  const VersioningConfiguration = { Status: /** @type {const} */ ('Enabled') };
  await client.send(new PutBucketVersioningCommand({ Bucket: INPUT_BUCKET, VersioningConfiguration }));
}

export const INPUT_BUCKET = 'sluice-in';
export const OUTPUT_BUCKET = 'sluice-out';
export const REGION = 'us-east-1';

/** What `template.yaml` gives the function. */
export const MEMORY_MEGABYTES = 256;
const TIMEOUT_MS = 900_000;
