import { cgroupLimits } from './cgroup.js';
import { measure } from './measure.js';
import { nodePagesBytes } from './node-pages.js';
import { megabytes } from './outcome.js';
import { systemdLimit } from './systemd-scope.js';

/** @import { Exit } from './outcome.js' */

/**
 * A way to hold a tree of processes to so much real memory, without swap.
 *
 * @typedef {object} MemoryLimit
 * @property {string} method In words.
 * @property {(bytes: number) => Enclosure} enclose
 *
 * @typedef {object} KernelLimit One of the kernel's.
 * @property {string} method
 * @property {(bytes: number, uncountedBytes: number) => Enclosure} enclose Of these bytes the program takes some that the
 *   kernel does not count.
 *
 * @typedef {object} Enclosure For one tree of processes.
 * @property {(line: string[]) => string[]} wrap A command with its arguments, so that it starts under the limit.
 * @property {(peakRssBytes: number) => string | null} excess In words, where the tree is to be ended for what it had
 *   resident: for a limit that nobody else enforces.
 * @property {(exit: Exit) => string | null} causeOfDeath In words, where the limit has killed something of it.
 * @property {() => void} close Kills whatever is left in it and removes it; may be called again.
 */

/**
 * The best way that this system has to limit a Node program, found by trying each: what takes more has to be killed, and
 * what takes less to finish.
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
 * Where nothing else holds: whoever measures ends what has more resident than it may. It is stricter than the kernel,
 * since pages of programs and libraries count in full.
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
const TRIAL_TIMEOUT_MS = 5000;
