import { formatNotes } from '../../src/cli/outcome-notes.js';
import { formatOutcomes } from '../../src/cli/outcome-table.js';
import { formatBytes, formatCount, formatDuration } from '../../src/cli/units.js';
import { printable } from '../../src/printable.js';
import { manifestKey } from './read-manifest.js';
import { MEMORY_MEGABYTES, OUTPUT_BUCKET } from './settings.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { Delivery } from './start-local-stack.js' */

/**
 * Describes the result of an archive: the table of its entries, the errors, time and memory.
 *
 * @param {Delivery} delivery
 * @returns {{ isComplete: boolean, end: string, manifest: string | null, table: string | null, errors: string[] }} `end`:
 *   how the invocation ended, with its time and memory. `manifest`: its address. `table`: several lines, with notes below it.
 */
export function reportDelivery({ key, invocation, log, manifest }) {
  const isComplete = invocation.kind === 'returned' && manifest?.status === 'complete';
  const hasTable = manifest !== null && manifest.entries.length > 0;
  const table = hasTable ? [formatOutcomes(manifest), ...formatNotes(manifest)].join('\n') : null;
  const address = manifest === null ? null : `s3://${OUTPUT_BUCKET}/${printable(manifestKey(key))}`;
  const end = describeEnd({ invocation, log, manifest });
  return { isComplete, end, manifest: address, table, errors: errorsOf({ invocation, log, manifest }) };
}

/** @param {Pick<Delivery, 'invocation' | 'log' | 'manifest'>} delivery */
function describeEnd({ invocation, log, manifest }) {
  const outcome = log === null ? invocation.kind : (manifest?.status ?? log.outcome);
  const before = log?.outcome === 'already-done' ? ', it was done before' : '';
  const attempts = invocation.attempts > 1 ? `, delivered ${invocation.attempts} times` : '';
  if (log === null) return `${outcome}${attempts}`;
  const seconds = log.durationMs / 1000;
  const rate =
    log.outcome === 'processed' && log.bytes >= MIN_BYTES_FOR_RATE ? `, ${formatBytes(log.bytes / seconds)}/s` : '';
  const memory = `peak memory ${formatBytes(log.peakRssBytes)} of ${formatBytes(MEMORY_MEGABYTES * 2 ** 20)}`;
  return `${outcome}${before} in ${formatDuration(seconds)}${rate}, ${memory}${attempts}`;
}

/**
 * @param {Pick<Delivery, 'invocation' | 'log' | 'manifest'>} delivery
 * @returns {string[]}
 */
function errorsOf({ invocation, log, manifest }) {
  if (log?.error) return [...entryErrors(manifest), `${log.error.code ?? 'internal'}: ${printable(log.error.message)}`];
  if (invocation.error !== null) return [printable(invocation.error)];
  if (log?.outcome === 'ignored') return [`left alone: ${log.reason}`];
  return entryErrors(manifest);
}

/**
 * @param {ParsedManifest | null} manifest
 * @returns {string[]}
 */
function entryErrors(manifest) {
  const lines = (manifest?.entries ?? []).flatMap(({ path, error }) =>
    error ? [`${printable(path)}: ${error.code}: ${printable(error.message)}`] : [],
  );
  const more = lines.length - MAX_ERRORS;
  return more > 0 ? [...lines.slice(0, MAX_ERRORS), `… ${formatCount(more)} more in the manifest`] : lines;
}

// With fewer bytes, the start dominates the rate.
const MIN_BYTES_FOR_RATE = 10_000_000;
const MAX_ERRORS = 10;
