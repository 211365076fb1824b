import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { watchProcessTree } from '../../../../experiments/measure/process-tree.js';
import { watchTreeWithPs } from '../../../../experiments/measure/ps-tree.js';

const MEGABYTE = 2 ** 20;
const HOLD = `const held = Buffer.alloc(60 * 2 ** 20, 1);
  while (process.cpuUsage().user < 100_000);
  console.log('here');
  setTimeout(() => held.length, 100_000)`;

for (const { name, watch, skip } of [
  { name: '/proc', watch: watchProcessTree, skip: process.platform !== 'linux' },
  { name: 'ps', watch: watchTreeWithPs, skip: process.platform === 'win32' },
]) {
  test(`${name} finds the processes of a tree, and no others`, { timeout: 120_000, skip }, async t => {
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
    let printed = '';
    for await (const text of shell.stdout.setEncoding('utf8')) {
      printed += text;
      if (printed === 'here\nhere\n') break;
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

test('a process is found by its session if its parent has ended, and by its parent if it has its own session', {
  timeout: 120_000,
  skip: process.platform !== 'linux',
}, async t => {
  const shell = spawn('sh', ['-c', '(sleep 100 &); setsid sleep 100 & wait'], { detached: true, stdio: 'ignore' });
  const tree = watchProcessTree(Number(shell.pid));
  t.after(() => {
    for (const pid of tree.processes()) process.kill(pid, 'SIGKILL');
  });
  // The shell and both sleepers, once the subshell has ended.
  while (!isDeepStrictEqual(tree.processes().map(nameOf).sort(), ['sh', 'sleep', 'sleep'])) await sleep(20);
});

test('the name of a process cannot be mistaken for its fields', {
  timeout: 120_000,
  skip: process.platform !== 'linux',
}, async t => {
  const program = `process.title = ') R 1 1 1 (x'; console.log('here'); setTimeout(() => {}, 100_000)`;
  const shell = spawn('sh', ['-c', `'${process.execPath}' -e "$0"; :`, program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => process.kill(-Number(shell.pid), 'SIGKILL'));
  await once(shell.stdout, 'data');
  assert.equal(watchProcessTree(Number(shell.pid)).processes().length, 2);
});

/** @param {number} pid */
function nameOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'latin1').trim();
  } catch {
    return 'ended';
  }
}
