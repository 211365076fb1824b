import { formatBytes, formatCount } from '../../src/cli/units.js';
import { markdownPicture, markdownTable, plain } from '../report/markdown.js';
import { contestTable, describeGrowth, describeOthers, scalingTable } from './tables.js';

/** @import { Chart } from '../report/charts/frame.js' */
/** @import { Table } from '../report/tables.js' */
/** @import { Bench } from './results.js' */

/**
 * @param {Bench} bench
 * @param {Chart[]} charts Files beside it, in `charts/`.
 * @returns {string} A page of Markdown.
 */
export function formatPage({ recordedAt, command, machine, archive, runs, standings, scalings }, charts) {
  const others = describeOthers(standings).map(line => `- ${plain(line)}`);
  const pictures = (/** @type {RegExp} */ name) => charts.filter(chart => name.test(chart.name)).map(markdownPicture);
  const blocks = [
    '# Speed',
    `${archive.name}: ${formatCount(archive.rows ?? 0)} records, ${formatBytes(archive.bytes)}, ` +
      `${formatBytes(archive.zipBytes)} zipped; ${machine.cores} × ${machine.processor}, ` +
      `${formatBytes(machine.memoryBytes)}, ${machine.system}, ${recordedAt.slice(0, 10)}. Made by \`${command}\`; each ` +
      'run is in [`bench.json`](bench.json).',
    '## Against others',
    ...pictures(/^contest/),
    markdownTable(contestTable(standings, archive.bytes)),
    ...(others.length > 0 ? [others.join('\n')] : []),
    `Medians of ${runs} runs in turns (least – most), with the start of the process. What each of them wrote was compared ` +
      'with what ours writes by the same rules (SHA-256) before it was measured, and its size after each run. The ratio ' +
      'to Node’s zlib alone is taken turn by turn, so that a machine that is slow for a while counts for both. From S3 ' +
      'to S3 it is the function’s process that is measured, not the server: bundled, with the flags and the settings of 128 MB. ' +
      '`sluice run` waits until its output is on the disk and writes a manifest; the others do neither.',
    RULES,
    markdownTable(versionTable(standings)),
    '## Growth',
    '`sluice run` from file to folder. Where an exponent is 0, what it takes does not grow; where it is 1, it grows in ' +
      'proportion. The start of the process is part of all times.',
    ...pictures(/^growth/),
    ...scalings.flatMap(scaling => {
      const table = scalingTable(scaling);
      return [`### ${table.title}`, markdownTable(table), describeGrowth(scaling).join('; ')];
    }),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/**
 * @param {Bench['standings']} standings
 * @returns {Table}
 */
function versionTable(standings) {
  const rows = standings.flatMap(({ name, version }) => (version === null ? [] : [[name, version]]));
  return { title: '', headings: ['contestant', 'version'], textColumns: 2, rows };
}

const RULES = `Rules, as recipes in \`bench.json\`:

- **all**: records without an email or a phone are left out; phones lose white space and \`x ( ) - .\`; two fields are dropped.
- **drop**: the two fields are dropped, and commas written, by a tool that changes nothing within a field.
- **none**: the entry is inflated, and written nowhere.`;
