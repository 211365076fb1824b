import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startJobProcesses } from './job-processes.js';
import { ledgerModel } from './ledger-model.js';
import { archiveOf, RECIPES } from './ledger-versions.js';

/** @type {import('./job-processes.js').JobProcesses} */
let processes;
before(async () => {
  processes = await startJobProcesses();
});
after(() => processes?.close());

const ENV = { SLUICE_RECIPE: RECIPES[0]?.text ?? '' };

/** @type {import('./ledger-versions.js').Content[]} One has outputs that the next one lacks, some that stay, and some that change. */
const CONTENTS = [
  { 'a.csv': 1, 'b.csv': 3, 'c.txt': 5 },
  { 'a.csv': 1, 'b.csv': 4 },
  { 'b.csv': 4, 'c.txt': 6 },
];

/**
 * @param {string} place
 * @param {'sluice-in' | 'sluice-versioned'} bucket
 */
async function prepare(place, bucket) {
  const model = ledgerModel(processes, place);
  return {
    model,
    place,
    upload: async (/** @type {import('./ledger-versions.js').Content} */ content) =>
      model.uploaded(await processes.upload(bucket, `${place}.zip`, archiveOf(content)), content),
  };
}

/**
 * Lets a job go on until a number of its requests has been carried out.
 *
 * @param {import('./job-processes.js').Job} job
 * @param {number} [count]
 */
async function run(job, count = Number.POSITIVE_INFINITY) {
  let done = 0;
  for (; done < count && job.end === null; done += 1) await processes.release(job);
  return done;
}

/** @param {any} event @param {Record<string, string>} env */
async function complete(event, env) {
  for (let tries = 0; tries < 5; tries += 1) {
    const job = await processes.deliver(1, event, env);
    await processes.finish(job);
    if (typeof job.end === 'object' && job.end?.error === null) return job.end;
  }
  assert.fail('it never succeeds');
}

for (const [bucket, afterwards] of /** @type {const} */ ([
  ['sluice-in', 'delete'],
  ['sluice-versioned', 'keep'],
])) {
  const env = { ...ENV, SLUICE_SOURCE_AFTERWARDS: afterwards };
  test(`a job in ${bucket} may be killed at any of its requests (${afterwards})`, { timeout: 60_000 }, async () => {
    // How often a job asks, on each version.
    const probe = await prepare(`probe-${bucket}-${afterwards}`, bucket);
    const counts = [];
    for (const content of CONTENTS.slice(0, 2)) {
      counts.push(await run(await processes.deliver(0, (await probe.upload(content)).event, env)));
    }
    assert.ok(counts.every(count => count > 10));

    const places = [];
    for (const [index, count] of counts.entries()) {
      for (let at = 0; at < count; at += 1) {
        places.push({ index, at, ...(await prepare(`killed-${bucket}-${afterwards}-${index}-${at}`, bucket)) });
      }
    }
    await Promise.all(
      places.map(async ({ index, at, model, upload }) => {
        for (const content of CONTENTS.slice(0, index)) await complete((await upload(content)).event, env);
        const { event } = await upload(/** @type {any} */ (CONTENTS[index]));
        await run(await processes.deliver(0, event, env), at);
        await model.look();
      }),
    );
    await processes.kill(0);
    await Promise.all(
      places.map(async ({ index, at, model, upload }) => {
        await model.look();
        // Half of them are redelivered, and a newer version comes; the others are left for the newer version to tidy up.
        const last = /** @type {any} */ (model.versions.at(-1));
        if (at % 2 === 0) {
          await complete(last.event, env);
          await model.look();
          model.assertFinal(0);
        }
        const next = CONTENTS[index + 1];
        await complete((await upload(/** @type {any} */ (next))).event, env);
        await complete(last.event, env).catch(error => {
          if (bucket !== 'sluice-in') throw error;
        });
        await model.look();
        model.assertFinal(0);
      }),
    );
  });
}
