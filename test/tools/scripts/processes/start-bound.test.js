import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startBound } from '../../../../scripts/processes/start-bound.js';

const MODULE = new URL('../../../../scripts/processes/start-bound.js', import.meta.url);

test('a program runs until it is stopped, or ends by itself; then its folder is gone', { timeout: 60_000 }, async t => {
  const parent = await mkdtemp(join(tmpdir(), 'sluice-bound-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const folder = await mkdtemp(join(parent, 'of-one-'));
  const long = await startBound('sleep', ['1000'], { cwd: parent, folder });
  assert.deepEqual([isAlive(long.pid), long.hasEnded(), (await readdir(parent)).length], [true, false, 1]);
  await long.stop();
  assert.deepEqual([isAlive(long.pid), long.hasEnded(), await readdir(parent)], [false, true, []]);
  const short = await startBound('sh', ['-c', 'echo said'], { cwd: parent });
  const [said] = await once(short.stdout.setEncoding('utf8'), 'data');
  await short.ended;
  assert.deepEqual([said, short.hasEnded()], ['said\n', true]);
  await short.stop();
});

test('a program ends with the process that started it, though that is killed', { timeout: 60_000 }, async t => {
  const parent = await mkdtemp(join(tmpdir(), 'sluice-bound-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const folder = await mkdtemp(join(parent, 'of-one-'));
  const code = `const { startBound } = await import(${JSON.stringify(String(MODULE))});
    console.log((await startBound('sleep', ['1000'], { cwd: '.', folder: ${JSON.stringify(folder)} })).pid);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await once(starter.stdout.setEncoding('utf8'), 'data');
  assert.equal(isAlive(Number(pid)), true);
  starter.kill('SIGKILL');
  while (isAlive(Number(pid)) || (await readdir(parent)).length > 0) await setTimeout(20);
});

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
