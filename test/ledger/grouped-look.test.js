import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GroupedLook } from '../../src/ledger/grouped-look.js';
import fc from '../support/fast-check.js';

test('each caller is answered by the next look to begin, and one look is under way at a time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 40 }),
      async (scheduler, failing, asks) => {
        let begun = 0;
        let underWay = 0;
        let latest = -1;
        const looks = new GroupedLook(async () => {
          const number = begun++;
          underWay += 1;
          assert.equal(underWay, 1, 'looks overlap');
          await scheduler.schedule(Promise.resolve(), `look ${number}`);
          underWay -= 1;
          latest = number;
          if (failing[number % failing.length]) throw new Error(`look ${number}`);
        });
        const ask = async () => {
          const before = begun;
          const failure = await looks.ask().catch(error => error.message);
          // A look that is older does not know what has happened since. One that is newer was not needed.
          assert.equal(latest, before, 'answered by another look than the next one');
          assert.equal(failure, failing[before % failing.length] ? `look ${before}` : undefined);
          return before;
        };
        const all = Array.from({ length: asks }, (_, index) =>
          scheduler.schedule(Promise.resolve(), `${index}`).then(ask),
        );
        const answeredBy = await scheduler.waitFor(Promise.all(all));
        assert.equal(new Set(answeredBy).size, begun, 'each look was asked for');
      },
    ),
  );
});

test('a thousand who ask while a look is under way share one look', async () => {
  /** @type {(() => void)[]} */
  const ends = [];
  const looks = new GroupedLook(() => new Promise(resolve => ends.push(resolve)));
  const first = looks.ask();
  await settled();
  const others = Array.from({ length: 1000 }, () => looks.ask());
  await settled();
  assert.equal(ends.length, 1);
  ends[0]?.();
  await first;
  await settled();
  ends[1]?.();
  await Promise.all(others);
  assert.equal(ends.length, 2);
});

test('a look that throws at once fails like any other', async () => {
  let isBroken = true;
  const looks = new GroupedLook(() => {
    if (isBroken) throw new Error('broken');
    return Promise.resolve();
  });
  await assert.rejects(looks.ask(), { message: 'broken' });
  isBroken = false;
  await looks.ask();
});

/** Resolves once all that can happen has happened. */
function settled() {
  return new Promise(resolve => setImmediate(resolve));
}
