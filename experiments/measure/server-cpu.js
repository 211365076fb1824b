import { readdir, readFile } from 'node:fs/promises';

/**
 * The CPU time so far of a server that this process did not start, with that of its child processes.
 *
 * @param {number} pid Of the server's first process.
 * @returns {Promise<number | null>} Seconds; null without /proc.
 */
export async function serverCpuSeconds(pid) {
  if (process.platform !== 'linux') return null;
  const stats = await Promise.all((await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(readStat));
  let ticks = 0;
  for (const stat of stats) {
    if (stat?.pid === pid) ticks += stat.own + stat.ofChildren;
    else if (stat?.parent === pid) ticks += stat.own;
  }
  return ticks / CLOCK_TICKS_PER_SECOND;
}

/**
 * What the kernel says of a process (proc(5)), in ticks; null if it has ended.
 *
 * @param {string} pid
 */
async function readStat(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (stat === null) return null;
  // The third field, the first behind the name, is at index 0.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const number = (/** @type {number} */ field) => Number(fields[field - 3]);
  return { pid: Number(pid), parent: number(4), own: number(14) + number(15), ofChildren: number(16) + number(17) };
}

/** `USER_HZ`, on every Linux that Node runs on. */
const CLOCK_TICKS_PER_SECOND = 100;
