import { SluiceError } from '../errors.js';
import { printable } from '../printable.js';
import { formatOutcomes } from './outcome-table.js';
import { formatBytes, formatDuration } from './units.js';

/** @import { Manifest } from '../ledger/manifest.js' */

/**
 * @param {Manifest} manifest
 * @param {{ wasDone: boolean, place: string }} job `wasDone`: before. `place`: the manifest's.
 * @returns {string} Several lines.
 */
export function formatReport(manifest, { wasDone, place }) {
  const { status, durationMs, peakRssBytes } = manifest;
  const done = wasDone
    ? 'was done before (--force does it again)'
    : `in ${formatDuration(durationMs / 1000)}, peak memory ${formatBytes(peakRssBytes)}`;
  const table = status === 'failed' ? '' : `${formatOutcomes(manifest)}\n`;
  return `${table}${status} ${done}\nmanifest: ${printable(place)}\n`;
}

/**
 * @param {Manifest} manifest
 * @returns {string[]} A line for each thing that went wrong, up to twenty.
 */
export function formatErrors({ error, entries, totals }) {
  if (error !== null) return [`sluice: ${error.code}: ${printable(error.message)}`];
  const lines = [];
  for (const { path, error } of entries) {
    if (error === null) continue;
    if (lines.length === SHOWN_ERRORS) {
      lines.push(`sluice: ${totals.failed - SHOWN_ERRORS} more entries failed: see the manifest`);
      break;
    }
    lines.push(`sluice: ${printable(path)}: ${error.code}: ${printable(error.message)}`);
  }
  return lines;
}

/**
 * @param {unknown} error
 * @returns {string} One line, but for a defect of ours.
 */
export function describeError(error) {
  if (error instanceof SluiceError) return `sluice: ${error.code}: ${printable(error.message)}`;
  return `sluice: internal: ${error instanceof Error ? error.stack : String(error)}; this is a defect, please report it`;
}

const SHOWN_ERRORS = 20;
