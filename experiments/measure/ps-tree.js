import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** @import { ProcessTree } from './process-tree.js' */

/**
 * Samples the tree of a process with ps(1), on systems without /proc. Misses peaks between two samples.
 *
 * @param {number} root The pid of a process group leader.
 * @returns {ProcessTree}
 */
export function watchTreeWithPs(root) {
  /** @type {Map<number, number>} */
  const cpuSeconds = new Map();
  /** @type {number[]} */
  let members = [];
  return {
    // One ps takes about 10 ms.
    intervalMs: 200,
    processes: () => members,
    sample: async () => {
      const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss=,time=']);
      const tree = new Set([root]);
      let rssBytes = 0;
      for (const line of stdout.trim().split('\n')) {
        const [pid, parent, group, kilobytes, time] = line.trim().split(/\s+/);
        if (Number(pid) !== root && Number(group) !== root && !tree.has(Number(parent))) continue;
        tree.add(Number(pid));
        rssBytes += Number(kilobytes) * 1024;
        cpuSeconds.set(Number(pid), secondsOf(time));
      }
      members = [...tree];
      const total = cpuSeconds.values().reduce((sum, seconds) => sum + seconds, 0);
      return { rssBytes, peakRssBytes: rssBytes, cpuSeconds: total };
    },
  };
}

/**
 * @param {string} time `[[days-]hours:]minutes:seconds`, with fractions on macOS.
 * @returns {number}
 */
function secondsOf(time) {
  const [clock, days = '0'] = time.split('-').reverse();
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
}

const run = promisify(execFile);
