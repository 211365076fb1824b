import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childrenCpuSeconds } from './children-cpu.js';
import { readInside } from './inside-samples.js';
import { judge, megabytes } from './outcome.js';
import { watchTree } from './watch-tree.js';
import { whenStopped } from './when-stopped.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Readable } from 'node:stream' */
/** @import { InsideSamples } from './inside-samples.js' */
/** @import { Enclosure, MemoryLimit } from './memory-limit.js' */
/** @import { Exit, Outcome } from './outcome.js' */

/**
 * @typedef {object} Job
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env] By default this process's own.
 * @property {string} [cwd]
 * @property {boolean} [inside] Whether it is seen from inside too: `command` has to be Node.
 * @property {{ limit: MemoryLimit, bytes: number }} [memory] Without it as much as the machine has.
 * @property {number} timeoutMs
 * @property {AbortSignal} [signal]
 *
 * @typedef {object} Seen
 * @property {number | null} exitCode Null where a signal ended it, or it could not be started.
 * @property {string} stdout Its first 2^20 characters.
 * @property {string} stderrTail
 * @property {number} wallSeconds With the start of the process.
 * @property {number} cpuSeconds User and system, of all processes of the tree, with their start; to about 10 ms.
 * @property {number} peakRssBytes Of all processes of the tree together.
 * @property {[seconds: number, rssBytes: number][]} outside
 *
 * @typedef {Outcome & Seen & InsideSamples} Measurement What is seen from inside is 0 and empty for a job that is not.
 */

/**
 * Runs a command in a process of its own and watches it, and all that it starts, until its end, whatever that is; then
 * nothing of it is left. One at a time: the CPU time of whatever else this process starts meanwhile would count too.
 *
 * @param {Job} job
 * @returns {Promise<Measurement>}
 * @throws The signal's reason, when it aborts.
 */
export async function measure(job) {
  job.signal?.throwIfAborted();
  const enclosure = job.memory?.limit.enclose(job.memory.bytes) ?? null;
  try {
    return await run(job, enclosure);
  } finally {
    enclosure?.close();
  }
}

/**
 * @param {Job} job
 * @param {Enclosure | null} enclosure
 * @returns {Promise<Measurement>}
 */
async function run(job, enclosure) {
  const cpuBefore = childrenCpuSeconds();
  const begun = performance.now();
  const child = start(job, enclosure);
  const closed = once(child, 'close').catch(() => {});
  const stdout = keep(child.stdout, text => text.slice(0, MAX_STDOUT));
  const stderr = keep(child.stderr, text => text.slice(-MAX_STDERR));
  const inside = readInside(/** @type {Readable | null} */ (child.stdio[3] ?? null), performance.timeOrigin + begun);

  /** @type {string | null} */
  let stopped = null;
  const stop = (/** @type {string} */ reason) => {
    stopped ??= reason;
    tree.end();
  };
  const tree = watchTree(child.pid ?? null, begun, rssBytes => {
    if (enclosure?.watchedBytes && rssBytes > enclosure.watchedBytes) stop(`it had ${megabytes(rssBytes)} resident`);
  });
  const abort = () => stop('it was aborted');
  job.signal?.addEventListener('abort', abort);
  const timer = setTimeout(stop, job.timeoutMs, `it took longer than ${job.timeoutMs / 1000} s`);
  const release = whenStopped(() => {
    tree.end();
    enclosure?.close();
  });
  try {
    const exit = await exitOf(child);
    const wallSeconds = (performance.now() - begun) / 1000;
    const cpuSeconds = childrenCpuSeconds() - cpuBefore;
    // What it has left in the background would hold its pipes open.
    tree.end();
    await closed;
    job.signal?.throwIfAborted();
    const atLimit = enclosure?.causeOfDeath(exit) ?? null;
    const { seen } = tree;
    return {
      ...judge({ ...exit, stderr: stderr(), stopped, atLimit }),
      exitCode: exit.exitCode,
      stdout: stdout(),
      stderrTail: stderr(),
      ...inside,
      wallSeconds,
      cpuSeconds: cpuSeconds || Math.max(seen.cpuSeconds, inside.cpuSeconds),
      outside: seen.outside,
      peakRssBytes: Math.max(seen.peakRssBytes, inside.peakRssBytes),
    };
  } finally {
    clearTimeout(timer);
    job.signal?.removeEventListener('abort', abort);
    release();
    tree.end();
  }
}

/**
 * @param {Job} job
 * @param {Enclosure | null} enclosure
 */
function start({ command, args, env = process.env, cwd, inside = false }, enclosure) {
  const line = [command, ...(inside ? ['--import', INSIDE] : []), ...args];
  const [program, ...rest] = enclosure?.wrap(line) ?? line;
  return spawn(program, rest, {
    env: inside ? { ...env, SLUICE_MEASURED: '1' } : env,
    ...(cwd !== undefined && { cwd }),
    // A session of its own, by which its processes are known and ended.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', inside ? 'pipe' : 'ignore'],
  });
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<Exit>}
 */
async function exitOf(child) {
  try {
    const [exitCode, signalName] = await once(child, 'exit');
    return { exitCode, signalName, startError: null };
  } catch (error) {
    return { exitCode: null, signalName: null, startError: /** @type {Error} */ (error) };
  }
}

/**
 * @param {Readable | null} stream
 * @param {(text: string) => string} cut
 * @returns {() => string} What was kept.
 */
function keep(stream, cut) {
  let text = '';
  stream?.setEncoding('utf8').on('data', more => {
    text = cut(text + more);
  });
  return () => text;
}

const INSIDE = new URL('inside.js', import.meta.url).href;
const MAX_STDOUT = 2 ** 20;
const MAX_STDERR = 2 ** 14;
