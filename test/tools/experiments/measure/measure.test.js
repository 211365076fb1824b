import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure } from '../../../../experiments/measure/measure.js';
import { processesWith } from './fixture.js';

const MEGABYTE = 2 ** 20;
const TIMEOUT = { timeout: 60_000 };
const LINUX = { ...TIMEOUT, skip: process.platform !== 'linux' };

/** @param {string} program @param {Partial<import('../../../../experiments/measure/measure.js').Job>} [more] */
function node(program, more) {
  return measure({ command: process.execPath, args: ['-e', program], inside: true, timeoutMs: 20_000, ...more });
}

/**
 * @param {string} script
 * @param {Partial<import('../../../../experiments/measure/measure.js').Job>} [more]
 */
function shell(script, more) {
  return measure({ command: 'sh', args: ['-c', script], timeoutMs: 20_000, ...more });
}

test('300 MB of buffers are seen from outside and inside, with the time they were there', TIMEOUT, async () => {
  const program = `let kept; setTimeout(() => { kept = Buffer.alloc(300 * 2 ** 20, 1); }, 100); setTimeout(() => {}, 600);`;
  const seen = await node(program);
  assert.equal(seen.outcome, 'finished');
  assert.ok(isWithin(seen.peakRssBytes, 300, 420), `${seen.peakRssBytes}`);
  assert.ok(isWithin(seen.peakExternalBytes, 300, 310));
  assert.ok(isWithin(seen.peakArrayBuffersBytes, 300, 310));
  assert.ok(seen.peakHeapBytes < 30 * MEGABYTE);
  assert.ok(seen.outside.some(([seconds, rss]) => seconds < 0.3 && rss < 120 * MEGABYTE));
  assert.ok(seen.outside.some(([, rss]) => rss > 300 * MEGABYTE));
  assert.ok(seen.inside.some(([, , , arrayBuffers]) => arrayBuffers < 10 * MEGABYTE));
  assert.ok(seen.inside.some(([seconds, , , arrayBuffers]) => seconds < 5 && arrayBuffers >= 300 * MEGABYTE));
  for (const samples of [seen.outside, seen.inside]) {
    assert.ok(samples.every(([seconds], i) => seconds >= (samples[i - 1]?.[0] ?? 0) && seconds <= seen.wallSeconds));
  }
});

test('300 MB of objects are seen in the heap, though no timer runs while they are there', TIMEOUT, async () => {
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

test('a peak of 5 ms that no sample hits is seen', LINUX, async () => {
  const program = `(() => Buffer.alloc(300 * 2 ** 20, 1))();
    const end = performance.now() + 5;
    while (performance.now() < end);
    gc();
    setTimeout(() => {}, 3000)`;
  const measuring = measure({ command: process.execPath, args: ['--expose-gc', '-e', program], timeoutMs: 20_000 });
  // Meanwhile nobody samples.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
  const seen = await measuring;
  assert.equal(seen.outcome, 'finished', String(seen.reason));
  assert.ok(isWithin(seen.peakRssBytes, 300, 420), `${seen.peakRssBytes}`);
  assert.ok(seen.outside.length > 3 && seen.outside.every(([, rss]) => rss < 150 * MEGABYTE), 'no sample hits it');
});

test('the processes of a pipeline are counted together', {
  ...TIMEOUT,
  skip: process.platform !== 'linux',
}, async () => {
  const hold = `'${process.execPath}' -e 'const held = Buffer.alloc(150 * 2 ** 20, 1); let used;
    do used = process.cpuUsage(); while (used.user + used.system < 400_000 || performance.now() < 800);
    process.exitCode = held[0] - 1'`;
  const seen = await shell(`${hold} | ${hold}`);
  assert.equal(seen.outcome, 'finished', String(seen.reason));
  assert.ok(isWithin(seen.peakRssBytes, 300 + 2 * 20, 300 + 2 * 80), `${seen.peakRssBytes}`);
  assert.ok(seen.cpuSeconds > 0.78, `${seen.cpuSeconds}`);
});

test('CPU time counts what was used, and not what was waited for', TIMEOUT, async () => {
  const waiting = await node('setTimeout(() => {}, 500)');
  assert.ok(waiting.wallSeconds > 0.5 && waiting.cpuSeconds < 0.4, `${waiting.cpuSeconds}`);
  const working = await node('let used; do used = process.cpuUsage(); while (used.user + used.system < 500_000)');
  assert.ok(working.cpuSeconds > 0.48 && working.cpuSeconds < 1.5, `${working.cpuSeconds}`);
});

test('being seen from inside changes neither the exit code nor the output, nor reaches children', TIMEOUT, async () => {
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

test('a program that fails, is killed, hangs or is not there is told apart', TIMEOUT, async () => {
  const outcomes = [];
  for (const job of [
    { command: process.execPath, args: ['-e', 'throw new TypeError("broken")'], inside: true },
    { command: 'sh', args: ['-c', 'kill -KILL $$'] },
    { command: 'sh', args: ['-c', 'kill -SEGV $$'] },
    { command: 'sh', args: ['-c', 'trap "" TERM; while :; do sleep 5; done'], timeoutMs: 200 },
    { command: '/nonexistent/program', args: [] },
    { command: process.execPath, args: ['--max-old-space-size=20', '-e', 'a=[];for(;;)a.push({})'], inside: true },
  ]) {
    const { outcome, reason, exitCode } = await measure({ timeoutMs: 20_000, ...job });
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

test('what was seen from inside before a program was killed is there', TIMEOUT, async () => {
  const seen = await node(`const b = Buffer.alloc(100 * 2 ** 20, 1);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300)`);
  assert.equal(seen.outcome, 'killed');
  assert.ok(seen.inside.length > 3);
  assert.ok(isWithin(seen.peakArrayBuffersBytes, 100, 110));
});

test('nothing of a program is left when it is aborted, late, or done', LINUX, async () => {
  const mark = `sluice-measure-test-${process.pid}`;
  const leave = `sh -c 'sleep 50; : ${mark}' & setsid sh -c 'sleep 50; : ${mark}' &`;
  await shell(`${leave} sleep 0.3; exit 0`);
  assert.deepEqual(processesWith(mark), []);
  await shell(`${leave} wait`, { timeoutMs: 300 });
  assert.deepEqual(processesWith(mark), []);
  const reason = new Error('enough');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 300);
  await assert.rejects(shell(`${leave} wait`, { signal: controller.signal }), reason);
  assert.deepEqual(processesWith(mark), []);
  await assert.rejects(shell('exit', { signal: controller.signal }), reason);
});

/** @param {number} bytes @param {number} least @param {number} most Both in MB. */
function isWithin(bytes, least, most) {
  return bytes >= least * MEGABYTE && bytes <= most * MEGABYTE;
}
