import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes, formatCount } from '../../../src/cli/units.js';
import { chartFiles } from '../../report/charts/chart-files.js';
import { markdownPicture, markdownTable, plain } from '../../report/markdown.js';
import { transformCharts } from './charts.js';
import { otherTable, REMARKS, transformTable } from './tables.js';

/** @import { Chart } from '../../report/charts/frame.js' */
/** @import { Transforms } from './results.js' */

/**
 * Writes the results, their page and charts. Overwrites earlier ones.
 *
 * @param {Transforms} transforms
 * @param {string} folder Created if missing.
 */
export async function writeTransforms(transforms, folder) {
  await mkdir(join(folder, 'charts'), { recursive: true });
  for (const [path, text] of filesOf(transforms)) await writeFile(join(folder, path), text);
}

/**
 * @param {Transforms} transforms
 * @returns {Map<string, string>} By path in the folder.
 */
export function filesOf(transforms) {
  const charts = transformCharts(transforms);
  return new Map([
    ['transforms.json', `${JSON.stringify(transforms, null, 1)}\n`],
    ['transforms.md', formatPage(transforms, charts)],
    ...chartFiles(charts),
  ]);
}

/**
 * @param {Transforms} transforms
 * @param {Chart[]} charts
 * @returns {string} Markdown.
 */
function formatPage(transforms, charts) {
  const { recordedAt, command, machine, rows, bytes, zipBytes, absent, players } = transforms;
  const [cost, others] = charts.map(markdownPicture);
  const versions = new Map(players.map(({ tool, version }) => [tool ?? 'Sluice', version]));
  const blocks = [
    '# What transforms cost',
    `${formatCount(rows)} records, ${formatBytes(bytes)}, ${formatBytes(zipBytes)} zipped; ${machine.cores} × ` +
      `${machine.processor}, ${formatBytes(machine.memoryBytes)}, ${machine.system}, ${recordedAt.slice(0, 10)}. Made by ` +
      `\`${command}\`; all runs are in [\`transforms.json\`](transforms.json).`,
    cost,
    markdownTable(transformTable(transforms)),
    plain(REMARKS.transforms(transforms).join(' ')),
    ...(others === undefined
      ? []
      : ['## Other tools', others, markdownTable(otherTable(transforms)), plain(REMARKS.others.join(' '))]),
    markdownTable({ title: '', headings: ['tool', 'version'], textColumns: 2, rows: [...versions] }),
    ...absent.map(missing => `- ${plain(missing)}`),
  ];
  return `${blocks.join('\n\n')}\n`;
}
