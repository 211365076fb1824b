import { readFileSync } from 'node:fs';

/**
 * The CPU time of all children of this process that have ended, with their own children, user and system: the kernel's
 * account, which misses nothing, in steps of 10 ms (proc(5), `cutime` and `cstime`).
 *
 * @returns {number} Seconds; 0 where there is no /proc.
 */
export function childrenCpuSeconds() {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The second field, the name, may hold spaces; what follows its parenthesis begins with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[16 - 3]) + Number(fields[17 - 3])) / CLOCK_TICKS_A_SECOND;
}

/** `USER_HZ`, on every Linux that Node runs on. */
const CLOCK_TICKS_A_SECOND = 100;
