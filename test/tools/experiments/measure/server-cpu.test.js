import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { serverCpuSeconds } from '../../../../experiments/measure/server-cpu.js';

const SKIP = process.platform !== 'linux' && 'there is no /proc';

test('the CPU time of a server includes that of its child processes that have ended', {
  timeout: 60_000,
  skip: SKIP,
}, async () => {
  const before = Number(await serverCpuSeconds(process.pid));
  const code = 'for (let cpu = process.cpuUsage(); cpu.user + cpu.system < 500_000; cpu = process.cpuUsage());';
  execFileSync(process.execPath, ['-e', code]);
  const after = Number(await serverCpuSeconds(process.pid));
  assert.ok(after - before >= 0.45, `${after - before} s`);
});

test('a process that does not exist took no CPU time', { timeout: 60_000, skip: SKIP }, async () => {
  assert.equal(await serverCpuSeconds(2 ** 30), 0);
});
