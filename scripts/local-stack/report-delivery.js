import { formatOutcomes } from '../../src/cli/outcome-table.js';
import { formatBytes, formatCount, formatDuration } from '../../src/cli/units.js';
import { printable } from '../../src/printable.js';
import { manifestKey } from './read-manifest.js';
import { MEMORY_MEGABYTES, OUTPUT_BUCKET } from './start-local-stack.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { ComparedRecord } from '../demo/compare-record.js' */
/** @import { Delivery } from './start-local-stack.js' */

/**
 * Says what became of an archive: the table of its entries, what failed and why, and what it took.
 *
 * @param {Delivery} delivery
 * @returns {{ isComplete: boolean, end: string, manifest: string | null, table: string | null, errors: string[] }} `end`:
 *   how the invocation ended and what it took. `manifest`: where it is.
 */
export function reportDelivery({ key, invocation, log, manifest }) {
  const isComplete = invocation.kind === 'returned' && manifest?.status === 'complete';
  const table = manifest !== null && manifest.entries.length > 0 ? formatOutcomes(manifest) : null;
  const place = manifest === null ? null : `s3://${OUTPUT_BUCKET}/${printable(manifestKey(key))}`;
  const end = describeEnd({ invocation, log, manifest });
  return { isComplete, end, manifest: place, table, errors: errorsOf({ invocation, log, manifest }) };
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

/**
 * A record before and after, field by field: those that the recipe drops or changes, and a few others.
 *
 * @param {ComparedRecord} compared
 * @param {number} columns How wide it may be.
 * @returns {string[]} Lines.
 */
export function formatComparison({ fields }, columns) {
  const isSame = (/** @type {ComparedRecord['fields'][number]} */ { before, after }) => before === after;
  const filled = fields.filter(field => isSame(field) && field.before !== '');
  const example = new Set(filled.slice(0, MAX_SAME));
  const touched = new Set(fields.filter(field => !isSame(field)).slice(0, MAX_TOUCHED));
  const shown = fields.filter(field => example.has(field) || touched.has(field));
  const nameWidth = Math.min(MAX_NAME, Math.max(...shown.map(({ name }) => name.length)));
  const width = Math.max(12, Math.min(MAX_VALUE, Math.floor((columns - nameWidth - 4) / 2)));
  const lines = shown.map(({ name, before, after }) =>
    [
      fit(name, nameWidth).padEnd(nameWidth),
      fit(before, width).padEnd(width),
      after === null ? '(dropped)' : fit(after, width),
    ].join('  '),
  );
  const rest = fields.length - shown.length;
  return rest > 0 ? [...lines, `… and ${rest} more fields`] : lines;
}

/**
 * @param {string} text
 * @param {number} width
 */
function fit(text, width) {
  const safe = printable(text);
  return safe.length > width ? `${safe.slice(0, width - 1)}…` : safe;
}

// Of less, a rate says how long it takes to begin.
const MIN_BYTES_FOR_RATE = 10_000_000;
const MAX_ERRORS = 10;
const MAX_SAME = 3;
const MAX_TOUCHED = 6;
const MAX_NAME = 20;
const MAX_VALUE = 42;
