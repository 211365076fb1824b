import { formatBytes, formatCount } from '../../src/terminal/units.js';
import { contestRows, markdownTable } from './tables.js';

/** @import { Bench } from './results.js' */

/**
 * @param {Bench} bench
 * @returns {string} A page of Markdown.
 */
export function formatPage({ recordedAt, command, machine, archive, runs, standings }) {
  return `# Speed

${archive.name}: ${formatCount(archive.rows ?? 0)} records, ${formatBytes(archive.bytes)}, ${formatBytes(archive.zipBytes)} zipped.
${machine.cores} × ${machine.processor}, ${formatBytes(machine.memoryBytes)}, ${machine.system}, ${recordedAt.slice(0, 10)}.
Medians of ${runs} runs in turns (least–most): \`${command}\`.

${markdownTable(contestRows(standings, archive.bytes))}
`;
}
