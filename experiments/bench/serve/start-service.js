import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ExperimentError } from '../../experiment-error.js';

/**
 * A server in a process of its own.
 *
 * @typedef {object} Service
 * @property {string} url
 * @property {() => Promise<number>} peakRssBytes Since it was started; NaN without /proc.
 * @property {() => Promise<void>} stop
 */

/** @param {string} database Its address. */
export function startSluice(database) {
  return start([CLI, 'serve', '--anonymous-role', 'reader', '--port', '0', '--stall-timeout', '600'], database);
}

/** @param {string} database Its address. */
export function startPlain(database) {
  return start([PLAIN], database);
}

/**
 * @param {string[]} args
 * @param {string} database
 * @returns {Promise<Service>}
 */
async function start(args, database) {
  const env = { ...process.env, SLUICE_DATABASE: database };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const first = await Promise.race([once(lines, 'line'), ended.then(() => null)]);
  const [, url] = /(http:\/\/[^\s/]+)/.exec(String(first?.[0])) ?? [];
  if (url === undefined)
    throw new ExperimentError('experiment/cannot-run', `a server does not start: ${args.join(' ')}`);
  return {
    url,
    async peakRssBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const CLI = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));
const PLAIN = fileURLToPath(new URL('plain-server.js', import.meta.url));
