import { RecipeError, SluiceError } from '../errors.js';
import { formatManifest } from '../ledger/format-manifest.js';
import { printable, printableJson } from '../printable.js';
import { describeNames } from './names-like.js';
import { formatNotes } from './outcome-notes.js';
import { formatOutcomes } from './outcome-table.js';
import { formatBytes, formatCount, formatDuration } from './units.js';

/** @import { Manifest } from '../ledger/manifest.js' */
/** @import { JobOutcome } from '../ledger/open-ledger.js' */

/**
 * Prints a job's outcome: its errors on stderr; on stdout its table, or with `json` its manifest.
 *
 * @param {JobOutcome} outcome
 * @param {string} manifestUri
 * @param {{ json: boolean, quiet: boolean, dryRun: boolean }} options
 */
export function printOutcome({ result, manifest }, manifestUri, { json, quiet, dryRun }) {
  if (manifest === null) return;
  if (json) for (const block of formatManifest(manifest)) process.stdout.write(printableJson(block));
  for (const line of formatErrors(manifest)) process.stderr.write(`${line}\n`);
  if (json || quiet) return;
  process.stdout.write(formatReport(manifest, { wasDone: result === 'already-done', dryRun, manifestUri }));
}

/**
 * @param {Manifest} manifest
 * @param {{ wasDone: boolean, dryRun: boolean, manifestUri: string }} job `wasDone`: whether an earlier run did it.
 * @returns {string} Several lines.
 */
export function formatReport(manifest, { wasDone, dryRun, manifestUri }) {
  const { status, durationMs, peakRssBytes } = manifest;
  const done = wasDone
    ? 'was done before (--force does it again)'
    : `in ${formatDuration(durationMs / 1000)}, peak memory ${formatBytes(peakRssBytes)}`;
  const table =
    status === 'failed'
      ? []
      : [formatOutcomes(manifest), ...describeNames(manifest.namesLike), ...formatNotes(manifest)];
  const lines = table.map(line => `${line}\n`).join('');
  const notice = dryRun ? 'dry run: nothing was written; without --dry-run, the result would be as above\n' : '';
  const where = dryRun && !wasDone ? 'the manifest would be' : 'manifest';
  return `${lines}${status} ${done}\n${notice}${where}: ${printable(manifestUri)}\n`;
}

/**
 * @param {Manifest} manifest
 * @returns {string[]} A line for each error, up to twenty.
 */
export function formatErrors({ error, entries, totals }) {
  if (error !== null) return [`sluice: ${error.code}: ${printable(error.message)}`];
  const lines = [];
  for (const { path, error } of entries) {
    if (error === null) continue;
    if (lines.length === SHOWN_ERRORS) {
      lines.push(`sluice: ${formatCount(totals.failed - SHOWN_ERRORS)} more entries failed: see the manifest`);
      break;
    }
    lines.push(`sluice: ${printable(path)}: ${[error.code, printable(error.message)].filter(Boolean).join(': ')}`);
  }
  return lines;
}

/**
 * @param {unknown} error
 * @returns {string} One line, or for a recipe one for each problem; for a defect of ours its stack.
 */
export function describeError(error) {
  if (error instanceof RecipeError) {
    const lines = error.problems.map(({ code, message }) => `sluice: ${code}: ${printable(message)}`);
    const more = error.problemCount - lines.length;
    if (more > 0) lines.push(`sluice: ${more} more ${more > 1 ? 'problems' : 'problem'} in the recipe`);
    return lines.join('\n');
  }
  if (error instanceof SluiceError) return `sluice: ${error.code}: ${printable(error.message)}`;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `sluice: internal: ${stack.split('\n').map(printable).join('\n')}; this is a defect, please report it`;
}

const SHOWN_ERRORS = 20;
