import { peakRssBytes } from '../memory/peak-memory.js';
import { printable } from '../printable.js';
import { metricsOf } from './metrics.js';
import { summarizeResult } from './summarize-result.js';

/** @import { Config } from './config.js' */
/** @import { Arrival } from './events.js' */
/** @import { AttemptResult } from './attempt-archive.js' */
/** @import { Manifest } from '../ledger/manifest.js' */

/**
 * The platform's second argument, as far as it is used.
 *
 * @typedef {{ awsRequestId?: string, functionName?: string, getRemainingTimeInMillis(): number }} Context
 */

/**
 * Formats an archive's result and metrics as one line of JSON. The line has names and counts, and nothing of any record:
 * of a failed entry only the error's code, since the message may name fields.
 *
 * @param {object} attempt
 * @param {Arrival} attempt.arrived
 * @param {AttemptResult} attempt.result
 * @param {number} attempt.durationMs
 * @param {number} attempt.bytesRead Inflated by this invocation.
 * @param {Pick<Context, 'awsRequestId' | 'functionName'>} attempt.context No metrics without a function's name.
 * @param {Date} attempt.time
 * @param {Config['logLevel']} attempt.logLevel Below it, the line has metrics only.
 * @returns {string | null} Null if there is nothing to log. `peakRssBytes` belongs to the process: a warm instance repeats
 *   its highest value.
 */
export function logLine({ arrived, result, durationMs, bytesRead, context, time, logLevel }) {
  const { functionName = null, awsRequestId: requestId = null } = context;
  const { level, manifest, reason, errorCode, error, isFailed, isPaused } = summarizeResult(result);
  const archive = arrived.kind === 'archive' ? arrived : null;
  const measured = {
    outcome: result.outcome,
    bytes: manifest?.totals.bytesIn ?? null,
    ...countsOf(manifest),
    durationMs,
    peakRssBytes: peakRssBytes(),
  };
  const totals = manifest?.totals ?? null;
  const metrics =
    functionName === null
      ? null
      : metricsOf({ ...measured, functionName, time: time.getTime(), isFailed, isPaused, totals });
  if (LEVELS.indexOf(level) < LEVELS.indexOf(logLevel)) return metrics && JSON.stringify(metrics);
  return JSON.stringify({
    level,
    timestamp: time.toISOString(),
    requestId,
    messageId: arrived.messageId,
    deliveries: archive?.deliveries ?? null,
    bucket: archive && printable(archive.bucket),
    key: archive && printable(archive.key),
    versionId: archive?.versionId == null ? null : printable(archive.versionId),
    reason,
    status: manifest?.status ?? null,
    turns: manifest?.turns ?? null,
    entries: manifest?.totals.entries ?? null,
    failed: manifest?.totals.failed ?? null,
    ...(manifest?.namesLike && { entryNames: printable(String(manifest.namesLike.charset)) }),
    ...measured,
    bytesPerSecond: bytesRead > 0 && durationMs > 0 ? Math.round((bytesRead * 1000) / durationMs) : null,
    errorCode,
    error,
    ...metrics,
  });
}

/**
 * Formats a warning that messages stay invisible until the queue's visibility timeout is over.
 *
 * @param {object} delayed
 * @param {string[]} delayed.messageIds
 * @param {string} delayed.reason
 * @param {Pick<Context, 'awsRequestId'>} delayed.context
 * @param {Date} delayed.time
 * @param {Config['logLevel']} delayed.logLevel
 * @returns {string | null} Null where warnings are not logged.
 */
export function visibilityLine({ messageIds, reason, context, time, logLevel }) {
  if (logLevel === 'error') return null;
  const visibility = `these messages come again only after the queue's visibility timeout: ${reason}`;
  const { awsRequestId: requestId = null } = context;
  return JSON.stringify({ level: 'warn', timestamp: time.toISOString(), requestId, messageIds, visibility });
}

/**
 * Formats the error of an invocation whose time ran out before it came to any archive.
 *
 * @param {object} stopped
 * @param {import('../errors.js').StoppedError} stopped.error It says what the invocation waited for.
 * @param {Pick<Context, 'awsRequestId'>} stopped.context
 * @param {Date} stopped.time
 * @returns {string}
 */
export function stoppedLine({ error, context, time }) {
  const { awsRequestId: requestId = null } = context;
  const { code, message } = error;
  const described = { code, message: printable(message), cause: null };
  return JSON.stringify({
    level: 'error',
    timestamp: time.toISOString(),
    requestId,
    errorCode: code,
    error: described,
  });
}

/** @param {Manifest | null} manifest */
function countsOf(manifest) {
  const totals = manifest?.totals;
  return {
    records: totals?.recordsRead ?? null,
    written: totals?.recordsWritten ?? null,
    filtered: totals?.recordsFiltered ?? null,
    bad: totals?.recordsBad ?? null,
    skipped: totals?.recordsSkipped ?? null,
    unparsed: totals ? totals.phonesUnparsed + totals.datesUnparsed : null,
    uncompared: totals?.comparisonsUnparsed ?? null,
    ...(totals?.valuesNotUtf8 && { notUtf8: totals.valuesNotUtf8 }),
  };
}

const LEVELS = ['info', 'warn', 'error'];
