import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/local-postgres/free-port.js';
import { startBound } from '../../scripts/processes/start-bound.js';

/** @import { Readable } from 'node:stream' */

/**
 * Starts the Redis that is installed, on 127.0.0.1, with nothing on disk. It ends with this process, however that ends.
 *
 * @param {string} folder To run in.
 * @returns {Promise<{ url: string, pid: number, version: string, stop: () => Promise<void> } | null>} null if there is none.
 */
export async function startRedis(folder) {
  const { error, stdout } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  if (error) return null;
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = await startBound('redis-server', settings, { cwd: folder });
  try {
    await isReady(server.stdout);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: server.pid,
    version: /v=(\d+(?:\.\d+)*)/.exec(stdout)?.[1] ?? 'unknown',
    stop: server.stop,
  };
}

/** @param {Readable} stdout */
async function isReady(stdout) {
  let log = '';
  for await (const line of createInterface({ input: stdout })) {
    log += `${line}\n`;
    if (!/ready to accept connections/i.test(line)) continue;
    stdout.resume();
    return;
  }
  throw new Error(`Redis does not start: ${log}`);
}
