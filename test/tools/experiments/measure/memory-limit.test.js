import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { measure } from '../../../../experiments/measure/measure.js';
import { findMemoryLimit, WATCHED_LIMIT } from '../../../../experiments/measure/memory-limit.js';
import { lambdaFlags } from '../../../../scripts/local-stack/lambda-flags.js';
import { drawsAll } from '../../../support/cases.js';
import { assertBecomesEmpty, holding, processesWith } from './fixture.js';

/** @import { Job } from '../../../../experiments/measure/measure.js' */
/** @import { MemoryLimit } from '../../../../experiments/measure/memory-limit.js' */

const MEGABYTE = 2 ** 20;
const skip = process.platform !== 'linux';

/** @type {{ best: MemoryLimit, watched: MemoryLimit }} */
const limits = { best: WATCHED_LIMIT, watched: WATCHED_LIMIT };

before(async () => {
  limits.best = await findMemoryLimit();
});

test('the best method of the system to limit memory is found by trying, and named', t => {
  t.diagnostic(limits.best.method);
  assert.match(limits.best.method, /^(a control group of the kernel \(cgroup v[12]\)|a scope of systemd|watching)/);
});

test('the pages of Node itself count, even if other processes have them in memory', {
  timeout: 120_000,
  skip,
}, async t => {
  if (limits.best === WATCHED_LIMIT) return t.skip(limits.best.method);
  // The program takes less than 60 MB, but more together with Node.
  const seen = await measure({
    command: process.execPath,
    args: ['-e', holding(30)],
    timeoutMs: 100_000,
    memory: { limit: limits.best, bytes: 60 * MEGABYTE },
  });
  assert.deepEqual([seen.outcome, seen.reason], ['killed', 'the kernel killed it at the limit of 60 MB']);
});

test("the preparation of a limit does not count as the program's time", { timeout: 300_000, skip }, async () => {
  const startedAt = performance.now();
  let preparationMs = 0;
  const seen = await measure({
    command: process.execPath,
    args: ['-e', ''],
    timeoutMs: 250_000,
    memory: {
      limit: {
        ...limits.best,
        enclose: bytes => {
          const enclosure = limits.best.enclose(bytes);
          return {
            ...enclosure,
            wrap: line => {
              const start = performance.now();
              execFileSync(process.execPath, [
                '-e',
                'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; while (used() < 600_000);',
              ]);
              preparationMs = performance.now() - start;
              return enclosure.wrap(line);
            },
          };
        },
      },
      bytes: 256 * MEGABYTE,
    },
  });
  assert.equal(seen.outcome, 'finished');
  const restSeconds = (performance.now() - startedAt - preparationMs) / 1000;
  assert.ok(seen.wallSeconds < restSeconds && seen.cpuSeconds < 0.6, `${seen.wallSeconds} ${seen.cpuSeconds}`);
});

test('a program that exceeded a sampled limit between two samples has not survived', {
  timeout: 120_000,
  skip,
}, async () => {
  const measuring = measure({
    command: process.execPath,
    args: ['-e', holding(150)],
    inside: true,
    timeoutMs: 100_000,
    memory: { limit: WATCHED_LIMIT, bytes: 128 * MEGABYTE },
  });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
  const { outcome, reason } = await measuring;
  assert.equal(outcome, 'killed');
  assert.match(String(reason), /^it had \d+ MB resident, past the limit of 128 MB$/);
});

