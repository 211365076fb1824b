import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startChain } from './chain.js';
import { atEachRequest } from './stoppable-job.js';
import { NEW, newTexts, OLD, RECIPE } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

test('a job on an older version that begins and ends at any moments of the newer one spoils nothing', {
  timeout: 120_000,
}, async () => {
  const ENV = { SLUICE_RECIPE: RECIPE };
  for (const stop of [2, 4, 5, 6, 8]) {
    await atEachRequest(async at => {
      const folder = `between-${at}-${stop}`;
      const older = await chain.begin(await chain.upload(`${folder}.zip`, OLD, 'sluice-versioned'), ENV);
      const newer = await chain.begin(await chain.upload(`${folder}.zip`, NEW, 'sluice-versioned'), ENV);
      if (!(await newer.runTo(at))) return false;
      await older.runTo(stop);
      const newerError = await newer.run();
      await older.complete();
      if (newerError !== null) await newer.redeliver();
      assert.deepEqual(await chain.texts(folder), newTexts(folder), folder);
      assert.equal((await chain.manifest(folder)).status, 'complete', folder);
      return true;
    });
  }
});
