import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ command: string, args: string[], env?: NodeJS.ProcessEnv }} Command
 */

/**
 * A stand-in for experiments/measure.
 *
 * @param {Command & { timeoutMs: number, signal: AbortSignal }} job
 */
export async function measure({ command, args, env = process.env, signal }) {
  const start = performance.now();
  const script = '"$@"; code=$?; times >&2; exit $code';
  const child = spawn('bash', ['-c', script, 'sh', command, ...args], {
    env: { PATH: process.env.PATH, ...env },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = () => process.kill(-Number(child.pid), 'SIGKILL');
  signal.addEventListener('abort', stop);
  let [stderr, peakRssBytes] = ['', 0];
  child.stderr.on('data', text => {
    stderr += text;
  });
  const timer = setInterval(() => {
    let sum = 0;
    for (const pid of readdirSync('/proc')) {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
        if (Number(stat[2]) === child.pid) sum += Number(stat[21]) * 4096;
      } catch {}
    }
    peakRssBytes = Math.max(peakRssBytes, sum);
  }, 30);
  const [code] = await once(child, 'close');
  clearInterval(timer);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  const cpuSeconds = [
    ...stderr
      .split('\n')
      .slice(-2)[0]
      .matchAll(/(\d+)m([\d.]+)s/g),
  ].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
  return {
    outcome: code === 0 ? 'finished' : 'failed',
    reason: code === 0 ? null : stderr.split('\n').slice(-4, -3)[0],
    wallSeconds: (performance.now() - start) / 1000,
    cpuSeconds,
    peakRssBytes,
    stdout: '',
  };
}