for (const way of /** @type {const} */ (['best', 'watched'])) {
  describe(`under the ${way} limit`, { timeout: 120_000, skip }, () => {
    /** @param {Partial<Job>} job @param {number} [megabytes] */
    const run = (job, megabytes = 128) =>
      measure({
        command: process.execPath,
        args: [],
        timeoutMs: 100_000,
        memory: { limit: limits[way], bytes: megabytes * MEGABYTE },
        ...job,
      });

    test('of 128 MB, a program with 200 MB is killed, and one with 60 MB more than Node finishes', async () => {
      const greedy = await run({ args: ['-e', holding(200)], inside: true });
      assert.equal(greedy.outcome, 'killed');
      assert.match(
        String(greedy.reason),
        /^(the kernel killed it at|it had \d+ MB resident, past) the limit of 128 MB$/,
      );
      assert.ok(greedy.inside.length > 0);
      const modest = await run({ args: ['-e', holding(60)], inside: true });
      assert.deepEqual([modest.outcome, modest.reason, modest.exitCode], ['finished', null, 0]);
      await assertBecomesEmpty(leftovers);
    });

    test('the processes of a tree share the limit', async () => {
      const hold = `'${process.execPath}' -e '${holding(60)}'`;
      const seen = await run({ command: 'sh', args: ['-c', `${hold} & ${hold} & wait`] });
      assert.equal(seen.outcome, 'killed');
      const alone = await run({ command: 'sh', args: ['-c', `${hold}; ${hold}`] });
      assert.equal(alone.outcome, 'finished', String(alone.reason));
      await assertBecomesEmpty(leftovers);
    });

    test("V8's own limit, with Lambda's flags, has its own reason", async () => {
      const args = [...lambdaFlags(64), '-e', 'const kept = []; for (;;) kept.push({})'];
      const { outcome, reason } = await run({ args, inside: true }, 512);
      assert.deepEqual([outcome, reason], ['killed', 'V8 ended it: its heap reached the limit']);
      await assertBecomesEmpty(leftovers);
    });

    test('a program that fails, hangs, is aborted or does not exist leaves nothing behind', async () => {
      const failed = await run({ args: ['-e', 'process.exit(3)'], inside: true });
      assert.deepEqual([failed.outcome, failed.reason], ['failed', 'it ended with exit code 3']);
      await assertBecomesEmpty(leftovers);
      const missing = await run({ command: '/nonexistent/program' });
      assert.equal(missing.outcome, 'failed');
      assert.match(String(missing.reason), /not found|ENOENT/);
      await assertBecomesEmpty(leftovers);
      const late = await run({ args: ['-e', 'setInterval(() => {}, 1000)'], timeoutMs: 300 });
      assert.deepEqual([late.outcome, late.reason], ['killed', 'it took longer than 0.3 s']);
      await assertBecomesEmpty(leftovers);
      const signal = AbortSignal.timeout(300);
      const marked = ['-e', `setInterval(() => {}, 1000, '${MARK}')`];
      await assert.rejects(run({ args: marked, signal }), { name: 'TimeoutError' });
      await assertBecomesEmpty(leftovers);
      await assert.rejects(run({ args: ['a\0b'] }), { code: 'ERR_INVALID_ARG_VALUE' });
      await assertBecomesEmpty(leftovers);
    });

    // Where nothing encloses the program, one signal stands for all.
    const signals = /** @type {const} */ ([
      ['SIGINT', 'SIGINT'],
      ['SIGUSR2', null],
      ['SIGTERM', 'SIGTERM'],
      ['SIGHUP', 'SIGHUP'],
    ]);
    for (const [signal, expected] of drawsAll || way === 'best' ? signals : signals.slice(0, 2)) {
      const what = expected === null ? 'an exit of its own' : signal;
      test(`${what} of the measuring process leaves nothing behind`, async () => {
        const program = `
          import { measure } from ${JSON.stringify(new URL('../../../../experiments/measure/measure.js', import.meta.url))};
          import * as limits from ${JSON.stringify(new URL('../../../../experiments/measure/memory-limit.js', import.meta.url))};
          // First: a process that it starts counts as marked until it runs its own program.
          process.once('SIGUSR2', () => process.exit(5));
          const limit = ${way === 'best' ? 'await limits.findMemoryLimit()' : 'limits.WATCHED_LIMIT'};
          await measure({ command: 'sh', args: ['-c', 'sleep 50 & sleep 50; : ${MARK}'], timeoutMs: 100000,
            memory: { limit, bytes: 2 ** 27 } });`;
        const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
          stdio: ['ignore', 'ignore', 2],
        });
        const exited = once(child, 'exit');
        // The measuring process and the measured shell.
        while (processesWith(MARK).length < 2) await sleep(20);
        child.kill(signal);
        assert.deepEqual(await exited, expected === null ? [5, null] : [null, expected]);
        await assertBecomesEmpty(() => leftovers(child.pid));
      });
    }
  });
}

/**
 * @param {number} [measuring] The pid of the measuring process.
 * @returns {string[]} Processes with the mark, and control groups of the measuring process.
 */
function leftovers(measuring = process.pid) {
  const groups = folders('/sys/fs/cgroup').filter(path => path.includes(`/sluice-${measuring}-`));
  return [...processesWith(MARK), ...groups];
}

/**
 * @param {string} folder
 * @returns {string[]} All folders below it; some may disappear during the walk.
 */
function folders(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory());
    return entries.flatMap(({ name }) => [join(folder, name), ...folders(join(folder, name))]);
  } catch {
    return [];
  }
}

const MARK = `sluice-limit-test-${process.pid}`;
