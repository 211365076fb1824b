import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InFlight } from '../../src/job/in-flight.js';
import fc from '../support/fast-check.js';

test('what is on its way never takes more than the bound, unless it is alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(150), { maxLength: 30 }), async (scheduler, sizes) => {
      const inFlight = new InFlight(100);
      let bytes = 0;
      let landings = 0;
      const work = (async () => {
        for (const size of sizes) {
          await inFlight.room(size);
          assert.ok(landings === 0 || bytes + size <= 100, `${bytes} + ${size}`);
          bytes += size;
          landings += 1;
          const landing = scheduler.schedule(Promise.resolve()).then(() => {
            bytes -= size;
            landings -= 1;
          });
          inFlight.add(size, landing);
        }
        await inFlight.settle();
      })();
      await scheduler.waitFor(work);
      assert.deepEqual([bytes, landings], [0, 0]);
    }),
  );
});

test('small ones are on their way side by side', async () => {
  const inFlight = new InFlight(100);
  /** @type {PromiseWithResolvers<void>[]} */
  const landings = [];
  for (let number = 0; number < 10; number++) {
    await inFlight.room(10);
    const landing = Promise.withResolvers();
    landings.push(landing);
    inFlight.add(10, landing.promise);
  }
  let hasRoom = false;
  const room = inFlight.room(10).then(() => {
    hasRoom = true;
  });
  await new Promise(resolve => setImmediate(resolve));
  assert.ok(!hasRoom);
  landings[7].resolve();
  await room;
  for (const { resolve } of landings) resolve();
  await inFlight.settle();
});

test('the first failure is thrown to the next caller that asks for room, also after all have settled', async () => {
  const inFlight = new InFlight(100);
  const first = new Error('first');
  inFlight.add(60, Promise.reject(first));
  inFlight.add(30, Promise.reject(new Error('second')));
  await assert.rejects(inFlight.room(60), first);
  await inFlight.settle();
  await assert.rejects(inFlight.room(1), first);
  assert.throws(() => inFlight.throwIfFailed(), first);
});

test('settling waits for all, also if one fails', async () => {
  const inFlight = new InFlight(100);
  const slow = Promise.withResolvers();
  inFlight.add(1, Promise.reject(new Error('failed')));
  inFlight.add(1, slow.promise);
  let isSettled = false;
  const settled = inFlight.settle().then(() => {
    isSettled = true;
  });
  await new Promise(resolve => setImmediate(resolve));
  assert.ok(!isSettled);
  slow.resolve(undefined);
  await settled;
});

test('landings that are ready wait for more of them, as long as more are expected', async () => {
  const inFlight = new InFlight(1_000);
  /** @type {number[]} */
  const gone = [];
  const gather = async (/** @type {number} */ number) => {
    await inFlight.gather();
    gone.push(number);
  };
  const turn = () => new Promise(resolve => setImmediate(resolve));
  inFlight.expectMore(true);
  const ready = [gather(0)];
  await turn();
  assert.deepEqual(gone.splice(0), [0], 'the first one does not wait');
  for (let number = 1; number <= 10; number++) ready.push(gather(number));
  await turn();
  assert.deepEqual(gone.splice(0), [1, 2, 3, 4, 5, 6, 7, 8], 'these are enough');
  inFlight.expectMore(false);
  await turn();
  assert.deepEqual(gone.splice(0), [9, 10], 'no more are expected');
  await Promise.all(ready);
});

test('with no room left, half of the landings wait for the others', async () => {
  const inFlight = new InFlight(100);
  inFlight.expectMore(true);
  await inFlight.gather();
  const others = [0, 1].map(() => /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers()));
  for (const { promise } of others) inFlight.add(25, promise);
  let gone = 0;
  const landing = async () => {
    await inFlight.gather();
    gone += 1;
  };
  inFlight.add(25, landing());
  const room = inFlight.room(50);
  await new Promise(resolve => setImmediate(resolve));
  assert.equal(gone, 0);
  others[0].resolve();
  await room;
  await new Promise(resolve => setImmediate(resolve));
  assert.equal(gone, 1);
  others[1].resolve();
  await inFlight.settle();
});

test('whoever waits for room or for all of them does not wait for landings that wait for more', async () => {
  for (const wait of [(/** @type {InFlight} */ it) => it.room(60), (/** @type {InFlight} */ it) => it.settle()]) {
    const inFlight = new InFlight(100);
    inFlight.expectMore(true);
    inFlight.add(60, inFlight.gather());
    await wait(inFlight);
    // Nor do those that are ready later.
    inFlight.add(
      60,
      Promise.resolve().then(() => inFlight.gather()),
    );
    await inFlight.settle();
  }
});
