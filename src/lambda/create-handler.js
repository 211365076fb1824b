import { StoppedError } from '../errors.js';
import { s3ClientFactory } from '../storage/s3-client.js';
import { attemptArchive } from './attempt-archive.js';
import { messagesToResumeSoon, respond } from './batch-response.js';
import { readConfig } from './config.js';
import { DatabaseAccess, tokenFactory } from './database-access.js';
import { startDeadline } from './deadline.js';
import { archivesIn } from './events.js';
import { loadHashKey } from './load-hash-key.js';
import { loadRecipe } from './load-recipe.js';
import { logLine, stoppedLine, visibilityLine } from './log-line.js';
import { Passwords } from './passwords.js';
import { secretsClientFactory } from './read-secret.js';
import { redeliverSoon, sqsClientFactory } from './redeliver-soon.js';

/** @import { Arrival } from './events.js' */
/** @import { AttemptResult } from './attempt-archive.js' */
/** @import { BatchResponse, Retry } from './batch-response.js' */
/** @import { Config } from './config.js' */
/** @import { Context } from './log-line.js' */
/** @import { TokenFactory } from './database-access.js' */
/** @import { Deadline } from './deadline.js' */
/** @import { Invocation } from './handle-archive.js' */
/** @import { Progress } from '../job/progress.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager' */
/** @import { SQSClient } from '@aws-sdk/client-sqs' */

/**
 * Makes the function from the services it uses. It reads the settings, the recipe and the secrets that are needed at the first
 * invocation and keeps them. A recipe in S3 is read at every invocation, so that a change takes effect in all instances.
 *
 * @param {object} [services]
 * @param {() => Readonly<Config>} [services.config]
 * @param {() => S3Client | Promise<S3Client>} [services.s3]
 * @param {(region: string) => Promise<SQSClient>} [services.sqs]
 * @param {(region: string) => Promise<SecretsManagerClient>} [services.secrets]
 * @param {TokenFactory} [services.token] For databases that IAM logs in to.
 * @param {(line: string) => void} [services.log] Takes a line of JSON for each archive, unless the log level hides the
 *   line and there are no metrics.
 * @param {() => number} [services.clock] Milliseconds.
 * @param {(msToEnd: number) => Deadline} [services.deadline]
 * @param {(progress: Progress) => void} [services.onProgress] Called often with the progress of the current archive.
 * @returns {(event: unknown, context: Context) => Promise<BatchResponse>} Errors that need another delivery are reported
 *   for their messages or, without a queue, thrown once every archive was attempted. Final errors are only logged.
 */
export function createHandler({
  config = readConfig,
  s3 = s3ClientFactory(),
  sqs = sqsClientFactory(),
  secrets = secretsClientFactory(),
  token = tokenFactory(),
  log = printLine,
  clock = () => performance.now(),
  deadline = startDeadline,
  onProgress,
} = {}) {
  /** @type {Readonly<Config> | null} */
  let settings = null;
  /** @type {Recipe | null} */
  let recipe = null;
  /** @type {Buffer | null} */
  let hashKey = null;
  /** @type {Passwords | null} */
  let passwords = null;
  /** @type {DatabaseAccess | null} */
  let databases = null;

  return async function deliver(event, context) {
    // Assigned only when the read succeeds, so that the next invocation tries again.
    settings ??= config();
    passwords ??= new Passwords(settings, secrets);
    databases ??= new DatabaseAccess(settings, { secrets, token });
    const { logLevel } = settings;
    /** @param {string | null} line */
    const write = line => {
      if (line !== null) log(line);
    };

    const { clear: clearDeadline, ...stops } = deadline(context.getRemainingTimeInMillis());
    /** @type {Retry[]} */
    const retries = [];
    try {
      try {
        if (recipe === null || settings.recipe.kind === 's3') recipe = await loadRecipe(settings, s3, stops.signal);
        hashKey ??= await loadHashKey(settings, recipe, secrets, stops.signal);
      } catch (error) {
        if (error instanceof StoppedError) write(stoppedLine({ error, context, time: new Date() }));
        throw error;
      }
      const invocation = { config: settings, recipe, hashKey, passwords, databases, s3, onProgress, ...stops };
      for (const arrived of archivesIn(event)) {
        const { result, ...measured } = await measureAttempt(arrived, invocation, clock);
        write(logLine({ arrived, result, ...measured, context, time: new Date(), logLevel }));
        if (result.outcome === 'retry') retries.push({ messageId: arrived.messageId, ...result });
      }
    } finally {
      clearDeadline();
    }

    const timeoutMs = Math.min(REDELIVERY_MS, context.getRemainingTimeInMillis() / 2);
    for (const delayed of await redeliverSoon(event, messagesToResumeSoon(retries), { sqs, timeoutMs })) {
      write(visibilityLine({ ...delayed, context, time: new Date(), logLevel }));
    }
    return respond(retries);
  };
}

/**
 * @param {Arrival} arrived
 * @param {Invocation} invocation
 * @param {() => number} clock
 * @returns {Promise<{ result: AttemptResult, durationMs: number, bytesRead: number }>} `bytesRead`: inflated by this invocation.
 */
async function measureAttempt(arrived, invocation, clock) {
  const start = clock();
  let bytesRead = 0;
  /** @param {Progress} progress */
  const onProgress = progress => {
    bytesRead = progress.bytesIn - progress.bytesResumed;
    invocation.onProgress?.(progress);
  };
  const result = await attemptArchive(arrived, { ...invocation, onProgress });
  return { result, durationMs: Math.round(clock() - start), bytesRead };
}

/** @param {string} line */
function printLine(line) {
  // The console would put Lambda's prefix before the JSON.
  process.stdout.write(`${line}\n`);
}

/** Limit for making messages visible again, of the ten seconds that a stopped job leaves. */
const REDELIVERY_MS = 3_000;
