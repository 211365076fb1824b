import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomOf } from '../support/random.js';
import { startJobProcesses } from './job-processes.js';
import { ledgerLife } from './ledger-life.js';

// More by hand: LEDGER_BATCHES=100 LEDGER_SEED=7 node test/behaviour/ledger-by-chance.long.test.js
const BATCHES = Number(process.env.LEDGER_BATCHES ?? 1);
const SEED = Number(process.env.LEDGER_SEED ?? 1);
const ARCHIVES = 12;
const KILLS = 4;

/** @type {import('./job-processes.js').JobProcesses} */
let processes;
before(async () => {
  processes = await startJobProcesses();
});
after(() => processes?.close());

const AFTERWARDS = /** @type {const} */ (['keep', 'delete', 'tag']);
// More jobs run concurrently if versions are kept.
const BUCKETS = /** @type {const} */ (['sluice-in', 'sluice-versioned', 'sluice-versioned', 'sluice-versioned']);

test('whatever happens to two processes, no output is ever wrong, and the latest version is complete in the end', {
  timeout: 300_000 * BATCHES,
}, async () => {
  const totals = new Map();
  const start = performance.now();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const random = randomOf(SEED + batch);
    const runs = Array.from({ length: ARCHIVES }, (_, index) =>
      ledgerLife(processes, {
        folder: `chance-${SEED + batch}-${index}`,
        bucket: BUCKETS[index % 4] ?? 'sluice-in',
        afterwards: AFTERWARDS[index % 3] ?? 'keep',
        random: randomOf(random.below(2 ** 31)),
      }),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      const steps = runs.map(() => 3 + random.below(14));
      await Promise.all(runs.map((run, index) => run.live(steps[index] ?? 0)));
      await processes.kill(random.below(2));
      await Promise.all(runs.map(run => run.mourn()));
    }
    await Promise.all(runs.map(run => run.conclude()));
    for (const { counts, gap } of runs) {
      for (const [what, count] of counts) totals.set(what, (totals.get(what) ?? 0) + count);
      const why = gap();
      if (why !== null) totals.set(why, (totals.get(why) ?? 0) + 1);
    }
    if (BATCHES > 1) report(batch + 1, totals, start);
  }
  const right = totals.get('ended right') ?? 0;
  assert.ok(right > 0.7 * ARCHIVES * BATCHES, `${right} archives were followed to a right end`);
});

/**
 * @param {number} batches
 * @param {Map<string, number>} totals
 * @param {number} start
 */
function report(batches, totals, start) {
  const seconds = Math.round((performance.now() - start) / 1000);
  const counts = [...totals].sort().map(([what, count]) => `${what} ${count}`);
  console.log(
    `${seconds} s, ${batches * ARCHIVES} archives, processes killed ${processes.kills()}: ${counts.join(', ')}`,
  );
}
