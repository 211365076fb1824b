import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { lambdaFlags } from './lambda-flags.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Progress } from '../../src/job/progress.js' */
/** @import { Message } from './function-process.js' */

/**
 * How an invocation ended. `died`: the process ended without an answer. `stopped`: aborted by the caller. `error`: why
 * it did not return. `answer`: its return value, if known.
 *
 * @typedef {{ kind: 'returned' | 'threw' | 'died' | 'stopped', error: string | null, answer?: any }} Invocation
 */

/**
 * @typedef {object} FunctionSettings
 * @property {Record<string, string>} env All of the function's environment.
 * @property {number} memoryMegabytes
 * @property {number} timeoutMs
 */

/**
 * Invokes the function with an event in a new process, so that the reported peak memory is that of this archive alone.
 * Resolves when the process has ended; never rejects.
 *
 * @param {unknown} event
 * @param {FunctionSettings & { signal: AbortSignal, onProgress: (progress: Progress) => void, onLog: (line: string) =>
 *   void, onStart?: (child: ChildProcess) => void }} how
 * @returns {Promise<Invocation>}
 */
export async function invokeFunction(event, { env, memoryMegabytes, timeoutMs, signal, onProgress, onLog, onStart }) {
  if (signal.aborted) return STOPPED;
  const child = fork(PROGRAM, {
    env: { ...env, AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes) },
    execArgv: lambdaFlags(memoryMegabytes),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  onStart?.(child);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, timeoutMs);
  const stderrTail = keepTail(child);

  /** @type {Invocation | null} */
  let answer = null;
  child.on('message', (/** @type {Message} */ message) => {
    if (message.kind === 'progress') return onProgress(message.progress);
    if (message.kind === 'log') return onLog(message.line);
    answer = { kind: message.kind, error: message.kind === 'threw' ? message.error : null };
  });
  try {
    const closed = once(child, 'close');
    // If the process has just ended, sending fails; its exit says why.
    child.send({ event, requestId: randomUUID(), deadline: Date.now() + timeoutMs }, () => {});
    const [code, signalName] = await closed;
    if (answer !== null) return answer;
    if (signal.aborted) return STOPPED;
    if (isLate) return { kind: 'died', error: `timed out after ${timeoutMs / 1000} s` };
    return { kind: 'died', error: causeOfDeath(code, signalName, stderrTail()) };
  } catch (error) {
    return { kind: 'died', error: `the process could not be started: ${error}` };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
  }
}

/**
 * @param {ChildProcess} child
 * @returns {() => string} The end of its standard error.
 */
function keepTail(child) {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', text => {
    tail = (tail + text).slice(-MAX_TAIL_CHARACTERS);
  });
  return () => tail;
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 * @param {string} stderr
 */
function causeOfDeath(code, signal, stderr) {
  const end = signal ? `was killed (${signal})` : `ended with exit code ${code}`;
  if (/out of memory/i.test(stderr)) return `the process ${end}: it ran out of memory`;
  if (signal === 'SIGKILL') return `the process ${end}: most likely the system was out of memory`;
  const lastLine = stderr.trim().split('\n').at(-1);
  return `the process ${end}${lastLine ? `: ${lastLine}` : ''}`;
}

const PROGRAM = fileURLToPath(new URL('function-process.js', import.meta.url));
const MAX_TAIL_CHARACTERS = 16_384;

/** @type {Invocation} */
const STOPPED = Object.freeze({ kind: 'stopped', error: null });
