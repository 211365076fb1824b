import { printable } from '../printable.js';
import { formatBytes, formatCount } from './units.js';

/** @import { Manifest, OutcomeList } from '../ledger/manifest.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */

/**
 * Formats the outcomes of an archive's entries as a table with a line of totals.
 *
 * @param {Manifest} manifest
 * @param {number} [maxRows] If there are more entries, failed ones take precedence.
 * @returns {string} Several lines.
 */
export function formatOutcomes({ entries, totals }, maxRows = 40) {
  const { shown, filtered, bad } = chooseRows(entries, totals.failed, maxRows);
  const rows = shown.map(outcome => [
    printable(outcome.path),
    outcome.action,
    outcome.status,
    formatBytes(outcome.bytesIn),
    formatBytes(outcome.bytesOut),
    ...(outcome.action === 'csv' ? Object.values(outcome.records).map(formatCount) : ['', '', '', '']),
  ]);
  if (shown.length < entries.length) {
    rows.push([`… ${formatCount(entries.length - shown.length)} more`, '', '', '', '', '', '', '', '']);
  }
  const { written, failed, skipped, bytesIn, bytesOut, recordsRead, recordsWritten } = totals;
  const total = [
    'total',
    '',
    [
      `${formatCount(written)} written`,
      skipped && `${formatCount(skipped)} skipped`,
      failed && `${formatCount(failed)} failed`,
    ]
      .filter(Boolean)
      .join(', '),
    formatBytes(bytesIn),
    formatBytes(bytesOut),
    ...[recordsRead, recordsWritten, filtered, bad].map(formatCount),
  ];
  return alignColumns([HEADINGS, ...rows, total]);
}

/**
 * Chooses the entries to show, in the archive's order. Failed entries take precedence. Also adds up the counts that the
 * manifest's totals lack.
 *
 * @param {OutcomeList} entries
 * @param {number} failed The number of failed entries.
 * @param {number} maxRows
 */
function chooseRows(entries, failed, maxRows) {
  const room = { failed: Math.min(failed, maxRows), others: Math.max(0, maxRows - failed) };
  /** @type {EntryOutcome[]} */
  const shown = [];
  const sums = { filtered: 0, bad: 0 };
  for (const outcome of entries) {
    sums.filtered += outcome.records.filtered;
    sums.bad += outcome.records.bad;
    const kind = outcome.status === 'failed' ? 'failed' : 'others';
    if (room[kind] === 0) continue;
    room[kind] -= 1;
    shown.push(outcome);
  }
  return { shown, ...sums };
}

/**
 * @param {string[][]} rows From the headings to the totals.
 * @returns {string}
 */
function alignColumns(rows) {
  const widths = HEADINGS.map((_, column) => Math.min(MAX_WIDTH, Math.max(...rows.map(row => row[column].length))));
  const lines = rows.map(row =>
    row
      .map((cell, column) => {
        const fitted = cell.length > MAX_WIDTH ? `…${cell.slice(1 - MAX_WIDTH)}` : cell;
        return column < LEFT_COLUMNS ? fitted.padEnd(widths[column]) : fitted.padStart(widths[column]);
      })
      .join('  ')
      .trimEnd(),
  );
  const rule = '─'.repeat(widths.reduce((total, width) => total + width + 2, -2));
  return [lines[0], rule, ...lines.slice(1, -1), rule, lines.at(-1)].join('\n');
}

const HEADINGS = ['entry', 'action', 'status', 'in', 'out', 'records', 'written', 'filtered', 'bad'];
const LEFT_COLUMNS = 3;
const MAX_WIDTH = 48;
