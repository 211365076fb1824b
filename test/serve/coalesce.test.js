import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCoalescer } from '../../src/serve/coalesce.js';
import { Stop } from '../../src/serve/stop.js';
import fc, { caseCount } from '../support/fast-check.js';

/** @import { Outcome, Source } from '../../src/serve/coalesce.js' */

const LIMIT = 100;

/**
 * A source whose steps the test takes: each is a block, the end or a failure.
 *
 * @typedef {{ source: Source, begin: () => void, refuse: (error: Error) => void, give: (block: Buffer | null) => void, fail: (error: Error) => void, isClosed: boolean, isAbandoned: boolean, isBegun: boolean, given: Buffer[] }} Handle
 */
function createHandle() {
  /** @type {PromiseWithResolvers<Source>} */
  const begun = Promise.withResolvers();
  /** @type {(() => void)[]} */
  const steps = [];
  /** @type {PromiseWithResolvers<Buffer | null>[]} */
  const asked = [];
  const settle = () => {
    while (asked.length > 0 && steps.length > 0) steps.shift()?.();
  };
  const handle = {
    isClosed: false,
    isAbandoned: false,
    isBegun: false,
    given: /** @type {Buffer[]} */ ([]),
    begin() {
      handle.isBegun = true;
      begun.resolve(handle.source);
    },
    refuse: (/** @type {Error} */ error) => begun.reject(error),
    give(/** @type {Buffer | null} */ block) {
      if (block !== null) handle.given.push(block);
      steps.push(() => asked.shift()?.resolve(block));
      settle();
    },
    fail(/** @type {Error} */ error) {
      steps.push(() => asked.shift()?.reject(error));
      settle();
    },
    source: {
      next() {
        /** @type {PromiseWithResolvers<Buffer | null>} */
        const next = Promise.withResolvers();
        asked.push(next);
        if (handle.isClosed) next.reject(new Error('closed'));
        settle();
        return next.promise;
      },
      async close() {
        handle.isClosed = true;
        for (const next of asked.splice(0)) next.reject(new Error('closed'));
      },
    },
    start(/** @type {import('../../src/serve/stop.js').StopSignal} */ signal) {
      signal.addEventListener('abort', () => {
        handle.isAbandoned = true;
        begun.reject(signal.reason);
      });
      return begun.promise;
    },
  };
  return handle;
}

const settled = () => new Promise(resolve => setImmediate(resolve));

const STEP = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant(/** @type {const} */ ('join')), key: fc.constantFrom('a', 'b') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant(/** @type {const} */ ('leave')), who: fc.nat({ max: 20 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant(/** @type {const} */ ('give')),
      which: fc.nat({ max: 5 }),
      size: fc.integer({ min: 1, max: 80 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant(/** @type {const} */ ('end')), which: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant(/** @type {const} */ ('fail')), which: fc.nat({ max: 5 }) }) },
  { weight: 3, arbitrary: fc.constant({ do: /** @type {const} */ ('wait') }) },
);

test('each caller gets everything, the source, word to ask alone, or an error that is its own', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 40 }), async steps => {
      const { take, finish } = play();
      for (const step of steps) {
        if (step.do === 'wait') await settled();
        else take(step);
      }
      await settled();
      await finish();
    }),
    { numRuns: caseCount(500) },
  );
});

