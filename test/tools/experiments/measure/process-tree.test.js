import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchProcessTree } from '../../../../experiments/measure/process-tree.js';
import { watchTreeWithPs } from '../../../../experiments/measure/ps-tree.js';

const MEGABYTE = 2 ** 20;
const HOLD = `const held = Buffer.alloc(60 * 2 ** 20, 1);
  while (process.cpuUsage().user < 100_000);
  console.log('here');
  setTimeout(() => held.length, 50_000)`;

for (const { name, watch, skip } of [
  { name: '/proc', watch: watchProcessTree, skip: process.platform !== 'linux' },
  { name: 'ps', watch: watchTreeWithPs, skip: process.platform === 'win32' },
]) {
  test(`${name} shows a tree of processes, and nothing else`, { timeout: 60_000, skip }, async t => {
    const hold = `'${process.execPath}' -e "$0"`;
    const bystander = spawn(process.execPath, ['-e', HOLD], { stdio: 'ignore' });
    const shell = spawn('sh', ['-c', `${hold} & sh -c '${hold.replaceAll("'", '"')}; :' "$0" & wait`, HOLD], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const root = Number(shell.pid);
    t.after(() => {
      bystander.kill('SIGKILL');
      process.kill(-root, 'SIGKILL');
    });
    let said = '';
    for await (const text of shell.stdout.setEncoding('utf8')) {
      said += text;
      if (said === 'here\nhere\n') break;
    }
    const tree = watch(root);
    const { rssBytes, peakRssBytes, cpuSeconds } = await tree.sample();
    assert.ok(rssBytes > 2 * 90 * MEGABYTE && rssBytes < 2 * 150 * MEGABYTE, `${rssBytes}`);
    assert.ok(peakRssBytes >= rssBytes && peakRssBytes < 1.2 * rssBytes);
    assert.ok(name === '/proc' || (cpuSeconds < 10 && cpuSeconds >= 0), `${cpuSeconds}`);
    assert.equal(tree.processes().length, 4, 'two shells and two programs');
    assert.ok(!tree.processes().includes(Number(bystander.pid)));
  });
}

test('a process is known by its session when its parent is gone, and by its parent in a session of its own', {
  timeout: 60_000,
  skip: process.platform !== 'linux',
}, async t => {
  const shell = spawn('sh', ['-c', '(sleep 50 &); setsid sleep 50 & wait'], { detached: true, stdio: 'ignore' });
  const tree = watchProcessTree(Number(shell.pid));
  t.after(() => {
    for (const pid of tree.processes()) process.kill(pid, 'SIGKILL');
  });
  for (let tries = 0; tries < 300 && tree.processes().length < 3; tries++) await sleep(10);
  await sleep(50);
  assert.equal(tree.processes().length, 3, 'the shell and both that sleep');
});

test('the name of a process cannot make it another one', {
  timeout: 60_000,
  skip: process.platform !== 'linux',
}, async t => {
  const program = `process.title = ') R 1 1 1 (x'; console.log('here'); setTimeout(() => {}, 50_000)`;
  const shell = spawn('sh', ['-c', `'${process.execPath}' -e "$0"; :`, program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => process.kill(-Number(shell.pid), 'SIGKILL'));
  await once(shell.stdout, 'data');
  assert.equal(watchProcessTree(Number(shell.pid)).processes().length, 2);
});
