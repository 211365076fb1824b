import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChain } from '../integration/chain.js';
import { judge, openMatrix, sample } from './matrix.js';

// All of them, more than 1,000, are tried by `node test/faults/record.js`; here a part in which each request and each fault
// has its turn.
const SHARES = new Map([
  ['small', 1 / 13],
  ['large', 1 / 9],
  ['deleted', 1 / 9],
]);

test('whatever goes wrong at whichever request, nothing wrong comes out and nothing stays open', {
  timeout: 110_000,
  concurrency: 8,
}, async t => {
  const before = process.getActiveResourcesInfo();
  const chain = await startChain();
  try {
    const rooms = await openMatrix(chain);
    const cases = rooms.flatMap(({ name, cases, run }) =>
      sample(cases.filter(isBrief), SHARES.get(name) ?? 1).map((one, index) => ({
        one,
        run: () => run(one, `${name}-${index}`),
      })),
    );
    // Those that wait for timeouts first.
    cases.sort((first, second) => Number(second.one.isLasting) - Number(first.one.isLasting));
    await Promise.all(
      cases.map(({ one, run }) =>
        t.test(`${one.of}: ${one.title}, ${one.isLasting ? 'for ever' : 'once'}`, { timeout: 60_000 }, async () => {
          assert.equal(judge(one, await run()), null);
        }),
      ),
    );
    assert.ok(cases.length > 90, `${cases.length} cases`);
  } finally {
    await chain.close();
  }
  // What was closed goes in the next turns of the event loop.
  for (let turn = 0; turn < 100 && process.getActiveResourcesInfo().length > before.length; turn += 1) {
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  assert.deepEqual(process.getActiveResourcesInfo().sort(), before.sort());
});

/**
 * A read that nobody answers is tried again and again.
 *
 * @param {import('./faulty-job.js').Case} one
 */
function isBrief({ of, fault, isLasting }) {
  return !(of.startsWith('GetObject x.zip') && isLasting && fault.stall);
}
