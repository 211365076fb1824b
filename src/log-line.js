import { SluiceError, StoppedError } from './errors.js';
import { peakRssBytes } from './peak-memory.js';
import { printable } from './printable.js';

/** @import { ArrivedArchive, UnreadableMessage } from './events.js' */
/** @import { Result } from './handler.js' */

/**
 * Says in one line of JSON what became of an archive. It holds names and counts, and nothing of any record.
 *
 * @param {object} what
 * @param {ArrivedArchive | UnreadableMessage} what.arrived
 * @param {Result} what.result
 * @param {number} what.durationMs
 * @param {string | null} what.requestId
 * @returns {string} `peakRssBytes` is the process's, so a warm instance repeats the highest it had.
 */
export function logLine({ arrived, result, durationMs, requestId }) {
  const manifest = 'manifest' in result ? result.manifest : null;
  const archive = 'error' in arrived ? null : arrived;
  return JSON.stringify({
    level: levelOf(result, manifest),
    requestId,
    messageId: arrived.messageId,
    bucket: archive && printable(archive.bucket),
    key: archive && printable(archive.key),
    versionId: archive?.versionId == null ? null : printable(archive.versionId),
    outcome: result.outcome,
    reason: 'reason' in result ? printable(result.reason) : null,
    status: manifest?.status ?? null,
    entries: manifest?.totals.entries ?? null,
    failed: manifest?.totals.failed ?? null,
    bytes: manifest?.totals.bytesIn ?? null,
    records: manifest?.totals.recordsRead ?? null,
    durationMs,
    peakRssBytes: peakRssBytes(),
    error: errorOf(result, manifest),
  });
}

/**
 * @param {Result} result
 * @param {Manifest | null} manifest
 */
function levelOf(result, manifest) {
  // To stop before the time is up is how long jobs go on, not a fault.
  if ('error' in result) return result.error instanceof StoppedError ? 'warn' : 'error';
  if (manifest?.status === 'failed') return 'error';
  return manifest?.status === 'partial' ? 'warn' : 'info';
}

/**
 * @param {Result} result
 * @param {Manifest | null} manifest
 */
function errorOf(result, manifest) {
  if (!('error' in result)) return manifest?.error ?? null;
  const { error } = result;
  if (error instanceof SluiceError) {
    return { code: error.code, message: printable(error.message), cause: causeOf(error) };
  }
  // Not one of ours: a mistake in the code, which only the stack leads to.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: null, message: printable(String(error)), stack: stack.split('\n').map(printable) };
}

/** @param {Error} error */
function causeOf(error) {
  return error.cause instanceof Error ? printable(`${error.cause.name}: ${error.cause.message}`) : null;
}

/** @typedef {NonNullable<Extract<Result, { manifest: unknown }>['manifest']>} Manifest */
