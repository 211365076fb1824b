import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChain } from '../chain.js';
import { judge, openMatrix, sample } from './matrix.js';

// A sample of more than 1,000 cases. `node test/behaviour/faults/record.js` tries all of them.
test('any fault at any request: no wrong output, and nothing left open', {
  timeout: 900_000,
  concurrency: 8,
}, async t => {
  const before = process.getActiveResourcesInfo();
  const chain = await startChain();
  try {
    const rooms = await openMatrix(chain);
    const all = rooms.flatMap(({ name, cases, run }) =>
      cases.filter(isBrief).map((one, index) => ({ ...one, test: () => run(one, `${name}-${index}`) })),
    );
    const cases = sample(all);
    // First those that wait for timeouts.
    cases.sort((first, second) => Number(second.isLasting) - Number(first.isLasting));
    await Promise.all(
      cases.map(one =>
        t.test(`${one.of}: ${one.title}, ${one.isLasting ? 'for ever' : 'once'}`, { timeout: 300_000 }, async () => {
          assert.equal(judge(one, await one.test()), null);
        }),
      ),
    );
    const kindsOf = (/** @type {typeof all} */ some) =>
      new Set(some.flatMap(({ of, title, isLasting }) => [of, `${title} ${isLasting}`]));
    assert.deepEqual(kindsOf(cases), kindsOf(all));
  } finally {
    await chain.close();
  }
  // Closed resources disappear in later turns of the event loop.
  for (let turn = 0; turn < 6_000 && process.getActiveResourcesInfo().length > before.length; turn += 1) {
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  assert.deepEqual(process.getActiveResourcesInfo().sort(), before.sort());
});

/**
 * An unanswered read is retried for minutes.
 *
 * @param {import('./faulty-job.js').Case} one
 */
function isBrief({ of, fault, isLasting }) {
  return !(of.startsWith('GetObject x.zip') && isLasting && fault.stall);
}
