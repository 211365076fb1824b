import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processes that came of one process, and the memory that they hold.
 *
 * @typedef {object} ProcessTree
 * @property {number} intervalMs How often it is to be sampled, so that it costs little.
 * @property {() => TreeSample | Promise<TreeSample>} sample
 * @property {() => number[]} processes Those that there are, or that the last sample saw.
 *
 * @typedef {object} TreeSample
 * @property {number} rssBytes What all of them have resident; pages that two of them share count twice.
 * @property {number} peakRssBytes The least that the peak up to now can have been: this sum, or one process's own peak.
 * @property {number} cpuSeconds What they have used up to now; 0 where the tree's parent knows it better.
 */

/**
 * Follows the tree of a process through /proc (proc(5)). Whoever has a parent in the tree belongs to it, and so does
 * whoever is in the session of its first process, though its parent is gone.
 *
 * @param {number} root Process id of a session's leader.
 * @returns {ProcessTree}
 */
export function watchProcessTree(root) {
  // A process stays what it was when it was first seen, so that the many others are looked at only once.
  /** @type {Map<number, boolean>} */
  let belongs = new Map();
  /** @type {number[]} */
  let members = [];

  function update() {
    const before = belongs;
    belongs = new Map([[root, true]]);
    members = [];
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      if (Number.isNaN(pid)) continue;
      const isMember = before.get(pid) ?? joins(pid);
      belongs.set(pid, isMember);
      if (isMember) members.push(pid);
    }
  }

  /** @param {number} pid */
  function joins(pid) {
    if (pid === root) return true;
    // The name in parentheses may hold spaces and parentheses itself.
    const [, parent, , session] = (read(`/proc/${pid}/stat`).split(') ').at(-1) ?? '').split(' ').map(Number);
    return session === root || belongs.get(parent) === true;
  }

  return {
    intervalMs: 20,
    processes: () => {
      update();
      return members;
    },
    sample: () => {
      update();
      let rssBytes = 0;
      let peakRssBytes = 0;
      for (const pid of members) {
        const status = read(`/proc/${pid}/status`);
        rssBytes += kilobytes(status, RESIDENT) * 1024;
        peakRssBytes = Math.max(peakRssBytes, kilobytes(status, HIGH_WATER_MARK) * 1024);
      }
      return { rssBytes, peakRssBytes: Math.max(rssBytes, peakRssBytes), cpuSeconds: 0 };
    },
  };
}

/**
 * @param {string} path
 * @returns {string} Nothing for a process that is gone.
 */
function read(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/**
 * @param {string} status
 * @param {RegExp} field
 */
function kilobytes(status, field) {
  return Number(field.exec(status)?.[1] ?? 0);
}

const RESIDENT = /^VmRSS:\s*(\d+) kB$/m;
const HIGH_WATER_MARK = /^VmHWM:\s*(\d+) kB$/m;
