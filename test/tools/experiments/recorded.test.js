import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { filesOf as benchFilesOf } from '../../../experiments/bench/write-bench.js';
import { findExperiments } from '../../../experiments/harness/find-experiments.js';
import { reportOf as reportOfNamed } from '../../../experiments/harness/report.js';
import { reportOf } from '../../../experiments/report/report.js';
import { terminalReport } from '../../../experiments/report/terminal.js';
import { filesOf } from '../../../experiments/report/write-report.js';
import { filesOf as turnsFilesOf } from '../../../experiments/turns/record.js';

const ROOT = new URL('../../../', import.meta.url);
const RECORDED = new URL('experiments/recorded/', ROOT);

test('the recorded report is generated from its recorded results', async () => {
  const report = reportOf(JSON.parse(await readFile(new URL('experiment/results.json', RECORDED), 'utf8')));
  await assertSame('experiment/', filesOf(report));
});

for (const experiment of await findExperiments()) {
  test(`the recorded run of ${experiment.name} is generated from its results, and its assertions hold`, async () => {
    const results = JSON.parse(await readFile(new URL(`${experiment.name}/results.json`, RECORDED), 'utf8'));
    const report = reportOfNamed(experiment, results);
    await assertSame(`${experiment.name}/`, filesOf(report));
    assert.ok(report.assertions.every(({ holds }) => holds));
  });
}

test('docs/experiments.md has every experiment, with how to run it and a chart of its recorded run', async () => {
  const page = await readFile(new URL('docs/experiments.md', ROOT), 'utf8');
  for (const { name } of await findExperiments()) {
    assert.ok(page.includes(`npm run experiment -- ${name}`), name);
    assert.ok(page.includes(`(../experiments/recorded/${name}/report.md)`), name);
    const recorded = await readFile(new URL(`${name}/report.md`, RECORDED), 'utf8');
    const pictures = picturesIn(page).map(picture => picture.replaceAll(`"../experiments/recorded/${name}/`, '"'));
    assert.equal(pictures.filter(picture => recorded.includes(picture)).length, 1, `one chart of ${name}`);
  }
  for (const [, chart] of page.matchAll(/(?:srcset|src)="([^"]+)"/g)) await readFile(new URL(`docs/${chart}`, ROOT));
});

test('the recorded bench is generated from its recorded runs', async () => {
  const bench = JSON.parse(await readFile(new URL('bench/bench.json', RECORDED), 'utf8'));
  await assertSame('bench/', benchFilesOf(bench));
});

test('the recorded turns of a large archive are generated from their measurements, and its output was right', async () => {
  const record = JSON.parse(await readFile(new URL('ten-gigabytes/turns.json', RECORDED), 'utf8'));
  await assertSame('ten-gigabytes/', turnsFilesOf(record));
  assert.equal(record.output.sha256, record.output.reference);
  assert.ok(record.archive.bytes > 10e9 && record.limits.memoryMegabytes === 128);
  for (const { cpuSeconds } of record.turns) assert.ok(cpuSeconds < (900 * 128) / 1769 + 0.1);
});

test('docs/benchmarks.md shows the recorded runs, and nothing else', async () => {
  const page = await readFile(new URL('docs/benchmarks.md', ROOT), 'utf8');
  const report = reportOf(JSON.parse(await readFile(new URL('experiment/results.json', RECORDED), 'utf8')));
  const table = terminalReport(report, { columns: 100, isColoured: false }).split('\n\n')[1];
  assert.ok(page.includes(table), `docs/benchmarks.md has this table:\n${table}`);
  const bench = await readFile(new URL('bench/bench.md', RECORDED), 'utf8');
  const contest = /^\| contestant \|.*?\n\n/ms.exec(bench)?.[0] ?? assert.fail('the bench has a table');
  assert.ok(page.includes(contest), `docs/benchmarks.md has this table:\n${contest}`);
});

test('README.md and docs/benchmarks.md show recorded charts, with the text that the reports give them', async () => {
  const recorded = await Promise.all(
    ['experiment/report.md', 'bench/bench.md'].map(path => readFile(new URL(path, RECORDED), 'utf8')),
  );
  for (const [path, count] of /** @type {const} */ ([
    ['README.md', 1],
    ['docs/benchmarks.md', 4],
  ])) {
    const text = await readFile(new URL(path, ROOT), 'utf8');
    const pictures = picturesIn(text);
    assert.equal(pictures.length, count);
    for (const picture of pictures) {
      const charts = Array.from(picture.matchAll(/(?:srcset|src)="([^"]+)"/g), ([, chart]) => chart);
      assert.equal(charts.length, 4);
      for (const chart of charts) await readFile(new URL(chart, new URL(path, ROOT)));
      const asRecorded = picture.replaceAll(/"[./]*experiments\/recorded\/[a-z]+\//g, '"');
      assert.ok(
        recorded.some(report => report.includes(asRecorded)),
        picture,
      );
    }
  }
});

/** @param {string} text */
function picturesIn(text) {
  return Array.from(text.matchAll(/^<picture>.*?^<\/picture>$/gms), ([picture]) => picture);
}

/**
 * @param {string} folder
 * @param {Map<string, string>} files
 */
async function assertSame(folder, files) {
  const found = await readdir(new URL(folder, RECORDED), { recursive: true, withFileTypes: true });
  const names = found.filter(file => file.isFile()).map(file => file.name);
  assert.deepEqual(names.toSorted(), [...files.keys()].map(path => path.split('/').at(-1)).toSorted());
  for (const [path, text] of files) {
    assert.equal(await readFile(new URL(`${folder}${path}`, RECORDED), 'utf8'), text, path);
  }
}
