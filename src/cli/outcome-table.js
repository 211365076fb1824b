import { printable } from '../printable.js';
import { formatBytes, formatCount } from './units.js';

/** @import { Manifest, OutcomeList } from '../ledger/manifest.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */

/**
 * Formats the outcomes of an archive's entries as a table with a line of totals.
 *
 * @param {Pick<Manifest, 'entries' | 'totals'>} manifest
 * @param {number} [maxRows] If there are more entries, failed ones take precedence.
 * @returns {string} Several lines.
 */
export function formatOutcomes({ entries, totals }, maxRows = 40) {
  const { shown, sums } = chooseRows(entries, totals.failed, maxRows);
  const columns = COUNTS.map((_, index) => index).filter(index => COUNTS[index].isAlwaysShown || sums[index] > 0);
  const rows = shown.map(outcome => [
    printable(outcome.path),
    outcome.action,
    outcome.status,
    formatBytes(outcome.bytesIn),
    formatBytes(outcome.bytesOut),
    ...columns.map(index => (outcome.action === 'csv' ? formatCount(COUNTS[index].of(outcome)) : '')),
  ]);
  const headings = [...HEADINGS, ...columns.map(index => COUNTS[index].heading)];
  if (shown.length < entries.length) {
    rows.push([`… ${formatCount(entries.length - shown.length)} more`, ...headings.slice(1).fill('')]);
  }
  const { written, failed, skipped, bytesIn, bytesOut } = totals;
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
    ...columns.map(index => formatCount(sums[index])),
  ];
  return alignColumns([headings, ...rows, total]);
}

/**
 * Chooses the entries to show, in the archive's order. Failed entries take precedence. Also adds up all entries' counts: the
 * totals of a manifest that an earlier version wrote lack some.
 *
 * @param {OutcomeList} entries
 * @param {number} failed The number of failed entries.
 * @param {number} maxRows
 */
function chooseRows(entries, failed, maxRows) {
  const room = { failed: Math.min(failed, maxRows), others: Math.max(0, maxRows - failed) };
  /** @type {EntryOutcome[]} */
  const shown = [];
  const sums = COUNTS.map(() => 0);
  for (const outcome of entries) {
    for (const [index, { of }] of COUNTS.entries()) sums[index] += of(outcome);
    const kind = outcome.status === 'failed' ? 'failed' : 'others';
    if (room[kind] === 0) continue;
    room[kind] -= 1;
    shown.push(outcome);
  }
  return { shown, sums };
}

/**
 * @param {string[][]} rows From the headings to the totals.
 * @returns {string}
 */
function alignColumns(rows) {
  const widths = rows[0].map((_, column) => Math.min(MAX_WIDTH, Math.max(...rows.map(row => row[column].length))));
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

const HEADINGS = ['entry', 'action', 'status', 'in', 'out'];
const LEFT_COLUMNS = 3;
const MAX_WIDTH = 48;

/**
 * The columns for CSV entries. Few archives have anything to count in the last three: they are left out without it.
 * `unparsed`: phones and dates that stay as they were. `uncompared`: comparisons of `where` with values that are no numbers or dates.
 *
 * @type {{ heading: string, isAlwaysShown: boolean, of: (outcome: EntryOutcome) => number }[]}
 */
const COUNTS = [
  { heading: 'records', isAlwaysShown: true, of: ({ records }) => records.read },
  { heading: 'written', isAlwaysShown: true, of: ({ records }) => records.written },
  { heading: 'filtered', isAlwaysShown: true, of: ({ records }) => records.filtered },
  { heading: 'bad', isAlwaysShown: true, of: ({ records }) => records.bad },
  { heading: 'skipped', isAlwaysShown: false, of: ({ records }) => records.skipped },
  { heading: 'unparsed', isAlwaysShown: false, of: ({ phones, dates }) => phones.unparsed + dates.unparsed },
  { heading: 'uncompared', isAlwaysShown: false, of: ({ where }) => where.unparsed },
];
