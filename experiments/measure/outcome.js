import { printable } from '../../src/printable.js';

/**
 * How a measured process ended. `killed`: by the machine, the limit or the timeout. `failed`: by itself.
 *
 * @typedef {{ outcome: 'finished' | 'killed' | 'failed', reason: string | null }} Outcome
 *
 * @typedef {{ exitCode: number | null, signalName: NodeJS.Signals | null, startError: Error | null }} Exit
 */

/**
 * @param {Exit & { stderr: string, stopped: string | null, atLimit: string | null }} end `stopped`: why the measuring
 *   process killed it; `atLimit`: how its memory limit killed it; both in words.
 * @returns {Outcome} With the reason, in words, unless it finished.
 */
export function judge({ exitCode, signalName, startError, stderr, stopped, atLimit }) {
  if (startError) return { outcome: 'failed', reason: `it could not be started: ${printable(startError.message)}` };
  if (stopped !== null) return { outcome: 'killed', reason: stopped };
  if (atLimit !== null) return { outcome: 'killed', reason: atLimit };
  if (exitCode === 0) return { outcome: 'finished', reason: null };
  if (V8_OUT_OF_MEMORY.test(stderr)) return { outcome: 'killed', reason: 'V8 ended it: its heap reached the limit' };
  if (signalName === 'SIGKILL' || exitCode === 128 + SIGKILL) {
    return {
      outcome: 'killed',
      reason: 'something else killed it (SIGKILL): most likely the system was out of memory',
    };
  }
  const end = signalName === null ? `it ended with exit code ${exitCode}` : `it was ended by ${signalName}`;
  const lastLine = stderr.trim().split('\n').at(-1);
  return { outcome: 'failed', reason: lastLine ? `${end}: ${printable(lastLine)}` : end };
}

/**
 * @param {number} bytes
 * @returns {string} In MB of 2^20 bytes.
 */
export function megabytes(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

const V8_OUT_OF_MEMORY = /^FATAL ERROR: .*(heap out of memory|heap limit|OOM)/m;
const SIGKILL = 9;
