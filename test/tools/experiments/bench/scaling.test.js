import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { measureScaling } from '../../../../experiments/bench/scaling.js';
import { measure } from '../../../../experiments/measure/measure.js';
import { temporaryFolder } from '../../run-script.js';

/** @import { Job, Measurement } from '../../../../experiments/measure/measure.js' */

const bounded = { timeout: 60_000 };

test('a run that has not read the whole archive is an error', bounded, async t => {
  const folder = await temporaryFolder(t);
  const scaling = scaleBy(folder, async job => {
    const seen = await measure(job);
    const path = join(String(job.args.at(-1)), 'rows-5/_manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    manifest.totals.recordsRead -= 1;
    await writeFile(path, JSON.stringify(manifest));
    return seen;
  });
  await assert.rejects(scaling, {
    code: 'experiment/cannot-run',
    message: /^sluice run on 5 rows: 1, \d+, 4 .*, not 1, \d+, 5$/,
  });
  assert.equal((await readdir(join(folder, 'rows'))).includes('output'), false);
});

test('a run that fails reports why', bounded, async t => {
  const folder = await temporaryFolder(t);
  const scaling = scaleBy(folder, job => measure({ ...job, args: [...job.args, '--turbo'] }));
  await assert.rejects(scaling, { code: 'experiment/cannot-run', message: /^sluice run on 5 rows: .*--turbo/ });
});

/**
 * @param {string} folder
 * @param {(job: Job) => Promise<Measurement>} run
 */
function scaleBy(folder, run) {
  const { signal } = new AbortController();
  return measureScaling({ measure: run, rows: 5, runs: 1, folder, signal, onAxis: () => {}, onTurn: () => {} });
}
