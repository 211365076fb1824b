import { LEAST_BYTES } from './cgroup.js';
import { megabytes } from './outcome.js';

/** @import { KernelLimit } from './memory-limit.js' */

/**
 * A limit by a transient scope of systemd, in which the command runs. On most Linux desktops the user's own systemd can create
 * one without privileges.
 *
 * @returns {KernelLimit}
 */
export function systemdLimit() {
  const manager = process.getuid?.() === 0 ? [] : ['--user'];
  return {
    method: 'a scope of systemd (MemoryMax)',
    enclose: (bytes, uncountedBytes) => ({
      wrap: line => [
        ...['systemd-run', ...manager, '--scope', '--quiet', '--collect', '--no-ask-password'],
        ...['-p', `MemoryMax=${Math.max(bytes - uncountedBytes, LEAST_BYTES)}`, '-p', 'MemorySwapMax=0', '--', ...line],
      ],
      excess: () => null,
      // The scope and its counters disappear with its last process. In a pipeline, the kernel kills one process, and
      // systemd terminates the others.
      causeOfDeath: ({ exitCode, signalName }) =>
        signalName === 'SIGKILL' || signalName === 'SIGTERM' || exitCode === 128 + SIGKILL
          ? `the kernel killed it at the limit of ${megabytes(bytes)}`
          : null,
      close: () => {},
    }),
  };
}

const SIGKILL = 9;
