// What every archive needs is loaded while the platform starts the function, and has a whole processor for that.
import './destination/s3/destination.js';
import './source/s3.js';
import { SluiceError, StoppedError, UsageError } from './errors.js';
import { readConfig } from './lambda/config.js';
import { startDeadline } from './lambda/deadline.js';
import { archivesIn } from './lambda/events.js';
import { handleArchive } from './lambda/handle-archive.js';
import { loadRecipe } from './lambda/load-recipe.js';
import { logLine, visibilityLine } from './lambda/log-line.js';
import { redeliverSoon, sqsClientFactory } from './lambda/redeliver-soon.js';
import { s3ClientFactory } from './storage/s3-client.js';

/** @import { ArrivedArchive, UnreadableMessage } from './lambda/events.js' */
/** @import { Config } from './lambda/config.js' */
/** @import { Context, Result } from './lambda/log-line.js' */
/** @import { Progress } from './job/progress.js' */
/** @import { Recipe } from './recipe/recipe.js' */
/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { SQSClient } from '@aws-sdk/client-sqs' */

/**
 * The Lambda function. A literal `async function`: the runtime takes a wrapped one whose promise never settles for a
 * success.
 *
 * @param {unknown} event An S3 notification, an EventBridge "Object Created" event, or an SQS batch of these.
 * @param {Context} context
 * @returns {Promise<BatchResponse>} Which messages of a queue's batch are to be delivered again.
 */
export async function handler(event, context) {
  return deliver(event, context);
}

/** @typedef {{ batchItemFailures: { itemIdentifier: string }[] }} BatchResponse */

/**
 * Makes the function with other surroundings. The settings and the recipe are read at the first invocation and kept; a
 * recipe in S3 is read at every invocation, so that a change to it holds at once for all instances.
 *
 * @param {object} [surroundings]
 * @param {() => Readonly<Config>} [surroundings.config]
 * @param {() => S3Client | Promise<S3Client>} [surroundings.s3]
 * @param {(region: string) => Promise<SQSClient>} [surroundings.sqs]
 * @param {(line: string) => void} [surroundings.log] Takes one line of JSON for each archive, unless the
 *   log level is above it and nothing is counted.
 * @param {() => number} [surroundings.clock] Milliseconds since whenever.
 * @param {(progress: Progress) => void} [surroundings.onProgress] Told often how far the archive at work has come.
 * @returns {(event: unknown, context: Context) => Promise<BatchResponse>} Final errors are only logged. Other errors
 *   are reported for their messages, or thrown at the end if there is no queue, so that the platform delivers again: within
 *   seconds if a job only ran out of time, after the visibility timeout if it met a fault.
 */
export function createHandler({
  config = readConfig,
  s3 = s3ClientFactory(),
  sqs = sqsClientFactory(),
  log = printLine,
  clock = () => performance.now(),
  onProgress,
} = {}) {
  /** @type {Readonly<Config> | null} */
  let settings = null;
  /** @type {Recipe | null} */
  let recipe = null;

  return async function deliver(event, context) {
    // Each is kept only once it was read without an error.
    settings ??= config();
    if (recipe === null || settings.recipe.kind === 's3') recipe = await loadRecipe(settings, s3);
    const deadline = startDeadline(context.getRemainingTimeInMillis());
    let bytesRead = 0;
    /** @param {Progress} progress */
    const follow = progress => {
      bytesRead = progress.bytesIn - progress.bytesResumed;
      onProgress?.(progress);
    };
    const { logLevel } = settings;
    const { signal, pause, remainingMs } = deadline;
    const job = { config: settings, recipe, s3, signal, pause, remainingMs, onProgress: follow };
    /** @type {Failure[]} */
    const failures = [];
    try {
      for (const arrived of archivesIn(event)) {
        const start = clock();
        bytesRead = 0;
        const result = await attempt(arrived, job);
        const durationMs = Math.round(clock() - start);
        const line = logLine({ arrived, result, durationMs, bytesRead, context, time: new Date(), logLevel });
        if (line !== null) log(line);
        if ('error' in result && result.outcome === 'retry') {
          failures.push({ messageId: arrived.messageId, error: result.error });
        }
      }
    } finally {
      deadline.clear();
    }
    const timeoutMs = Math.min(REDELIVERY_MS, context.getRemainingTimeInMillis() / 2);
    for (const late of await redeliverSoon(event, messagesToGoOn(failures), { sqs, timeoutMs })) {
      const line = visibilityLine({ ...late, context, time: new Date(), logLevel });
      if (line !== null) log(line);
    }
    return respond(failures);
  };
}

/**
 * @param {ArrivedArchive | UnreadableMessage} arrived
 * @param {Parameters<typeof handleArchive>[1]} job
 * @returns {Promise<Result>}
 */
async function attempt(arrived, job) {
  try {
    if ('error' in arrived) throw arrived.error;
    // The time went to the archives before it.
    if (job.pause.aborted) throw new StoppedError({ isSoon: true });
    return await handleArchive(arrived, job);
  } catch (error) {
    const isStuck = error instanceof StoppedError && !error.isSoon;
    return { outcome: isFinal(error) ? 'failed' : 'retry', error, isStuck };
  }
}

/**
 * Whether another delivery would end the same way. Wrong settings would too, but they can be put right before the
 * platform gives up, or the event waits in the dead-letter queue: so that archive is not lost.
 *
 * @param {unknown} error
 */
function isFinal(error) {
  return error instanceof SluiceError && !error.retryable && !(error instanceof UsageError);
}

/**
 * @param {Failure[]} failures
 * @returns {BatchResponse}
 */
function respond(failures) {
  const messageIds = new Set();
  const errors = [];
  for (const { messageId, error } of failures) {
    if (messageId === null) errors.push(error);
    else messageIds.add(messageId);
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} archives have to be delivered again`);
  return { batchItemFailures: [...messageIds].map(itemIdentifier => ({ itemIdentifier })) };
}

/** @typedef {{ messageId: string | null, error: unknown }} Failure */

/**
 * @param {Failure[]} failures
 * @returns {Set<string>} The messages whose jobs should go on within seconds. A fault, of any archive in a message, makes the
 *   message wait.
 */
function messagesToGoOn(failures) {
  const isSoon = (/** @type {unknown} */ error) => error instanceof StoppedError && error.isSoon;
  const waiting = new Set(failures.filter(({ error }) => !isSoon(error)).map(({ messageId }) => messageId));
  return new Set(failures.flatMap(({ messageId }) => messageId ?? []).filter(id => !waiting.has(id)));
}

/** @param {string} line */
function printLine(line) {
  // Not the console: in Lambda it puts a prefix before the JSON.
  process.stdout.write(`${line}\n`);
}

/** Most that making messages visible again may take, of the ten seconds that a stopped job leaves. */
const REDELIVERY_MS = 3_000;

const deliver = createHandler();
