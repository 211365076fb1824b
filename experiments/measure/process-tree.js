import { readdirSync, readFileSync } from 'node:fs';

/**
 * A process with its descendants, and their memory.
 *
 * @typedef {object} ProcessTree
 * @property {number} intervalMs The sampling interval at which the overhead is small.
 * @property {() => TreeSample | Promise<TreeSample>} sample
 * @property {() => number[]} processes The current ones, or those of the last sample.
 *
 * @typedef {object} TreeSample
 * @property {number} rssBytes The resident memory of all processes; shared pages count for each.
 * @property {number} peakRssBytes A lower bound of the peak so far: this sum, or the peak of a single process.
 * @property {number} cpuSeconds So far; 0 if the parent process has a better figure.
 */

/**
 * Samples the tree of a process through /proc (proc(5)). A process belongs to the tree if its parent does, or if it is in the
 * session of the root, even if its parent has ended.
 *
 * @param {number} root The pid of a session leader.
 * @returns {ProcessTree}
 */
export function watchProcessTree(root) {
  // Membership is decided once per process, so that the many other processes are read only once.
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
    // The name in parentheses may itself contain spaces and parentheses.
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
 * @returns {string} Empty for a process that has ended.
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
