import { formatBytes, formatCount } from '../../src/terminal/units.js';
import { contestRows, describeGrowth, markdownTable, scalingRows } from './tables.js';

/** @import { Bench } from './results.js' */
/** @import { Axis } from './scaling-archives.js' */

/**
 * @param {Bench} bench
 * @returns {string} A page of Markdown.
 */
export function formatPage({ recordedAt, command, machine, archive, runs, standings, scalings }) {
  const versions = standings.flatMap(({ name, version }) => (version === null ? [] : [[name, version]]));
  return `# Speed

${archive.name}: ${formatCount(archive.rows ?? 0)} records, ${formatBytes(archive.bytes)}, ${formatBytes(archive.zipBytes)} zipped.
${machine.cores} × ${machine.processor}, ${formatBytes(machine.memoryBytes)}, ${machine.system}, ${recordedAt.slice(0, 10)}.

## Against others

All rules: records without an email or a phone are left out, phones are stripped of white space and \`x ( ) - .\`, the notes and
a sentence are dropped. Drop only: the last of these, for a tool that changes nothing within a field. None: the entry is
inflated, and written nowhere. What each wrote was compared with ours by the same rules (SHA-256) before it was measured.
Medians of ${runs} runs in turns (least–most), with the start of the process; the ratio to Node’s zlib alone is taken turn
by turn. From S3 to S3, it is the function’s process that is measured, not the server.

${markdownTable(contestRows(standings, archive.bytes))}

${markdownTable([['contestant', 'version'], ...versions])}

## Growth

\`sluice run\` from file to folder. An exponent of 0: what it takes does not grow; of 1: it grows in proportion. The start of
the process is part of all times.

${scalings.map(scaling => `### ${HEADINGS[scaling.axis]}\n\n${markdownTable(scalingRows(scaling))}\n\n${describeGrowth(scaling)}\n`).join('\n')}
Made by \`${command}\`; each run is in \`bench.json\`.
`;
}

/** @type {Record<Axis, string>} */
const HEADINGS = {
  rows: 'More of the same',
  entries: 'The same in more entries',
  columns: 'As many bytes in more columns',
};
