import { readFileSync } from 'node:fs';

/**
 * The peak resident memory since the process started.
 *
 * On Linux, `maxRSS` from `getrusage` includes the forking process: the child of a large process would report its
 * parent's memory. `VmHWM` from proc(5) is reset when the program starts.
 *
 * @returns {number} In bytes.
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
