import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stride } from '../support/cases.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { atEachRequest, isPutOf } from './stoppable-job.js';
import { NEW, newTexts, OLD, RECIPE } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 300_000 };
const ENV = { SLUICE_RECIPE: RECIPE };

/** @param {unknown} event */
const begin = event => chain.begin(event, ENV);

test('a job may be overtaken by another delivery of its event at any of its requests', bounded, async () => {
  const before = await chain.deploy(ENV);
  await atEachRequest(async at => {
    const folder = `same-${at}`;
    await before.deliver(await chain.upload(`${folder}.zip`, OLD));
    const event = await chain.upload(`${folder}.zip`, NEW);
    const [slow, fast] = [await begin(event), await begin(event)];
    if (!(await slow.runTo(at))) return false;
    for (const job of [fast, slow]) {
      assert.equal(await job.run(), null);
      assert.equal(job.lines[0].status, 'complete', folder);
    }
    assert.deepEqual(await chain.texts(folder), newTexts(folder));
    const { status, outdated } = await chain.manifest(folder);
    assert.deepEqual([status, outdated], ['complete', undefined], folder);
    return true;
  });
});

for (const bucket of /** @type {const} */ (['sluice-in', 'sluice-versioned'])) {
  test(`a job may be overtaken by a newer version in ${bucket} at any of its requests`, bounded, async () => {
    await atEachRequest(async at => {
      const folder = `newer-in-${bucket}-${at}`;
      const slow = await begin(await chain.upload(`${folder}.zip`, OLD, bucket));
      if (!(await slow.runTo(at))) return false;
      const fast = await begin(await chain.upload(`${folder}.zip`, NEW, bucket));
      // Outputs of the older one that are on their way may be a conflict.
      await fast.complete();
      await slow.run();
      await slow.redeliver();
      await assertNew(folder, `overtaken at request ${at}`);
      return true;
    });
  });

  test(
    `a job on a newer version in ${bucket} may be overtaken by the older one at any of its requests`,
    bounded,
    async () => {
      await atEachRequest(async at => {
        const folder = `older-in-${bucket}-${at}`;
        const older = await begin(await chain.upload(`${folder}.zip`, OLD, bucket));
        const newer = await begin(await chain.upload(`${folder}.zip`, NEW, bucket));
        if (!(await newer.runTo(at))) return false;
        assert.equal(await older.run(), null);
        assert.equal((await newer.run())?.code ?? 'storage/conflict', 'storage/conflict');
        await newer.redeliver();
        await assertNew(folder, `overtaken at request ${at}`);
        return true;
      });
    },
  );
}

test(
  'a write of an overtaken job may arrive at any moment of the newer job, and is gone in the end',
  bounded,
  async () => {
    // Only the older version has a bad record.
    const [before, now] = ['1,a\n2\n', '3,c\n4,d\n'].map(records =>
      writeZip([{ name: 'people.csv', content: `id,notes\n${records}` }]),
    );
    assert.ok(before && now);
    for (const [prefix, ending] of [
      ['', ''],
      ['_rejected/', ''],
      ['_reasons/', '.jsonl'],
    ]) {
      await atEachRequest(
        async at => {
          const folder = `arrives-${prefix.slice(0, 4)}-${at}`;
          const slow = await begin(await chain.upload(`${folder}.zip`, before, 'sluice-versioned'));
          const fast = await begin(await chain.upload(`${folder}.zip`, now, 'sluice-versioned'));
          assert.ok(await slow.runTo(isPutOf(`${prefix}${folder}/people.csv${ending}`)));
          const isReached = (await fast.runTo(at)) !== null;
          const slowError = await slow.run();
          await fast.complete();
          if (slowError !== null) await slow.redeliver();
          assert.deepEqual(await chain.texts(folder), { [`${folder}/people.csv`]: 'id\n3\n4\n' }, folder);
          assert.equal((await chain.manifest(folder)).status, 'complete', folder);
          return isReached;
        },
        { from: 1 },
      );
    }
  },
);

test('a job on an older version does no harm, whenever it begins and ends during the newer one', bounded, async () => {
  for (const [index, stop] of [2, 4, 5, 6, 8].entries()) {
    await atEachRequest(
      async at => {
        const folder = `between-${at}-${stop}`;
        const older = await begin(await chain.upload(`${folder}.zip`, OLD, 'sluice-versioned'));
        const newer = await begin(await chain.upload(`${folder}.zip`, NEW, 'sluice-versioned'));
        if (!(await newer.runTo(at))) return false;
        await older.runTo(stop);
        const newerError = await newer.run();
        await older.complete();
        if (newerError !== null) await newer.redeliver();
        assert.deepEqual(await chain.texts(folder), newTexts(folder), folder);
        assert.equal((await chain.manifest(folder)).status, 'complete', folder);
        return true;
      },
      { from: index % 2, step: stride(0.5) },
    );
  }
});

/**
 * @param {string} folder
 * @param {string} what
 */
async function assertNew(folder, what) {
  assert.deepEqual(await chain.texts(folder), newTexts(folder), what);
  const { status, archive } = await chain.manifest(folder);
  assert.deepEqual([status, archive.bytes], ['complete', NEW.length], what);
}
