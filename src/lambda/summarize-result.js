import { boundMessage, hasCode, SluiceError, StalledError, StoppedError } from '../errors.js';
import { printable } from '../printable.js';

/** @import { Config } from './config.js' */
/** @import { Manifest } from '../ledger/manifest.js' */
/** @import { AttemptResult } from './attempt-archive.js' */

/**
 * What logs and metrics say about a result.
 *
 * @typedef {object} Summary
 * @property {Config['logLevel']} level
 * @property {boolean} isFailed Somebody has to look at it: no other delivery will process it, or many did not.
 * @property {boolean} isPaused The job only ran out of time and resumes within seconds.
 * @property {Manifest | null} manifest
 * @property {string | null} reason Why it was ignored.
 * @property {string | null} errorCode
 * @property {object | null} error
 */

/** @param {AttemptResult} result @returns {Summary} */
export function summarizeResult(result) {
  switch (result.outcome) {
    case 'ignored':
      return { ...NOTHING, reason: printable(result.reason) };
    case 'failed':
    case 'retry':
      return summarizeError(result);
    default:
      return summarizeDone(result);
  }
}

/** @param {Extract<AttemptResult, { manifest: unknown }>} result @returns {Summary} */
function summarizeDone({ outcome, manifest, warning }) {
  const status = manifest?.status;
  const isIncomplete = status === 'failed' || status === 'partial';
  const isWarned = warning !== null || status === 'partial' || hasFaults(manifest);
  return {
    ...NOTHING,
    level: status === 'failed' ? 'error' : isWarned ? 'warn' : 'info',
    isFailed: outcome === 'processed' && isIncomplete,
    manifest,
    errorCode: warning?.code ?? errorCodeOf(manifest),
    error: warning ? describe(warning) : (manifest?.error ?? null),
  };
}

/**
 * Somebody should look at bad records, even of an archive that is complete, and at values in a charset that nobody has named.
 * Filtered records and skipped lines are normal.
 *
 * @param {Manifest | null} manifest
 */
function hasFaults(manifest) {
  const { recordsBad = 0, valuesNotUtf8 = 0 } = manifest?.totals ?? {};
  return recordsBad > 0 || valuesNotUtf8 > 0;
}

/** @param {Extract<AttemptResult, { error: unknown }>} result @returns {Summary} */
function summarizeError(result) {
  const { outcome, error } = result;
  // Neither is a fault: long jobs take several turns, and a replaced archive has a newer event.
  const isChanged = hasCode(error, 'archive/changed');
  const isHarmless = isChanged || error instanceof StoppedError;
  return {
    ...NOTHING,
    level: isHarmless ? 'warn' : 'error',
    // Without `StalledError`, an alarm would come only after the last delivery.
    isFailed: (outcome === 'failed' && !isChanged) || error instanceof StalledError,
    // A turn that made no progress counts as a fault: nothing else reports an archive that no delivery gets to read.
    isPaused: result.outcome === 'retry' && result.isSoon,
    errorCode: error instanceof SluiceError ? error.code : 'internal',
    error: error instanceof SluiceError ? describe(error) : describeDefect(error),
  };
}

/**
 * @param {Manifest | null} manifest
 * @returns {string | null} The archive's, or that of the first entry that failed.
 */
function errorCodeOf(manifest) {
  if (!manifest?.totals.failed) return manifest?.error?.code ?? null;
  for (const { error } of manifest.entries) if (error !== null) return error.code;
  return null;
}

/** @param {SluiceError} error */
function describe({ code, message, cause }) {
  return {
    code,
    message: printable(message),
    cause: cause instanceof Error ? boundMessage(`${cause.name}: ${cause.message}`) : null,
  };
}

/** @param {unknown} error An error in our own code, which only the stack leads to. */
function describeDefect(error) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    code: null,
    message: boundMessage(String(error)),
    stack: stack.split('\n').slice(0, MAX_STACK).map(boundMessage),
  };
}

/** In lines. */
const MAX_STACK = 50;

/** @type {Summary} */
const NOTHING = {
  level: 'info',
  isFailed: false,
  isPaused: false,
  manifest: null,
  reason: null,
  errorCode: null,
  error: null,
};
