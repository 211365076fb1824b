import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { measure } from '../../../../experiments/measure/measure.js';
import { temporaryFolder } from '../../run-script.js';
import { assertBecomesEmpty, processesWith } from './fixture.js';

const MEGABYTE = 2 ** 20;
const TIMEOUT = { timeout: 120_000 };
const LINUX = { ...TIMEOUT, skip: process.platform !== 'linux' };

/** @param {string} program @param {Partial<import('../../../../experiments/measure/measure.js').Job>} [more] */
function node(program, more) {
  return measure({ command: process.execPath, args: ['-e', program], inside: true, timeoutMs: 100_000, ...more });
}

/**
 * @param {string} script
 * @param {Partial<import('../../../../experiments/measure/measure.js').Job>} [more]
 */
function shell(script, more) {
  return measure({ command: 'sh', args: ['-c', script], timeoutMs: 100_000, ...more });
}

test('300 MB of buffers are measured from outside and inside, over time', TIMEOUT, async () => {
  const program = `let kept; setTimeout(() => { kept = Buffer.alloc(300 * 2 ** 20, 1); setTimeout(() => {}, 500); }, 500);`;
  const seen = await node(program);
  assert.equal(seen.outcome, 'finished');
  assert.ok(isWithin(seen.peakRssBytes, 300, 420), `${seen.peakRssBytes}`);
  assert.ok(isWithin(seen.peakExternalBytes, 300, 310));
  assert.ok(isWithin(seen.peakArrayBuffersBytes, 300, 310));
  assert.ok(seen.peakHeapBytes < 30 * MEGABYTE);
  const resident = seen.outside.map(([, rss]) => rss);
  assert.ok(resident[0] < 120 * MEGABYTE && resident.some(rss => rss > 300 * MEGABYTE));
  const buffers = seen.inside.map(([, , , arrayBuffers]) => arrayBuffers);
  assert.ok(buffers[0] < 10 * MEGABYTE && buffers.some(bytes => bytes >= 300 * MEGABYTE));
  for (const samples of [seen.outside, seen.inside]) {
    assert.ok(samples.every(([seconds], i) => seconds >= (samples[i - 1]?.[0] ?? 0) && seconds <= seen.wallSeconds));
  }
});

test('300 MB of objects are measured in the heap, even though they block the event loop', TIMEOUT, async () => {
  const program = `(() => {
    const kept = [];
    for (let i = 0; i < 300; i++) kept.push(new Array(2 ** 17).fill(i + 0.5));
  })(); gc();`;
  const seen = await node(program, { args: ['--expose-gc', '-e', program] });
  assert.equal(seen.outcome, 'finished');
  assert.ok(isWithin(seen.peakHeapBytes, 300, 420), `${seen.peakHeapBytes}`);
  assert.ok(seen.peakRssBytes > 300 * MEGABYTE);
  assert.ok(seen.heapAtEndBytes < 30 * MEGABYTE, `${seen.heapAtEndBytes}`);
  assert.ok(seen.peakArrayBuffersBytes < 10 * MEGABYTE);
});

