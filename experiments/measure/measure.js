import { childrenCpuSeconds } from './children-cpu.js';
import { readInside } from './inside-samples.js';
import { judge } from './outcome.js';
import { commandLine, startProcess } from './start-process.js';
import { watchTree } from './watch-tree.js';
import { whenStopped } from './when-stopped.js';

/** @import { InsideSamples } from './inside-samples.js' */
/** @import { Enclosure, MemoryLimit } from './memory-limit.js' */
/** @import { Outcome } from './outcome.js' */

/**
 * @typedef {object} Job
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env] By default, that of this process.
 * @property {string} [cwd]
 * @property {boolean} [inside] Whether to measure from inside too; `command` must be Node.
 * @property {{ limit: MemoryLimit, bytes: number }} [memory] Unlimited by default.
 * @property {number} timeoutMs
 * @property {AbortSignal} [signal]
 *
 * @typedef {object} Seen
 * @property {number | null} exitCode null if a signal ended it or it could not be started.
 * @property {string} stdout Its first 2^20 characters.
 * @property {string} stderrTail
 * @property {number} wallSeconds Including the start of the process.
 * @property {number} cpuSeconds User and system, of all processes of the tree, including their start; to about 10 ms.
 * @property {number} peakRssBytes Of all processes of the tree together.
 * @property {[seconds: number, rssBytes: number][]} outside
 *
 * @typedef {Outcome & Seen & InsideSamples} Measurement Figures from inside are 0 and empty unless `inside` is set.
 */

/**
 * Runs a command in its own process, and measures it and its descendants until it ends in any way; then kills what is left
 * of them. Measure one command at a time: the CPU time of other child processes would count too.
 *
 * @param {Job} job
 * @returns {Promise<Measurement>}
 * @throws The signal's reason, if it aborts.
 */
export async function measure(job) {
  job.signal?.throwIfAborted();
  /** @type {Enclosure | null} */
  let enclosure = null;
  const release = whenStopped(() => enclosure?.close());
  try {
    enclosure = job.memory?.limit.enclose(job.memory.bytes) ?? null;
    return await run(job, enclosure);
  } finally {
    enclosure?.close();
    release();
  }
}

/**
 * @param {Job} job
 * @param {Enclosure | null} enclosure
 * @returns {Promise<Measurement>}
 */
async function run(job, enclosure) {
  // Before the start time: the preparation is not part of the measurement.
  const line = enclosure?.wrap(commandLine(job)) ?? commandLine(job);
  const cpuBefore = childrenCpuSeconds();
  const startedAt = performance.now();
  const { pid, exit, insideStream, output } = startProcess(line, job);
  const inside = readInside(insideStream, performance.timeOrigin + startedAt);

  /** @type {string | null} */
  let stopped = null;
  const stop = (/** @type {string} */ reason) => {
    stopped ??= reason;
    tree.end();
  };
  const tree = watchTree(pid, startedAt, peakRssBytes => {
    const excess = enclosure?.excess(peakRssBytes);
    if (excess) stop(excess);
  });
  const abort = () => stop('it was aborted');
  job.signal?.addEventListener('abort', abort);
  const timer = setTimeout(stop, job.timeoutMs, `it took longer than ${job.timeoutMs / 1000} s`);
  const release = whenStopped(() => tree.end());
  try {
    const end = await exit;
    const wallSeconds = (performance.now() - startedAt) / 1000;
    const cpuSeconds = childrenCpuSeconds() - cpuBefore;
    tree.end();
    const { stdout, stderr } = await output();
    job.signal?.throwIfAborted();
    const seen = tree.seen();
    const peakRssBytes = Math.max(seen.peakRssBytes, inside.peakRssBytes);
    stopped ??= enclosure?.excess(peakRssBytes) ?? null;
    const atLimit = enclosure?.causeOfDeath(end) ?? null;
    return {
      ...judge({ ...end, stderr, stopped, atLimit }),
      exitCode: end.exitCode,
      stdout,
      stderrTail: stderr,
      ...inside,
      wallSeconds,
      cpuSeconds: cpuSeconds || Math.max(seen.cpuSeconds, inside.cpuSeconds),
      outside: seen.outside,
      peakRssBytes,
    };
  } finally {
    clearTimeout(timer);
    job.signal?.removeEventListener('abort', abort);
    release();
    tree.end();
  }
}
