import { printable } from '../printable.js';
import { formatBytes, formatCount, formatDuration } from './units.js';

/** @import { WriteStream } from 'node:tty' */
/** @import { FirstPassProgress } from '../container/first-pass.js' */
/** @import { Progress } from '../job/progress.js' */

/**
 * Shows a job's progress on one line of a terminal, a few times a second.
 *
 * @param {WriteStream} terminal
 * @param {() => number} [clock] Milliseconds.
 * @returns {{ show: (progress: Progress) => void, showFirstPass: (progress: FirstPassProgress) => void, clear: () => void }}
 */
export function createProgressLine(terminal, clock = () => performance.now()) {
  let shownAt = Number.NEGATIVE_INFINITY;
  /** @param {(columns: number) => string} describe */
  const write = describe => {
    const now = clock();
    if (now - shownAt < INTERVAL_MS) return;
    shownAt = now;
    terminal.write(`\r${describe(terminal.columns || 80)}\u001b[K`);
  };
  return {
    show(progress) {
      write(columns => describeProgress(progress, columns));
    },
    showFirstPass(progress) {
      write(columns => describeFirstPass(progress, columns));
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
  const rate = seconds > 0 ? (bytesIn - bytesResumed) / seconds : 0;
  // In the first moments, the rate means nothing. Entries of a Mac's own zip may inflate to more than declared.
  const left =
    seconds >= 0.5 && rate > 0 && bytesIn <= bytesTotal
      ? `, ${formatDuration((bytesTotal - bytesIn) / rate)} left`
      : '';
  const counted = records > 0 ? `, ${formatCount(records)} records` : '';
  const facts = `${describeShare(bytesIn, bytesTotal)}, ${formatBytes(rate)}/s${counted}${left}  ${formatCount(entry)}/${formatCount(entries)} `;
  const room = columns - 1 - facts.length;
  const name = printable(path);
  const shown = name.length > room ? (room > 8 ? `…${name.slice(1 - room)}` : '') : name;
  return (facts + shown).slice(0, columns - 1);
}

/**
 * @param {FirstPassProgress} progress
 * @param {number} columns
 * @returns {string} No wider than the terminal.
 */
export function describeFirstPass({ bytesRead, bytesTotal }, columns) {
  return `${describeShare(bytesRead, bytesTotal)}, verifying before anything is written`.slice(0, columns - 1);
}

/**
 * @param {number} bytes
 * @param {number} bytesTotal
 */
function describeShare(bytes, bytesTotal) {
  const share = bytesTotal > 0 ? Math.min(1, bytes / bytesTotal) : 1;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${formatBytes(bytes)} of ${formatBytes(bytesTotal)}`;
}

const INTERVAL_MS = 100;
const BAR_WIDTH = 20;
