import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../src/errors.js';
import { printable } from '../../src/printable.js';
import { describeLocally, LOGICAL_ID } from './build-function.js';
import { removeContainers } from './docker.js';
import { causeOfDeath, HOST, invokeOver, request } from './invoke-over-http.js';

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
      const invocation = await invokeOver(port, event, signal);
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

const START_MS = 60_000;
const PATIENCE_MS = 5_000;
const POLL_MS = 50;
