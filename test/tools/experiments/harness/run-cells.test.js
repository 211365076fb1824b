import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCells } from '../../../../experiments/harness/run-cells.js';
import { cellOfCode } from './fixture.js';

const how = { runs: 2, signal: new AbortController().signal, onRun: () => {} };
const printing = (/** @type {object} */ seen) => `console.log(${JSON.stringify(JSON.stringify(seen))})`;
const SEEN = { digest: 'abc', figures: { rows: 5 }, words: { error: 'none' } };

describe('the cells of an experiment', { timeout: 120_000 }, () => {
  it('run in turns, each in its own process, after a turn that only compares', async () => {
    /** @type {string[]} */
    const order = [];
    const cells = ['one', 'other'].map(name =>
      cellOfCode(name, printing(SEEN), {
        sameAs: 'rows',
        before: async () => {
          order.push(`before ${name}`);
        },
        after: async () => {
          order.push(`after ${name}`);
          return { flights: 7 };
        },
      }),
    );
    const [one, other] = await runCells(cells, how);
    const turn = ['before one', 'after one', 'before other', 'after other'];
    assert.deepEqual(order, [...turn, ...turn, ...turn]);
    assert.equal(one.runs.length, 2);
    assert.deepEqual(other.runs[0].figures, { rows: 5, flights: 7 });
    assert.deepEqual(other.runs[0].words, { error: 'none' });
    assert.equal(other.digest, 'abc');
    assert.ok(other.runs.every(run => run.wallSeconds > 0 && run.peakRssBytes > 10e6 && run.failure === null));
  });

  it('with fewer runs, or without the first turn, are left out of the others', async () => {
    const seen = /** @type {string[]} */ ([]);
    const slow = cellOfCode('slow', printing(SEEN), { skipsWarmUp: true, maxRuns: 1 });
    const cells = [slow, cellOfCode('fast', printing(SEEN)), { name: 'absent', of: {}, missing: 'not installed' }];
    const onRun = (/** @type {{ name: string, done: number, of: number }} */ { name, done, of }) =>
      seen.push(`${name} ${done}/${of}`);
    const results = await runCells(cells, { ...how, onRun });
    assert.deepEqual(seen, ['fast 0/4', 'slow 1/4', 'fast 2/4', 'fast 3/4']);
    assert.deepEqual(
      results.map(({ runs, missing }) => [runs.length, missing]),
      [
        [1, null],
        [2, null],
        [0, 'not installed'],
      ],
    );
  });

  it('fail if two that should write the same do not', async () => {
    const cells = ['abc', 'abd'].map(digest => cellOfCode(digest, printing({ ...SEEN, digest }), { sameAs: 'rows' }));
    await assert.rejects(runCells(cells, how), {
      code: 'experiment/outputs-differ',
      message: 'the outputs of rows differ: abd has abd…, abc abc…',
    });
  });

  it('fail with the name of the cell and the error of its program', async () => {
    const cells = [cellOfCode('broken', "throw new Error('no database')")];
    await assert.rejects(runCells(cells, how), { code: 'experiment/cannot-run', message: /^broken: .*no database/s });
    const silent = [cellOfCode('silent', '')];
    await assert.rejects(runCells(silent, how), { message: /^silent: it printed no figures/ });
  });
});
