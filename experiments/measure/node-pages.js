import { measure } from './measure.js';

/**
 * What Node's own program and libraries have resident: pages of files. Under a limit of the kernel's such a page counts
 * for whoever read it first, which for Node is whoever measures, so that a program under the limit has it for nothing.
 * No small machine gives that away.
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

const TIMEOUT_MS = 10_000;
