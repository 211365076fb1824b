import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { NEW, newTexts, OLD, oldTexts, RECIPE } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 60_000 };
const ENV = { SLUICE_RECIPE: RECIPE };

/**
 * How many requests a job makes on a place of its own, so that each can be the one at which it is overtaken.
 *
 * @param {string} place
 * @param {() => Promise<unknown>} prepare
 * @param {'sluice-in' | 'sluice-versioned'} [bucket]
 */
async function countRequests(place, prepare, bucket) {
  const deployed = await chain.deploy(ENV);
  await prepare();
  await deployed.deliver(await chain.upload(`${place}.zip`, NEW, bucket));
  assert.ok(deployed.requests.length >= 8);
  return deployed.requests.length;
}

test('two functions at once on one event both succeed, and one manifest says what is there', bounded, async () => {
  const event = await chain.upload('at-once.zip', OLD);
  const functions = await Promise.all([1, 2, 3].map(() => chain.deploy(ENV)));
  await Promise.all(functions.map(({ deliver }) => deliver(event)));
  for (const { lines } of functions) assert.equal(lines[0].status, 'complete');
  assert.deepEqual(await chain.texts('at-once'), oldTexts('at-once'));
  assert.deepEqual(await chain.unfinishedUploads('at-once'), []);
});

test('a job may be overtaken by another delivery of its event at any of its requests', bounded, async () => {
  const base = await chain.deploy(ENV);
  const prepare = async (/** @type {string} */ place) => base.deliver(await chain.upload(`${place}.zip`, OLD));
  const count = await countRequests('same', () => prepare('same'));
  for (let index = 0; index < count; index += 1) {
    const place = `same-${index}`;
    await prepare(place);
    const event = await chain.upload(`${place}.zip`, NEW);
    const [slow, fast] = [await chain.deploy(ENV), await chain.deploy(ENV)];
    slow.fault = async (_, at) => {
      if (at === index) await fast.deliver(event);
    };
    await slow.deliver(event);
    assert.equal(fast.lines[0].status, 'complete', place);
    assert.equal(slow.lines[0].status, 'complete', place);
    assert.deepEqual(await chain.texts(place), newTexts(place));
    const { status, outdated } = await chain.manifest(place);
    assert.deepEqual([status, outdated], ['complete', undefined], place);
  }
});

for (const bucket of /** @type {const} */ (['sluice-in', 'sluice-versioned'])) {
  test(`a job may be overtaken by a newer version in ${bucket} at any of its requests`, bounded, async () => {
    const base = await chain.deploy(ENV);
    const count = await countRequests(`newer-in-${bucket}`, async () => {}, bucket);
    for (let index = 0; index < count; index += 1) {
      const place = `newer-in-${bucket}-${index}`;
      const older = await chain.upload(`${place}.zip`, OLD, bucket);
      const [slow, fast] = [await chain.deploy(ENV), await chain.deploy(ENV)];
      slow.fault = async (_, at) => {
        if (at === index) await fast.deliver(await chain.upload(`${place}.zip`, NEW, bucket));
      };
      await slow.deliver(older).catch(() => {});
      // The platform delivers again what failed.
      await base.deliver(older);
      assert.deepEqual(await chain.texts(place), newTexts(place), `overtaken at request ${index}`);
      const { status, archive } = await chain.manifest(place);
      assert.deepEqual([status, archive.bytes], ['complete', NEW.length], place);
    }
  });

  test(
    `a job on a newer version in ${bucket} may be overtaken by the older one at any of its requests`,
    bounded,
    async () => {
      const count = await countRequests(`older-in-${bucket}`, async () => {}, bucket);
      for (let index = 0; index < count; index += 1) {
        const place = `older-in-${bucket}-${index}`;
        const older = await chain.upload(`${place}.zip`, OLD, bucket);
        const newer = await chain.upload(`${place}.zip`, NEW, bucket);
        const [slow, fast] = [await chain.deploy(ENV), await chain.deploy(ENV)];
        slow.fault = async (_, at) => {
          if (at === index) await fast.deliver(older);
        };
        await slow.deliver(newer).catch(error => assert.equal(error.code, 'storage/conflict'));
        slow.recover();
        await slow.deliver(newer);
        assert.deepEqual(await chain.texts(place), newTexts(place), `overtaken at request ${index}`);
        const { status, archive } = await chain.manifest(place);
        assert.deepEqual([status, archive.bytes], ['complete', NEW.length], place);
      }
    },
  );
}

