import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { standaloneSvgs, WIDTHS } from '../report/charts/frame.js';
import { contestChart } from './contest-chart.js';
import { growthCharts } from './growth-chart.js';
import { formatPage } from './page.js';

/** @import { Bench } from './results.js' */

/**
 * Writes what was seen, a page of it, and its charts. Those of an earlier time are overwritten.
 *
 * @param {Bench} bench
 * @param {string} folder Is made.
 */
export async function writeBench(bench, folder) {
  const charts = [contestChart(bench.standings, bench.archive.bytes), ...growthCharts(bench.scalings)].filter(
    chart => chart !== null,
  );
  await mkdir(join(folder, 'charts'), { recursive: true });
  await writeFile(join(folder, 'bench.json'), `${JSON.stringify(bench, null, 1)}\n`);
  await writeFile(join(folder, 'bench.md'), formatPage(bench, charts));
  for (const chart of charts) {
    for (const format of /** @type {(keyof typeof WIDTHS)[]} */ (Object.keys(WIDTHS))) {
      for (const [theme, svg] of Object.entries(standaloneSvgs(chart, format))) {
        await writeFile(join(folder, 'charts', `${chart.name}-${format}-${theme}.svg`), svg);
      }
    }
  }
}
