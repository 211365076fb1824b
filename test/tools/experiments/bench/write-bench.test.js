import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeBench } from '../../../../experiments/bench/write-bench.js';
import { temporaryFolder } from '../../run-script.js';
import { benchOf, standingOf } from './bench-of.js';

test('the raw data, a page and charts are written, reproducibly', async t => {
  const [folder, other] = [await temporaryFolder(t), await temporaryFolder(t)];
  await writeBench(benchOf(), folder);
  await writeBench(benchOf(), other);
  const names = (await readdir(folder, { recursive: true })).filter(name => name.includes('.')).sort();
  assert.deepEqual(names, [...CHARTS, 'bench.json', 'bench.md'].sort());
  for (const name of names) assert.deepEqual(await readFile(join(folder, name)), await readFile(join(other, name)));
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'bench.json'), 'utf8')), benchOf());
});

test('the page lists contestants that were not timed, with the reason, safely escaped', async t => {
  const folder = await temporaryFolder(t);
  await writeBench(benchOf(), folder);
  const page = await readFile(join(folder, 'bench.md'), 'utf8');
  assert.match(
    page,
    /^\| unzip -p \\\| sluice \| all \| 1\.25 \(1\.20 – 1\.30\) \| 1\.67 \(1\.63 – 1\.71\) \| 1\.25 \| 258 \| 90\.0 MB \|$/m,
  );
  assert.match(page, /^- unzip -p \\\| mlr: skipped, not installed: mlr$/m);
  assert.ok(
    page.includes('\n- unzip -p \\| duckdb: differs, people.csv differs from byte 7 on: "\\\\u{1b}", not "\\<b\\>"\n'),
  );
  assert.match(page, /^growth exponents: wall 0\.50, CPU 0\.50, peak RSS 0\.00; of the last step: wall 0\.50,/m);
  for (const [, path] of page.matchAll(/(?:srcset|src)="([^"]+)"/g)) assert.ok(CHARTS.includes(path), path);
});

test('a chart has an alternative text, and highlights Sluice', async t => {
  const folder = await temporaryFolder(t);
  await writeBench(benchOf(), folder);
  const svg = await readFile(join(folder, 'charts/contest-wide-light.svg'), 'utf8');
  assert.match(
    svg,
    /aria-label="Wall time as a multiple of zlib&#39;s alone: unzip -p \| zlib 1\.00, unzip -p \| sluice 1\.67,/,
  );
  assert.match(svg, /All of the work takes 1\.7\stimes/);
  assert.match(svg, /unzip -p \| xsv \(drop only\)/);
  assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
});

test('without anything to compare, only the chart is missing', async t => {
  const folder = await temporaryFolder(t);
  await writeBench({ ...benchOf(), standings: [standingOf('sluice', [1])], scalings: [] }, folder);
  assert.deepEqual(await readdir(join(folder, 'charts')), []);
  assert.match(await readFile(join(folder, 'bench.md'), 'utf8'), /^\| unzip -p \\\| sluice \| all \| 1\.00 \|/m);
});

const CHARTS = ['contest', 'growth-cpu', 'growth-memory'].flatMap(name =>
  ['wide-light', 'wide-dark', 'narrow-light', 'narrow-dark'].map(kind => `charts/${name}-${kind}.svg`),
);