test(
  'a job on an older version that begins and ends at any moments of the newer one spoils nothing',
  bounded,
  async () => {
    const count = await countRequests('between', async () => {}, 'sluice-versioned');
    for (let begin = 0; begin < count; begin += 1) {
      for (const pause of [2, 4, 5, 6, 8]) {
        const place = `between-${begin}-${pause}`;
        const older = await chain.upload(`${place}.zip`, OLD, 'sluice-versioned');
        const newer = await chain.upload(`${place}.zip`, NEW, 'sluice-versioned');
        const [late, job] = [await chain.deploy(ENV), await chain.deploy(ENV)];
        const { promise: isOver, resolve: over } = Promise.withResolvers();
        const { promise: isPaused, resolve: paused } = Promise.withResolvers();
        late.fault = async (_, at) => {
          if (at !== pause) return;
          paused(null);
          await isOver;
        };
        /** @type {Promise<unknown>} */
        let lateEnd = Promise.resolve();
        job.fault = async (_, at) => {
          if (at !== begin) return;
          lateEnd = late.deliver(older).catch(error => error);
          await Promise.race([isPaused, lateEnd]);
        };
        const failed = await job.deliver(newer).then(
          () => null,
          error => error,
        );
        over(null);
        const lateFailed = await lateEnd;
        for (const { recover } of [job, late]) recover();
        if (lateFailed instanceof Error) await late.deliver(older);
        if (failed !== null) await job.deliver(newer);
        assert.deepEqual(await chain.texts(place), newTexts(place), place);
        assert.equal((await chain.manifest(place)).status, 'complete', place);
      }
    }
  },
);

test('what a job writes while it is overtaken may arrive at any moment of the newer one, and is gone', {
  timeout: 60_000,
}, async () => {
  // Only the older version has a bad record.
  const [before, now] = ['1,a\n2\n', '3,c\n4,d\n'].map(records =>
    writeZip([{ name: 'people.csv', content: `id,notes\n${records}` }]),
  );
  for (const folder of ['', '_rejected/']) {
    let isAtEnd = false;
    for (let until = 1; !isAtEnd; until += 1) {
      const place = `arrives-${folder.length}-${until}`;
      const older = await chain.upload(`${place}.zip`, before, 'sluice-versioned');
      const newer = await chain.upload(`${place}.zip`, now, 'sluice-versioned');
      const [slow, fast] = [await chain.deploy(ENV), await chain.deploy(ENV)];
      const isPaused = Promise.withResolvers();
      const isOver = Promise.withResolvers();
      fast.fault = (_, at) => {
        if (at !== until) return;
        isPaused.resolve(null);
        return isOver.promise;
      };
      /** @type {Promise<unknown>} */
      let fastEnd = Promise.resolve();
      let isHeld = false;
      slow.fault = async ({ operation, key }) => {
        if (isHeld || operation !== 'PutObject' || key !== `${folder}${place}/people.csv`) return;
        isHeld = true;
        fastEnd = fast.deliver(newer).catch(error => error);
        await Promise.race([isPaused.promise, fastEnd]);
      };
      const isSlowFailed = await slow.deliver(older).then(
        () => false,
        () => true,
      );
      isOver.resolve(undefined);
      const isFastFailed = (await fastEnd) instanceof Error;
      isAtEnd = fast.requests.length <= until;
      for (const { recover } of [slow, fast]) recover();
      if (isFastFailed) await fast.deliver(newer);
      if (isSlowFailed) await slow.deliver(older);
      assert.ok(isHeld);
      assert.deepEqual(await chain.texts(place), { [`${place}/people.csv`]: 'id\n3\n4\n' }, place);
      assert.equal((await chain.manifest(place)).status, 'complete', place);
    }
  }
});
