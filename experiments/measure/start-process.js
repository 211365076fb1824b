import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Readable } from 'node:stream' */
/** @import { Job } from './measure.js' */
/** @import { Exit } from './outcome.js' */

/**
 * @typedef {object} Started
 * @property {number | null} pid Leader of its own session; null if it could not be started.
 * @property {Readable | null} insideStream The lines of `inside.js`.
 * @property {Promise<Exit>} exit
 * @property {() => Promise<{ stdout: string, stderr: string }>} output The first 2^20 characters of stdout, and the
 *   last 2^14 of stderr; call it when all processes have ended.
 */

/**
 * @param {Job} job
 * @returns {string[]} The command with its arguments.
 */
export function commandLine({ command, args, inside = false }) {
  return [command, ...(inside ? ['--import', INSIDE] : []), ...args];
}

/**
 * @param {string[]} line From `commandLine`, possibly wrapped in another command.
 * @param {Job} job
 * @returns {Started}
 */
export function startProcess([program, ...rest], { env = process.env, cwd, inside = false }) {
  const child = spawn(program, rest, {
    env: inside ? { ...env, SLUICE_MEASURED: '1' } : env,
    ...(cwd !== undefined && { cwd }),
    // Its processes are found, and killed, by their session.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', inside ? 'pipe' : 'ignore'],
  });
  const stdout = keep(child.stdout, text => text.slice(0, MAX_STDOUT));
  const stderr = keep(child.stderr, text => text.slice(-MAX_STDERR));
  const closed = once(child, 'close').catch(() => {});
  const insideStream = /** @type {Readable | null} */ (child.stdio[3] ?? null);
  return {
    pid: child.pid ?? null,
    insideStream,
    exit: exitOf(child),
    output: async () => {
      // A daemon that has left the session may keep a pipe open.
      await Promise.race([closed, sleep(MAX_WAIT_MS, undefined, { ref: false })]);
      for (const stream of [child.stdout, child.stderr, insideStream]) stream?.destroy();
      return { stdout: stdout(), stderr: stderr() };
    },
  };
}

/**
 * @param {Readable | null} stream
 * @param {(text: string) => string} cut
 * @returns {() => string} The text kept so far.
 */
function keep(stream, cut) {
  let text = '';
  stream?.setEncoding('utf8').on('data', more => {
    text = cut(text + more);
  });
  return () => text;
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

const INSIDE = new URL('inside.js', import.meta.url).href;
const MAX_STDOUT = 2 ** 20;
const MAX_STDERR = 2 ** 14;
const MAX_WAIT_MS = 1000;
