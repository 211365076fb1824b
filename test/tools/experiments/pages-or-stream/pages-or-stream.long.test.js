import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experiment } from '../../../../experiments/pages-or-stream/experiment.js';
import { runSmall } from '../harness/run-small.js';

test('the experiment on pages and streams holds, and reports, with few rows', { timeout: 600_000 }, async t => {
  const sizes = { desks: 100, items: 40_000, rows: 30_000, page: 2100, sleep: 5 };
  // Pages without a sleep, a stream with one, and clients that give up either.
  const cells = await runSmall(t, experiment, sizes, ({ of: { kind, contestant, page, sleeps } }) => {
    if (contestant === 'keyset') return kind !== 'download' || (page === sizes.page && !sleeps);
    return contestant === 'serve' && (kind !== 'download' || sleeps === true);
  });
  const downloads = cells.filter(({ of }) => of.kind === 'download');
  for (const { name, of, runs } of downloads) {
    const [{ figures }] = runs;
    assert.equal(figures.rows, of.rows, name);
    assert.ok(figures['first row ms'] <= figures['last row ms'], name);
  }
});

test('more rows than there are cannot be asked for', async t => {
  const options = { desks: 10, items: 1000, rows: 2000, page: 70, sleep: 1 };
  await assert.rejects(experiment.prepare({ options, folder: '/tmp', signal: t.signal, note: () => {} }), {
    code: 'experiment/cannot-run',
    message: '--rows 2000 is more than there are (--items 1000)',
  });
});