test('a peak of 5 ms between two samples is measured', LINUX, async t => {
  const marker = join(await temporaryFolder(t), 'peak-is-over');
  const program = `(() => Buffer.alloc(300 * 2 ** 20, 1))();
    const end = performance.now() + 5;
    while (performance.now() < end);
    gc();
    require('fs').writeFileSync(${JSON.stringify(marker)}, '');
    setTimeout(() => {}, 3000)`;
  const measuring = measure({ command: process.execPath, args: ['--expose-gc', '-e', program], timeoutMs: 100_000 });
  // Blocks this process, so that it does not sample during the peak.
  while (!existsSync(marker)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  const seen = await measuring;
  assert.equal(seen.outcome, 'finished', String(seen.reason));
  assert.ok(isWithin(seen.peakRssBytes, 300, 420), `${seen.peakRssBytes}`);
  assert.ok(seen.outside.length > 3 && seen.outside.every(([, rss]) => rss < 150 * MEGABYTE), 'no sample hits it');
});

test('the processes of a pipeline are counted together', {
  ...TIMEOUT,
  skip: process.platform !== 'linux',
}, async () => {
  const hold = `const held = Buffer.alloc(150 * 2 ** 20, 1); let used;
    do used = process.cpuUsage(); while (used.user + used.system < 400_000);
    process.exitCode = held[0] - 1;`;
  // The first one writes until the second one, which then also has its memory, has read for a second.
  const [first, second] = [
    `${hold} process.stdout.on("error", () => process.exit()); setInterval(() => process.stdout.write("x"), 20)`,
    `${hold} process.stdin.once("data", () => setTimeout(process.exit, 1000))`,
  ].map(program => `'${process.execPath}' -e '${program}'`);
  const seen = await shell(`${first} | ${second}`);
  assert.equal(seen.outcome, 'finished', String(seen.reason));
  assert.ok(isWithin(seen.peakRssBytes, 300 + 2 * 20, 300 + 2 * 80), `${seen.peakRssBytes}`);
  assert.ok(seen.cpuSeconds > 0.78, `${seen.cpuSeconds}`);
});

test('CPU time does not include waiting', TIMEOUT, async () => {
  const waiting = await node('setTimeout(() => {}, 500)');
  assert.ok(waiting.wallSeconds > 0.5 && waiting.cpuSeconds < 0.4, `${waiting.cpuSeconds}`);
  const working = await node('let used; do used = process.cpuUsage(); while (used.user + used.system < 500_000)');
  assert.ok(working.cpuSeconds > 0.48 && working.cpuSeconds < 1.5, `${working.cpuSeconds}`);
});

test('measuring from inside changes neither exit code nor output, and does not affect children', TIMEOUT, async () => {
  const program = `
    const { fork } = require('child_process');
    const { Worker } = require('worker_threads');
    console.log(JSON.stringify([process.env.SLUICE_MEASURED, process.argv.length]));
    console.error('said');
    new Worker('console.log("worker")', { eval: true }).on('exit', () => {
      const child = fork('-e', ['process.send("child")'], { execArgv: ['--import', process.execArgv[1], '-e', 'process.send("child")'] });
      child.on('message', message => console.log(message));
      child.on('exit', () => { process.exitCode = 7; });
    });`;
  const seen = await node(program);
  assert.deepEqual([seen.exitCode, seen.stdout, seen.stderrTail], [7, '[null,1]\nworker\nchild\n', 'said\n']);
  assert.deepEqual([seen.outcome, seen.reason], ['failed', 'it ended with exit code 7: said']);
});

test('a program that fails, is killed, hangs or does not exist has a distinct outcome', TIMEOUT, async () => {
  const outcomes = [];
  for (const job of [
    { command: process.execPath, args: ['-e', 'throw new TypeError("broken")'], inside: true },
    { command: 'sh', args: ['-c', 'kill -KILL $$'] },
    { command: 'sh', args: ['-c', 'kill -SEGV $$'] },
    { command: 'sh', args: ['-c', 'trap "" TERM; while :; do sleep 5; done'], timeoutMs: 200 },
    { command: '/nonexistent/program', args: [] },
    { command: process.execPath, args: ['--max-old-space-size=20', '-e', 'a=[];for(;;)a.push({})'], inside: true },
  ]) {
    const { outcome, reason, exitCode } = await measure({ timeoutMs: 100_000, ...job });
    outcomes.push([outcome, exitCode, reason]);
  }
  assert.deepEqual(outcomes, [
    ['failed', 1, `it ended with exit code 1: Node.js ${process.version}`],
    ['killed', null, 'something else killed it (SIGKILL): most likely the system was out of memory'],
    ['failed', null, 'it was ended by SIGSEGV'],
    ['killed', null, 'it took longer than 0.2 s'],
    ['failed', null, 'it could not be started: spawn /nonexistent/program ENOENT'],
    ['killed', null, 'V8 ended it: its heap reached the limit'],
  ]);
});

test('figures from inside are kept up to the moment a program is killed', TIMEOUT, async () => {
  const seen = await node(`const b = Buffer.alloc(100 * 2 ** 20, 1);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1500)`);
  assert.equal(seen.outcome, 'killed');
  assert.ok(seen.inside.length > 3);
  assert.ok(isWithin(seen.peakArrayBuffersBytes, 100, 110));
});

test('no process is left when a program is aborted, late, or done', LINUX, async () => {
  const mark = `sluice-measure-test-${process.pid}`;
  const leave = `sh -c 'sleep 50; : ${mark}' & setsid sh -c 'sleep 50; : ${mark}' &`;
  const leftovers = () => processesWith(mark);
  await shell(`${leave} sleep 2; exit 0`);
  await assertBecomesEmpty(leftovers);
  await shell(`${leave} wait`, { timeoutMs: 300 });
  await assertBecomesEmpty(leftovers);
  const reason = new Error('enough');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 300);
  await assert.rejects(shell(`${leave} wait`, { signal: controller.signal }), reason);
  await assertBecomesEmpty(leftovers);
  await assert.rejects(shell('exit', { signal: controller.signal }), reason);
});

/** @param {number} bytes @param {number} least @param {number} most Both in MB. */
function isWithin(bytes, least, most) {
  return bytes >= least * MEGABYTE && bytes <= most * MEGABYTE;
}
