import { formatBytes, formatCount } from '../../src/cli/units.js';
import { markdownPicture, markdownTable, plain } from '../report/markdown.js';
import { contestTable, describeGrowth, describeOthers, scalingTable } from './tables.js';

/** @import { Chart } from '../report/charts/frame.js' */
/** @import { Table } from '../report/tables.js' */
/** @import { Bench } from './results.js' */

/**
 * @param {Bench} bench
 * @param {Chart[]} charts Stored in `charts/` beside the page.
 * @returns {string} Markdown.
 */
export function formatPage({ recordedAt, command, machine, archive, runs, standings, scalings }, charts) {
  const others = describeOthers(standings).map(line => `- ${plain(line)}`);
  const pictures = (/** @type {RegExp} */ name) => charts.filter(chart => name.test(chart.name)).map(markdownPicture);
  const blocks = [
    '# Speed',
    `${archive.name}: ${formatCount(archive.rows ?? 0)} records, ${formatBytes(archive.bytes)}, ` +
      `${formatBytes(archive.zipBytes)} zipped; ${machine.cores} × ${machine.processor}, ` +
      `${formatBytes(machine.memoryBytes)}, ${machine.system}, ${recordedAt.slice(0, 10)}. Made by \`${command}\`; all ` +
      'runs are in [`bench.json`](bench.json).',
    '## Against others',
    ...pictures(/^contest/),
    markdownTable(contestTable(standings, archive.bytes)),
    ...(others.length > 0 ? [others.join('\n')] : []),
    `Timings vary; compare ratios. Medians of ${runs} runs in turns (least – most), including the start of the process. Each ` +
      'output was compared with Sluice’s by the same rules (SHA-256) before the measurement, and its size after each run. ' +
      'The ratio to Node’s zlib alone is computed per turn, so that a slow phase of the machine affects both. From S3 to S3, ' +
      'the function’s process is measured, not the server: bundled, with the flags and settings of 128 MB. `sluice run` ' +
      'waits until its output is on disk and writes a manifest; the others do neither.',
    RULES,
    markdownTable(versionTable(standings)),
    '## Growth',
    '`sluice run` from file to folder. An exponent of 0 means no growth, 1 means proportional growth. All times include ' +
      'the start of the process.',
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

- **all**: drops records without an email or a phone, strips white space and \`x ( ) - .\` from phones, drops two fields.
- **drop**: drops the two fields and writes commas, for tools that change nothing within a field.
- **none**: inflates the entry and writes nothing.`;
