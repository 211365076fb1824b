import { readFileSync } from 'node:fs';

/**
 * The CPU time, user and system, of all ended children of this process and their descendants, as the kernel counts it, in
 * steps of 10 ms (proc(5), `cutime` and `cstime`).
 *
 * @returns {number} Seconds; 0 without /proc.
 */
export function childrenCpuSeconds() {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The second field, a name in parentheses, may contain spaces. The third begins after the last parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[16 - 3]) + Number(fields[17 - 3])) / CLOCK_TICKS_PER_SECOND;
}

/** `USER_HZ`, on every Linux that Node runs on. */
const CLOCK_TICKS_PER_SECOND = 100;
