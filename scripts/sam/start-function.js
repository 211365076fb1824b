import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../src/errors.js';
import { printable } from '../../src/printable.js';
import { describeLocally, LOGICAL_ID } from './build-function.js';
import { removeContainers } from './docker.js';

/** @import { Invocation } from '../local-stack/invoke-function.js' */
/** @import { BuiltFunction, LocalSettings } from './build-function.js' */
/** @import { Sam } from './find-sam.js' */

/**
 * Starts Lambda on this machine (`sam local start-lambda`): each invocation runs in its own container, with the function's
 * memory and time limits.
 *
 * @param {Sam} sam
 * @param {BuiltFunction} built
 * @param {LocalSettings} settings
 * @returns {Promise<SamFunction>}
 * @throws {UsageError} `usage/sam`
 */
export async function startFunction(sam, built, settings) {
  const port = await freePort();
  const local = await describeLocally(built, settings, 'start-lambda');
  const args = ['local', 'start-lambda', ...local, ...sam.pull, '--host', HOST, '--port', String(port)];
  // In its own process group, so that Ctrl-C reaches only this process, which then ends SAM.
  const child = spawn(sam.program, args, { env: sam.env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close').catch(() => {});
  /** @type {string[]} */
  let lines = [];
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', line => lines.push(line));
  }
  const close = async () => {
    child.kill('SIGTERM');
    await Promise.race([closed, sleep(PATIENCE_MS, undefined, { ref: false })]);
    child.kill('SIGKILL');
    await closed;
    await removeContainers(`${built.folder}/${LOGICAL_ID}`);
  };
  try {
    await waitForAnswer(port, child);
  } catch {
    await close();
    throw new UsageError('usage/sam', `sam local start-lambda does not start: ${printable(lines.at(-1) ?? 'no word')}`);
  }

  return {
    async invoke(event, { signal, onLog }) {
      lines = [];
      const invocation = await post(port, event, signal);
      if (invocation.kind === 'stopped') await removeContainers(`${built.folder}/${LOGICAL_ID}`);
      // The function's output may arrive shortly after its answer.
      if (invocation.kind === 'returned') await until(() => lines.some(line => line.startsWith('REPORT ')));
      for (const line of lines.filter(isSummary)) onLog(line);
      return invocation.kind === 'died' ? { ...invocation, error: causeOfDeath(lines, invocation.error) } : invocation;
    },
    close,
  };
}

/**
 * @typedef {object} SamFunction
 * @property {(event: unknown, how: { signal: AbortSignal, onLog: (line: string) => void }) => Promise<Invocation>} invoke
 *   `onLog` is called with the function's summary of each archive.
 * @property {() => Promise<void>} close Ends SAM and every container.
 */

/**
 * @param {number} port
 * @param {unknown} event
 * @param {AbortSignal} signal
 * @returns {Promise<Invocation>} For `died`, the cause may be in SAM's output.
 */
async function post(port, event, signal) {
  try {
    const { headers, body } = await request(port, { method: 'POST', body: JSON.stringify(event), signal });
    if (body === '') return { kind: 'died', error: null };
    if (headers['x-amz-function-error'] === undefined)
      return { kind: 'returned', error: null, answer: JSON.parse(body) };
    const { errorType, errorMessage } = JSON.parse(body);
    if (errorType === 'Runtime.ExitError') return { kind: 'died', error: errorMessage };
    return { kind: 'threw', error: `${errorType}: ${errorMessage}` };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', error: null };
    return { kind: 'died', error: String(error) };
  }
}

/**
 * Not `fetch`, which times out after five minutes.
 *
 * @param {number} port
 * @param {{ method: string, body?: string, signal?: AbortSignal }} what
 * @returns {Promise<{ headers: import('node:http').IncomingHttpHeaders, body: string }>}
 */
async function request(port, { method, body, signal }) {
  const path = method === 'POST' ? `/2015-03-31/functions/${LOGICAL_ID}/invocations` : '/';
  const sent = httpRequest({ host: HOST, port, path, method, ...(signal && { signal }) });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return { headers: answer.headers, body: await text(answer) };
}

/**
 * @param {string[]} lines
 * @param {string | null} error
 */
function causeOfDeath(lines, error) {
  const output = [...lines, error].join('\n');
  const late = /timed out after (\d+) seconds/.exec(output);
  if (late !== null) return `timed out after ${late[1]} s`;
  if (/signal: killed/.test(output)) return 'the process was killed: most likely it ran out of memory';
  if (/heap out of memory/.test(output)) return 'the process ended: it ran out of memory';
  return error ?? lines.findLast(line => /error/i.test(line)) ?? 'no answer came';
}

/** @param {string} line */
function isSummary(line) {
  if (!line.startsWith('{')) return false;
  try {
    return typeof JSON.parse(line).outcome === 'string';
  } catch {
    return false;
  }
}

/**
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} child
 */
async function waitForAnswer(port, child) {
  const isUp = await until(async () => {
    if (child.exitCode !== null || child.pid === undefined) throw new Error('it ended');
    return request(port, { method: 'GET' }).then(
      () => true,
      () => false,
    );
  }, START_MS);
  if (!isUp) throw new Error('it does not answer');
}

/**
 * @param {() => boolean | Promise<boolean>} isTrue
 * @param {number} [patienceMs]
 */
async function until(isTrue, patienceMs = PATIENCE_MS) {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    if (await isTrue()) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** SAM would choose a port itself, but does not report which. */
async function freePort() {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

const HOST = '127.0.0.1';
const START_MS = 60_000;
const PATIENCE_MS = 5_000;
const POLL_MS = 50;
