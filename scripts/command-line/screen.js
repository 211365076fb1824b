import { styleText } from 'node:util';
import { createProgressLine } from '../../src/cli/progress-line.js';

/** @import { Progress } from '../../src/job/progress.js' */

/**
 * Prints to the terminal: permanent lines on standard output, and below them, only on a terminal, a temporary progress line.
 * Uses colours if standard output supports them.
 *
 * @returns {Screen}
 */
export function createScreen() {
  const { stdout, stderr } = process;
  // A reader that closes the pipe early (`| head`) must not stop the script.
  stdout.on('error', () => {});
  const progress = stderr.isTTY ? createProgressLine(stderr) : null;
  let notedAt = Number.NEGATIVE_INFINITY;

  const clear = () => {
    if (stderr.isTTY) stderr.write('\r\u001b[K');
  };
  const print = (/** @type {string} */ text) => {
    clear();
    stdout.write(`${text}\n`);
  };
  /** @param {'bold' | 'dim' | 'green' | 'red' | 'yellow'} style */
  const styled = style => (/** @type {string} */ text) => styleText(style, text, { stream: stdout });

  return {
    columns: Math.min(MAX_COLUMNS, stdout.columns || MAX_COLUMNS),
    print: (text = '') => print(text),
    title: text => print(styled('bold')(text)),
    faint: text => print(styled('dim')(text)),
    warn: text => print(styled('yellow')(text)),
    fact: (name, text) => print(`  ${styled('dim')(name.padEnd(NAME_WIDTH))}${text}`),
    note(text) {
      const now = performance.now();
      if (!stderr.isTTY || now - notedAt < INTERVAL_MS) return;
      notedAt = now;
      stderr.write(`\r  ${text}\u001b[K`);
    },
    progress: job => progress?.show(job),
    clear,
  };
}

/**
 * @typedef {object} Screen
 * @property {number} columns
 * @property {(text?: string) => void} print
 * @property {(text: string) => void} title
 * @property {(text: string) => void} faint
 * @property {(text: string) => void} warn
 * @property {(name: string, text: string) => void} fact
 * @property {(text: string) => void} note Shows temporary progress.
 * @property {(job: Progress) => void} progress Shows a job's progress.
 * @property {() => void} clear Clears the progress line.
 */

const NAME_WIDTH = 10;
const MAX_COLUMNS = 100;
const INTERVAL_MS = 100;
