import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { estimateSteps } from '../../../../experiments/bench/estimate.js';
import { Schedule } from '../../../../experiments/bench/schedule.js';

const recorded = JSON.parse(
  await readFile(new URL('../../../../experiments/recorded/bench/bench.json', import.meta.url), 'utf8'),
);
const contestants = recorded.standings.filter((/** @type {any} */ { turns }) => turns.length > 0);
const WANTED = { rows: 500_000, runs: 7, scalingRuns: 3, hasData: true, contestants };
const PACE = { startSeconds: 0.19, secondsPerEntry: 0.0022 };

/** @param {Partial<typeof WANTED>} [wanted] @param {Partial<typeof PACE>} [pace] */
async function secondsOf(wanted, pace) {
  const { data, contest, growth } = await estimateSteps({ ...WANTED, ...wanted }, { ...PACE, ...pace });
  const [making, competing, growing] = [data, contest, growth].map(steps => new Schedule(steps).seconds);
  return { making, competing, growing, total: making + competing + growing };
}

test('on the machine of the recorded run, the estimate is the time of that run', async () => {
  const { making, competing, growing } = await secondsOf();
  const timed = (/** @type {any[]} */ those) =>
    those.flatMap(({ turns }) => turns).reduce((sum, { wallSeconds }) => sum + wallSeconds, 0);
  // And the warm-up.
  const inContest = (timed(recorded.standings) * 8) / 7;
  const inGrowth = recorded.scalings.reduce(
    (/** @type {number} */ sum, /** @type {any} */ { points }) => sum + (timed(points) * 4) / 3,
    0,
  );
  assert.equal(making, 0);
  assert.ok(competing > inContest && competing < 1.3 * inContest, `${competing}, ${inContest}`);
  assert.ok(growing > inGrowth && growing < 1.5 * inGrowth, `${growing}, ${inGrowth}`);
});

test('the estimate is lower with fewer rows, runs or contestants and on a faster machine, higher without data', async () => {
  const { total } = await secondsOf();
  for (const wanted of [{ rows: 20_000 }, { runs: 1 }, { scalingRuns: 1 }, { contestants: contestants.slice(0, 2) }]) {
    assert.ok((await secondsOf(wanted)).total < total, JSON.stringify(wanted));
  }
  for (const pace of [{ startSeconds: 0.1 }, { secondsPerEntry: 0.001 }]) {
    assert.ok((await secondsOf({}, pace)).total < total, JSON.stringify(pace));
  }
  assert.ok((await secondsOf({ hasData: false })).making > 1);
});

test('the estimate includes contestants that were not recorded', async () => {
  const stranger = { id: 'stranger', name: 'somebody new' };
  const more = await secondsOf({ contestants: [...contestants, stranger] });
  assert.ok(more.total > (await secondsOf()).total + 8);
});
