import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * Starts an HTTP server in a process of its own, and waits until it listens.
 *
 * @param {string[]} args Node's: a program, whose first line on standard output begins with the server's address.
 * @param {NodeJS.ProcessEnv} [env] By default, that of this process.
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>} `stop` kills it.
 */
export async function startChildServer(args, env = process.env) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => {
      throw new Error(`${args[0]} ended with ${code} before it listened`);
    }),
  ]);
  return {
    url: first[0].split(' ')[0],
    pid: Number(child.pid),
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * What starts `sluice serve` like a user does.
 *
 * @param {string} databaseUrl With a password, so it is given in the environment.
 * @param {string[]} options
 * @returns {Parameters<typeof startChildServer>}
 */
export function sluiceServe(databaseUrl, options) {
  const program = fileURLToPath(new URL('../../src/cli.js', import.meta.url));
  const args = [program, 'serve', '--anonymous-role', READER, '--port', '0', ...options];
  return [args, { ...process.env, SLUICE_DATABASE: databaseUrl }];
}

/** The role for requests without a token; the experiment creates it. */
export const READER = 'reader';
