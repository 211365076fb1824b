import { cgroupLimits } from './cgroup.js';
import { measure } from './measure.js';
import { nodePagesBytes } from './node-pages.js';
import { megabytes } from './outcome.js';
import { systemdLimit } from './systemd-scope.js';

/** @import { Exit } from './outcome.js' */

/**
 * A method to limit the real memory of a process tree, without swap.
 *
 * @typedef {object} MemoryLimit
 * @property {string} method In words.
 * @property {(bytes: number) => Enclosure} enclose
 *
 * @typedef {object} KernelLimit A limit that the kernel enforces.
 * @property {string} method
 * @property {(bytes: number, uncountedBytes: number) => Enclosure} enclose `uncountedBytes`: memory of the program that the
 *   kernel does not count.
 *
 * @typedef {object} Enclosure For one process tree.
 * @property {(line: string[]) => string[]} wrap Wraps a command with its arguments, to start it under the limit.
 * @property {(peakRssBytes: number) => string | null} excess For a limit that the caller has to enforce: why the tree must be
 *   killed, in words; null if it need not be.
 * @property {(exit: Exit) => string | null} causeOfDeath In words, if the limit killed any of its processes; else null.
 * @property {() => void} close Kills what is left in it and removes it; may be called again.
 */

/**
 * Finds the best method of this system to limit a Node program. Tries each one: a program that takes more memory must be
 * killed, and one that takes less must finish.
 *
 * @param {AbortSignal} [signal]
 * @returns {Promise<MemoryLimit>}
 */
export async function findMemoryLimit(signal) {
  for (const limit of [...cgroupLimits(), systemdLimit()]) {
    if (!(await holds(limit, signal))) continue;
    const uncounted = await nodePagesBytes(signal);
    return {
      method: `${limit.method}, less ${megabytes(uncounted)} for Node's own program`,
      enclose: bytes => limit.enclose(bytes, uncounted),
    };
  }
  return WATCHED_LIMIT;
}

/**
 * @param {KernelLimit} limit
 * @param {AbortSignal} [signal]
 */
async function holds({ method, enclose }, signal) {
  const limit = { method, enclose: (/** @type {number} */ bytes) => enclose(bytes, 0) };
  const take = (/** @type {number} */ bytes) =>
    measure({
      command: 'sh',
      args: ['-c', 'head -c "$0" /dev/zero | tail -c "$0" > /dev/null', String(bytes)],
      memory: { limit, bytes: TRIED_BYTES },
      timeoutMs: TRIAL_TIMEOUT_MS,
      ...(signal && { signal }),
    });
  try {
    const [greedy, modest] = [await take(TRIED_BYTES * 3), await take(TRIED_BYTES / 4)];
    return greedy.outcome === 'killed' && greedy.wallSeconds * 1000 < TRIAL_TIMEOUT_MS && modest.outcome === 'finished';
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}

/**
 * The fallback if no other method works: the measuring process kills a tree whose resident memory exceeds the limit. Stricter
 * than the kernel, because pages of programs and libraries count in full.
 *
 * @type {MemoryLimit}
 */
export const WATCHED_LIMIT = Object.freeze({
  method: 'watching it from outside, and killing it at the limit',
  enclose: (/** @type {number} */ bytes) => ({
    wrap: (/** @type {string[]} */ line) => line,
    excess: (/** @type {number} */ peakRssBytes) =>
      peakRssBytes > bytes ? `it had ${megabytes(peakRssBytes)} resident, past the limit of ${megabytes(bytes)}` : null,
    causeOfDeath: () => null,
    close: () => {},
  }),
});

const TRIED_BYTES = 32 * 2 ** 20;
const TRIAL_TIMEOUT_MS = 60_000;
