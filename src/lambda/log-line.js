import { SluiceError, StalledError, StoppedError } from '../errors.js';
import { peakRssBytes } from '../memory/peak-memory.js';
import { printable } from '../printable.js';
import { metricsOf } from './metrics.js';

/** @import { Config } from './config.js' */
/** @import { ArrivedArchive, UnreadableMessage } from './events.js' */
/** @import { handleArchive } from './handle-archive.js' */

/**
 * What the platform hands to the function beside the event; the part that is used.
 *
 * @typedef {{ awsRequestId?: string, functionName?: string, getRemainingTimeInMillis(): number }} Context
 */

/**
 * What became of an archive. `failed` is for good, `retry` asks for another delivery. `isStuck`: its time ran out before it
 * came any further.
 *
 * @typedef {Awaited<ReturnType<typeof handleArchive>> |
 *   { outcome: 'failed' | 'retry', error: unknown, isStuck?: boolean }} Result
 */

/**
 * Says in one line of JSON what became of an archive, with what is counted of it. It holds names and counts, and nothing of
 * any record: of an entry that failed, the code, since the message may name fields.
 *
 * @param {object} what
 * @param {ArrivedArchive | UnreadableMessage} what.arrived
 * @param {Result} what.result
 * @param {number} what.durationMs
 * @param {number} what.bytesRead What this invocation has inflated.
 * @param {Pick<Context, 'awsRequestId' | 'functionName'>} what.context Without a function's name nothing is counted.
 * @param {Date} what.time
 * @param {Config['logLevel']} what.logLevel Below it only what is counted is said.
 * @returns {string | null} `null` where there is nothing to say. `peakRssBytes` is the process's, so a warm instance
 *   repeats the highest it had.
 */
export function logLine({ arrived, result, durationMs, bytesRead, context, time, logLevel }) {
  const { functionName = null, awsRequestId: requestId = null } = context;
  const manifest = 'manifest' in result ? result.manifest : null;
  const archive = 'error' in arrived ? null : arrived;
  const warning = ('warning' in result && result.warning) || null;
  const level = levelOf(result, manifest, warning);
  const measured = {
    outcome: result.outcome,
    bytes: manifest?.totals.bytesIn ?? null,
    records: manifest?.totals.recordsRead ?? null,
    durationMs,
    peakRssBytes: peakRssBytes(),
  };
  const counted =
    functionName === null
      ? null
      : metricsOf({
          ...measured,
          functionName,
          time: time.getTime(),
          isFailed: isFailed(result, manifest),
          isPaused: isPaused(result),
        });
  if (LEVELS.indexOf(level) < LEVELS.indexOf(logLevel)) return counted && JSON.stringify(counted);
  return JSON.stringify({
    level,
    timestamp: time.toISOString(),
    requestId,
    messageId: arrived.messageId,
    deliveries: archive?.deliveries ?? null,
    bucket: archive && printable(archive.bucket),
    key: archive && printable(archive.key),
    versionId: archive?.versionId == null ? null : printable(archive.versionId),
    reason: 'reason' in result ? printable(result.reason) : null,
    status: manifest?.status ?? null,
    turns: manifest?.turns ?? null,
    entries: manifest?.totals.entries ?? null,
    failed: manifest?.totals.failed ?? null,
    ...measured,
    bytesPerSecond: bytesRead > 0 && durationMs > 0 ? Math.round((bytesRead * 1000) / durationMs) : null,
    errorCode: warning?.code ?? errorCodeOf(result, manifest),
    error: warning ? describe(warning) : errorOf(result, manifest),
    ...counted,
  });
}

/**
 * Says that messages will come again only when the queue's visibility timeout is over, and why.
 *
 * @param {object} what
 * @param {string[]} what.messageIds
 * @param {string} what.reason
 * @param {Pick<Context, 'awsRequestId'>} what.context
 * @param {Date} what.time
 * @param {Config['logLevel']} what.logLevel
 * @returns {string | null} `null` where warnings are not logged.
 */
export function visibilityLine({ messageIds, reason, context, time, logLevel }) {
  if (logLevel === 'error') return null;
  const visibility = `these messages come again only after the queue's visibility timeout: ${reason}`;
  const { awsRequestId: requestId = null } = context;
  return JSON.stringify({ level: 'warn', timestamp: time.toISOString(), requestId, messageIds, visibility });
}

/**
 * @param {Result} result
 * @param {Manifest | null} manifest
 * @param {SluiceError | null} warning
 * @returns {Config['logLevel']}
 */
function levelOf(result, manifest, warning) {
  // To stop before the time is up is how long jobs go on, not a fault; nor is that a newer archive came.
  if ('error' in result) return isStopped(result) || isChanged(result.error) ? 'warn' : 'error';
  if (manifest?.status === 'failed') return 'error';
  return manifest?.status === 'partial' || warning !== null ? 'warn' : 'info';
}

/**
 * @param {Result} result
 * @param {Manifest | null} manifest
 */
function isFailed(result, manifest) {
  // Somebody should look at what has stalled now, and not when the last delivery failed too.
  if ('error' in result) {
    return (result.outcome === 'failed' && !isChanged(result.error)) || result.error instanceof StalledError;
  }
  return result.outcome === 'processed' && (manifest?.status === 'failed' || manifest?.status === 'partial');
}

/** @param {Result} result */
function isStopped(result) {
  return 'error' in result && result.error instanceof StoppedError;
}

/**
 * Whether it goes on where it was. Time that ran out before anything came of it counts as a fault: nothing else would tell
 * of an archive that no delivery ever gets to read.
 *
 * @param {Result} result
 */
function isPaused(result) {
  return isStopped(result) && !('isStuck' in result && result.isStuck);
}

/** @param {unknown} error */
function isChanged(error) {
  return error instanceof SluiceError && error.code === 'archive/changed';
}

/**
 * @param {Result} result
 * @param {Manifest | null} manifest
 * @returns {string | null} Of what failed as a whole, else of the first entry that did.
 */
function errorCodeOf(result, manifest) {
  if ('error' in result) return result.error instanceof SluiceError ? result.error.code : 'internal';
  if (!manifest?.totals.failed) return manifest?.error?.code ?? null;
  for (const { error } of manifest.entries) if (error !== null) return error.code;
  return null;
}

/**
 * @param {Result} result
 * @param {Manifest | null} manifest
 */
function errorOf(result, manifest) {
  if (!('error' in result)) return manifest?.error ?? null;
  const { error } = result;
  if (error instanceof SluiceError) return describe(error);
  // Not one of ours: a mistake in the code, which only the stack leads to.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: null, message: printable(String(error)), stack: stack.split('\n').map(printable) };
}

/** @param {SluiceError} error */
function describe(error) {
  return { code: error.code, message: printable(error.message), cause: causeOf(error) };
}

/** @param {Error} error */
function causeOf(error) {
  return error.cause instanceof Error ? printable(`${error.cause.name}: ${error.cause.message}`) : null;
}

const LEVELS = ['info', 'warn', 'error'];

/** @typedef {NonNullable<Extract<Result, { manifest: unknown }>['manifest']>} Manifest */
