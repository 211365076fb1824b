import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/local-postgres/free-port.js';

/**
 * Starts the Redis that is installed, on 127.0.0.1, with nothing on disk.
 *
 * @param {string} folder To run in.
 * @returns {Promise<{ url: string, pid: number, version: string, stop: () => Promise<void> } | null>} null if there is none.
 */
export async function startRedis(folder) {
  const { error, stdout } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  if (error) return null;
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', settings, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const isReady = (async () => {
    let log = '';
    for await (const line of createInterface({ input: server.stdout })) {
      log += `${line}\n`;
      if (/ready to accept connections/i.test(line)) return;
    }
    throw new Error(`Redis does not start: ${log}`);
  })();
  await isReady;
  server.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: Number(server.pid),
    version: /v=(\d+(?:\.\d+)*)/.exec(stdout)?.[1] ?? 'unknown',
    async stop() {
      server.kill('SIGKILL');
      await ended;
    },
  };
}