/** Plays steps, and checks what each caller gets. */
function play() {
  /** @type {ReturnType<typeof createCoalescer<Source, string>>} */
  const coalescer = createCoalescer({ limitBytes: LIMIT });
  /** @type {ReturnType<typeof createHandle>[]} */
  const handles = [];
  /** @type {{ stop: Stop, handle: ReturnType<typeof createHandle>, left: boolean, outcome: Outcome<Source, string> | null, error: unknown }[]} */
  const callers = [];
  /** @type {Map<string, ReturnType<typeof createHandle>>} */
  const last = new Map();
  const failure = new Error('the source failed');
  /** @type {Set<ReturnType<typeof createHandle>>} */
  const failed = new Set();
  /** @type {Set<ReturnType<typeof createHandle>>} */
  const ended = new Set();
  let marker = 0;

  /** @param {any} step */
  const take = step => {
    const handle = handles[step.which % Math.max(handles.length, 1)];
    switch (step.do) {
      case 'join': {
        const stop = new Stop();
        const caller = { stop, handle: createHandle(), left: false, outcome: null, error: null };
        const shared = coalescer.share(
          step.key,
          {
            start(signal) {
              const made = createHandle();
              handles.push(made);
              last.set(step.key, made);
              return made.start(signal);
            },
            makeWhole: (_source, blocks) => Buffer.concat(blocks).toString(),
          },
          stop,
        );
        caller.handle = /** @type {ReturnType<typeof createHandle>} */ (last.get(step.key));
        callers.push(caller);
        shared.then(
          outcome => {
            caller.outcome = /** @type {any} */ (outcome);
          },
          error => {
            caller.error = error;
          },
        );
        break;
      }
      case 'leave': {
        const caller = callers[step.who % Math.max(callers.length, 1)];
        if (caller === undefined || caller.outcome !== null || caller.error !== null) break;
        caller.left = true;
        caller.stop.abort(new Error('left'));
        break;
      }
      case 'give':
        if (handle === undefined || ended.has(handle)) break;
        handle.begin();
        handle.give(Buffer.alloc(step.size, String(marker++ % 10)));
        break;
      case 'end':
        if (handle === undefined || ended.has(handle)) break;
        ended.add(handle);
        handle.begin();
        handle.give(null);
        break;
      case 'fail':
        if (handle === undefined || ended.has(handle)) break;
        ended.add(handle);
        failed.add(handle);
        if (handle.isBegun) handle.fail(failure);
        else handle.refuse(failure);
        break;
    }
  };

  const finish = async () => {
    // What is left ends now.
    for (const handle of handles) {
      if (ended.has(handle)) continue;
      ended.add(handle);
      handle.begin();
      handle.give(null);
    }
    await settled();
    assert.equal(coalescer.size, 0, 'nothing is kept');
    for (const handle of handles) {
      const whole = Buffer.concat(handle.given).toString();
      const its = callers.filter(caller => caller.handle === handle);
      const firsts = its.filter(({ outcome }) => outcome?.kind === 'first');
      assert.ok(firsts.length <= 1, 'one caller has the source');
      for (const { left, outcome, error } of its) {
        assert.ok(outcome !== null || error !== null, 'each caller gets something');
        if (error !== null) {
          if (left) assert.equal(/** @type {Error} */ (error).message, 'left');
          else assert.ok(failed.has(handle) && error === failure, 'the failure is that of its source');
        } else if (outcome?.kind === 'whole') {
          assert.equal(outcome.whole, whole);
          assert.ok(whole.length <= LIMIT && !failed.has(handle));
        } else if (outcome?.kind === 'first') {
          assert.ok(whole.startsWith(Buffer.concat(outcome.blocks).toString()));
          assert.ok(Buffer.concat(outcome.blocks).length > LIMIT);
          assert.ok(!handle.isClosed && !handle.isAbandoned);
        } else if (outcome?.kind === 'alone') {
          assert.ok(whole.length > LIMIT);
        }
      }
      if (its.every(({ left }) => left)) assert.ok(handle.isClosed || handle.isAbandoned, 'it is given up');
    }
  };
  return { take, finish };
}

test('a failure is forgotten: whoever asks next asks anew', async () => {
  /** @type {ReturnType<typeof createCoalescer<Source, number>>} */
  const coalescer = createCoalescer({ limitBytes: LIMIT });
  let starts = 0;
  const ask = () =>
    coalescer.share(
      'key',
      {
        start: async () => {
          starts += 1;
          if (starts === 1) throw new Error('the first fails');
          return { next: async () => null, close: async () => {} };
        },
        makeWhole: () => starts,
      },
      new Stop(),
    );
  const first = await Promise.allSettled([ask(), ask()]);
  assert.deepEqual(
    first.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(await Promise.all([ask(), ask()]), [
    { kind: 'whole', whole: 2, isJoined: false },
    { kind: 'whole', whole: 2, isJoined: true },
  ]);
});

test('whoever has already gone away starts nothing', async () => {
  /** @type {ReturnType<typeof createCoalescer<Source, number>>} */
  const coalescer = createCoalescer({ limitBytes: LIMIT });
  const stop = new Stop();
  stop.abort(new Error('gone'));
  const asking = { start: () => assert.fail('it is started'), makeWhole: () => 0 };
  await assert.rejects(coalescer.share('key', asking, stop), { message: 'gone' });
  assert.equal(coalescer.size, 0);
});
