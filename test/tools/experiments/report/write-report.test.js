import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuseOthers, writeReport } from '../../../../experiments/report/write-report.js';
import { temporaryFolder } from '../../../support/run-cli.js';
import { makeResults } from './fixture.js';

const CHARTS = ['cost', 'memory-growth', 'memory-over-time', 'survival', 'time'];

test('the folder has the results, both pages, and each chart in light and dark, wide and narrow', async t => {
  const folder = join(await temporaryFolder(t), 'report');
  const results = makeResults();
  await writeReport(results, folder);
  assert.deepEqual((await readdir(folder)).sort(), ['charts', 'report.html', 'report.md', 'results.json']);
  assert.deepEqual(
    (await readdir(join(folder, 'charts'))).sort(),
    CHARTS.flatMap(name =>
      ['narrow-dark', 'narrow-light', 'wide-dark', 'wide-light'].map(kind => `${name}-${kind}.svg`),
    ),
  );
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'results.json'), 'utf8')), results);
  const page = await readFile(join(folder, 'report.md'), 'utf8');
  for (const [, file] of page.matchAll(/(?:srcset|src)="([^"]+)"/g)) await readFile(join(folder, file));
});

test('a new report replaces an old one, and leaves nothing else behind', async t => {
  const parent = await temporaryFolder(t);
  const folder = join(parent, 'report');
  await writeReport(makeResults(), folder);
  await writeReport(makeResults({ sizes: [1000], isOwn: true, archive: 'mine.zip' }), folder);
  assert.deepEqual(await readdir(parent), ['report']);
  assert.ok(!(await readdir(join(folder, 'charts'))).some(name => name.startsWith('time')), 'no chart of the old one');
});

test('a folder with anything but a report is refused and left unchanged', async t => {
  const parent = await temporaryFolder(t);
  const folder = join(parent, 'precious');
  await mkdir(folder);
  await writeFile(join(folder, 'results.json'), '{}');
  await writeFile(join(folder, 'thesis.txt'), 'years of work');
  await assert.rejects(writeReport(makeResults(), folder), error => {
    assert.match(String(error), /thesis\.txt/);
    return true;
  });
  assert.deepEqual((await readdir(folder)).sort(), ['results.json', 'thesis.txt']);
  assert.deepEqual(await readdir(parent), ['precious']);
});

test('a file instead of the folder is refused, and so is a path within a file', async t => {
  const file = join(await temporaryFolder(t), 'report');
  await writeFile(file, 'mine');
  for (const path of [file, join(file, 'inside')]) {
    await assert.rejects(refuseOthers(path), { name: 'UsageError', message: /is no folder; name a new one/ });
    await assert.rejects(writeReport(makeResults(), path), { code: 'usage/folder' });
  }
  await refuseOthers(join(file, '..', 'new'));
  assert.equal(await readFile(file, 'utf8'), 'mine');
});

test('if the report cannot be written, the old one stays and no partial one is left', async t => {
  const parent = await temporaryFolder(t);
  const folder = join(parent, 'report');
  await writeReport(makeResults(), folder);
  const before = await readFile(join(folder, 'report.md'), 'utf8');
  const broken = makeResults();
  // No chart can be drawn from it.
  broken.inputs = [];
  await assert.rejects(writeReport(broken, folder));
  await assert.rejects(writeReport(makeResults(), join(folder, 'report.md', 'inside')));
  assert.equal(await readFile(join(folder, 'report.md'), 'utf8'), before);
  assert.deepEqual(await readdir(parent), ['report']);
});
