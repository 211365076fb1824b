import { readFileSync } from 'node:fs';

/**
 * The most memory that this process has had resident since it started, in bytes.
 *
 * On Linux the `maxRSS` of `getrusage` begins with what the process was forked from: a child of a large process would
 * report its parent. `VmHWM` of proc(5) begins anew with the program.
 *
 * @returns {number}
 */
export function peakRssBytes() {
  const kilobytes = process.platform === 'linux' ? readHighWaterMark() : null;
  return (kilobytes ?? process.resourceUsage().maxRSS) * 1024;
}

function readHighWaterMark() {
  try {
    const found = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'));
    return found && Number(found[1]);
  } catch {
    return null;
  }
}
