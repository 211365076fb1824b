import { measure } from './measure.js';

/**
 * The resident file pages of Node's own program and libraries. A control group counts such a page for the process that read
 * it first. For Node's pages that is the measuring process, so that they would be free for a limited program; on a small
 * machine they are not.
 *
 * @param {AbortSignal} [signal]
 * @returns {Promise<number>} Bytes.
 */
export async function nodePagesBytes(signal) {
  const program = "process.stdout.write(require('fs').readFileSync('/proc/self/status', 'latin1'))";
  const job = { command: process.execPath, args: ['-e', program], timeoutMs: TIMEOUT_MS };
  const { stdout } = await measure(signal ? { ...job, signal } : job);
  return Number(/^RssFile:\s*(\d+) kB$/m.exec(stdout)?.[1] ?? 0) * 1024;
}

const TIMEOUT_MS = 60_000;
