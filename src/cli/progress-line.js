import { printable } from '../printable.js';
import { formatBytes, formatCount, formatDuration } from './units.js';

/** @import { WriteStream } from 'node:tty' */
/** @import { Progress } from '../job/progress.js' */

/**
 * Shows a job's progress on one line of a terminal, a few times a second.
 *
 * @param {WriteStream} terminal
 * @param {() => number} [clock] Milliseconds.
 * @returns {{ show: (progress: Progress) => void, clear: () => void }}
 */
export function createProgressLine(terminal, clock = () => performance.now()) {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show(progress) {
      const now = clock();
      if (now - shownAt < INTERVAL_MS) return;
      shownAt = now;
      terminal.write(`\r${describeProgress(progress, terminal.columns || 80)}\u001b[K`);
    },
    clear() {
      if (shownAt > Number.NEGATIVE_INFINITY) terminal.write('\r\u001b[K');
    },
  };
}

/**
 * @param {Progress} progress
 * @param {number} columns
 * @returns {string} No wider than the terminal.
 */
export function describeProgress(
  { path, entry, entries, bytesIn, bytesResumed, bytesTotal, records, seconds },
  columns,
) {
  const share = bytesTotal > 0 ? Math.min(1, bytesIn / bytesTotal) : 1;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const rate = seconds > 0 ? (bytesIn - bytesResumed) / seconds : 0;
  // In the first moments, the rate means nothing.
  const left = seconds >= 0.5 && rate > 0 ? `, ${formatDuration((bytesTotal - bytesIn) / rate)} left` : '';
  const counted = records > 0 ? `, ${formatCount(records)} records` : '';
  const facts =
    `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${formatBytes(bytesIn)} of ${formatBytes(bytesTotal)}` +
    `, ${formatBytes(rate)}/s${counted}${left}  ${entry}/${entries} `;
  const room = columns - 1 - facts.length;
  const name = printable(path);
  const shown = name.length > room ? (room > 8 ? `…${name.slice(1 - room)}` : '') : name;
  return (facts + shown).slice(0, columns - 1);
}

const INTERVAL_MS = 100;
const BAR_WIDTH = 20;
