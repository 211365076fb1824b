import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** @typedef {{ env: NodeJS.ProcessEnv, cwd?: string, timeoutMs: number }} How */
/** @typedef {{ code: number | null, stdout: string, stderr: string }} Ended */

/**
 * Starts a process that has SAM's modules, for all files of a suite: each of SAM's commands is a copy of it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ env: Record<string, string>, end: () => Promise<void> }>} `env`: for `runSam`.
 */
export async function startSamProcesses(env) {
  if (!existsSync(PYTHON)) return { env: {}, end: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'sluice-sam-'));
  const path = join(folder, 'socket');
  const child = spawn(PYTHON, [PROGRAM, path], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const end = async () => {
    child.kill();
    await closed;
    await rm(folder, { recursive: true, force: true });
  };
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), closed]);
  if (line === 'listening') return { env: { TEST_SAM_PROCESSES: path }, end };
  await end();
  throw new Error(`SAM’s process ended with ${line}`);
}

/**
 * Runs a command of SAM. It exits with 0 even if the function fails.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {How} how
 * @returns {Promise<Ended>}
 */
export async function runSam(program, args, how) {
  const shared = process.env.TEST_SAM_PROCESSES;
  return shared === undefined ? runProgram(program, args, how) : runCopy(shared, args, how);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {How} how
 */
async function runProgram(program, args, { timeoutMs, ...options }) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  clearTimeout(timer);
  return { code, stdout, stderr };
}

/**
 * @param {string} socketPath
 * @param {string[]} args
 * @param {How} how
 */
async function runCopy(socketPath, args, { env, cwd = process.cwd(), timeoutMs }) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-sam-'));
  const [stdout, stderr] = ['stdout', 'stderr'].map(name => join(folder, name));
  const socket = connect(socketPath);
  socket.write(`${JSON.stringify({ args, env, cwd, stdout, stderr })}\n`);
  /** @type {number[]} */
  const answers = [];
  const timer = setTimeout(() => {
    if (answers.length === 1) process.kill(answers[0], 'SIGKILL');
    else socket.destroy();
  }, timeoutMs);
  try {
    for await (const line of createInterface({ input: socket })) answers.push(Number(line));
    if (answers.length < 2) throw new Error('SAM’s process did not answer');
    const printed = await Promise.all([stdout, stderr].map(path => readFile(path, 'utf8')));
    return { code: answers[1], stdout: printed[0], stderr: printed[1] };
  } finally {
    clearTimeout(timer);
    await rm(folder, { recursive: true });
  }
}

const PROGRAM = fileURLToPath(new URL('sam-processes.py', import.meta.url));
/** Where `npm run setup:sam` has installed SAM; it may also be one of the system's. */
const PYTHON = fileURLToPath(new URL('../../.sam/bin/python', import.meta.url));
