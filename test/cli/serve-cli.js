import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @import { TestContext } from 'node:test' */

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));

/**
 * Runs `sluice serve` in a process of its own, which ends with the test at the latest.
 *
 * @param {TestContext} t
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export async function serveCli(t, args, env) {
  const child = spawn(process.execPath, [CLI, 'serve', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text;
  });
  const started = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
  const line = await Promise.race([
    started,
    closed.then(() => Promise.reject(new Error(`it did not start: ${stderr}`))),
  ]);
  return {
    line,
    url: line.split(' ')[0],
    async untilStopping() {
      while (!stderr.includes('stopping')) await once(child.stderr, 'data');
    },
    /** @param {NodeJS.Signals} signal */
    async stop(signal) {
      child.kill(signal);
      const [code] = await closed;
      return { code, stdout, stderr };
    },
  };
}
