import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chartFiles } from '../report/charts/chart-files.js';
import { contestChart } from './contest-chart.js';
import { growthCharts } from './growth-chart.js';
import { formatPage } from './page.js';

/** @import { Bench } from './results.js' */

/**
 * Writes the results, their page and charts. Overwrites earlier ones.
 *
 * @param {Bench} bench
 * @param {string} folder Created if missing.
 */
export async function writeBench(bench, folder) {
  await mkdir(join(folder, 'charts'), { recursive: true });
  for (const [path, text] of filesOf(bench)) await writeFile(join(folder, path), text);
}

/**
 * @param {Bench} bench
 * @returns {Map<string, string>} By path in the folder.
 */
export function filesOf(bench) {
  const charts = [contestChart(bench.standings, bench.archive.bytes), ...growthCharts(bench.scalings)].filter(
    chart => chart !== null,
  );
  return new Map([
    ['bench.json', `${JSON.stringify(bench, null, 1)}\n`],
    ['bench.md', formatPage(bench, charts)],
    ...chartFiles(charts),
  ]);
}
