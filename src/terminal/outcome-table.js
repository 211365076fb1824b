import { printable } from '../printable.js';
import { formatBytes, formatCount } from './units.js';

/** @import { EntryOutcome, Manifest } from '../manifest.js' */

/**
 * What became of an archive's entries, as a table with a line of totals.
 *
 * @param {Manifest} manifest
 * @param {number} [maxRows] Beyond it, entries without an error are left out.
 * @returns {string} Several lines.
 */
export function formatOutcomes({ entries, totals }, maxRows = 40) {
  const shown = entries.length <= maxRows ? entries : mostTelling(entries, maxRows);
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
  const sum = (/** @type {'filtered' | 'bad'} */ key) =>
    entries.reduce((total, { records }) => total + records[key], 0);
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
    ...[recordsRead, recordsWritten, sum('filtered'), sum('bad')].map(formatCount),
  ];
  return layOut([HEADINGS, ...rows, total]);
}

/**
 * Those with an error first, then the first ones, in the archive's order.
 *
 * @param {EntryOutcome[]} entries
 * @param {number} count
 */
function mostTelling(entries, count) {
  const failed = entries.filter(({ status }) => status === 'failed').slice(0, count);
  const others = entries.filter(({ status }) => status !== 'failed').slice(0, count - failed.length);
  const chosen = new Set([...failed, ...others]);
  return entries.filter(entry => chosen.has(entry));
}

/**
 * @param {string[][]} rows The first is the headings, the last the totals.
 * @returns {string}
 */
function layOut(rows) {
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
