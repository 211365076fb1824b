import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCampaigns } from './campaign-pool.js';
import { tableOf } from './tally.js';

/** @import { Finding } from './campaign-pool.js' */

test('a hang, a crash, an unhandled rejection and a wrong result are found, each with its seed', {
  timeout: 300_000,
}, async t => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-fuzz-'));
  const hang = join(folder, 'hang');
  process.env.TROUBLES_HANG = hang;
  // The clock stands still except while a case hangs: no case is too slow because the machine is busy.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const clock = setInterval(() => {
    if (!existsSync(hang)) return;
    rmSync(hang);
    t.mock.timers.tick(10_000);
  }, 20);
  t.after(async () => {
    clearInterval(clock);
    delete process.env.TROUBLES_HANG;
    await rm(folder, { recursive: true });
  });
  /** @type {Finding[]} */
  const reported = [];
  const { findings, tallies, tried } = await runCampaigns({
    names: ['troubles'],
    seed: 0,
    cases: 400,
    processes: 2,
    signal: new AbortController().signal,
    onProgress: () => {},
    onFinding: finding => reported.push(finding),
    batchMs: 10_000,
    caseMs: 10_000,
  });
  assert.deepEqual(reported, findings);
  const found = findings.toSorted((a, b) => a.seed - b.seed);
  assert.deepEqual(
    found.map(({ kind, campaign, seed }) => [kind, campaign, seed]),
    [
      ['hang', 'troubles', 3],
      ['crash', 'troubles', 104],
      ['crash', 'troubles', 205],
      ['wrong', 'troubles', 306],
    ],
  );
  assert.match(found[2].message, /nobody handles this/);
  assert.equal(Buffer.from(found[3].input ?? '').toString(), 'the input');
  assert.equal(tried, 397);
  assert.match(tableOf(tallies), /^\| a category \| 396 \| 396 \| 0 \| 0 \|$/m);
});

test('campaigns that are stopped end immediately', { timeout: 300_000 }, async () => {
  const stop = new AbortController();
  const { findings } = await runCampaigns({
    names: ['troubles'],
    seed: 0,
    cases: 50,
    processes: 1,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(300)]),
    onProgress: () => {},
    onFinding: () => {},
  });
  assert.deepEqual(findings, []);
});
