import { readFileSync } from 'node:fs';

/**
 * The peak of the resident memory since the process started.
 *
 * On Linux the `maxRSS` of `getrusage` includes the process that was forked: a child of a large process would report its
 * parent's memory. `VmHWM` of proc(5) starts anew with the program.
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
