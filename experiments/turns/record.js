import { formatBytes, formatCount, formatDuration } from '../../src/cli/units.js';
import { costOf } from '../lambda/cost.js';
import { MAX_SECONDS, MEGABYTES_PER_CPU, PRICES } from '../lambda/prices.js';

/** @import { Machine } from '../results.js' */
/** @import { Turn } from './deliver-until-done.js' */

/**
 * The measurements of an archive that took several turns.
 *
 * @typedef {object} TurnsRecord
 * @property {string} date
 * @property {string} command
 * @property {Machine} machine
 * @property {{ name: string, bytes: number, entry: string, entryBytes: number }} archive
 * @property {unknown} recipe
 * @property {{ memoryMegabytes: number, cpuSeconds: number, cpuShare: number, timeoutSeconds: number }} limits
 * @property {Turn[]} turns
 * @property {{ bytes: number, sha256: string, reference: string, referenceBy: string }} output
 * @property {Record<string, number>} requests To S3, by operation.
 * @property {{ records: number, written: number }} counts
 */

/**
 * @param {TurnsRecord} record
 * @returns {Map<string, string>} By file name.
 */
export function filesOf(record) {
  return new Map([
    ['turns.json', `${JSON.stringify(record, null, 1)}\n`],
    ['turns.md', page(record)],
    ['log.jsonl', record.turns.map(logOf).join('')],
  ]);
}

/**
 * @param {Turn} turn
 * @returns {string} A line of JSON.
 */
export function logOf({ log, outcome }) {
  return `${JSON.stringify(log ?? { outcome })}\n`;
}

/**
 * @param {Turn} turn
 * @param {number} number
 * @param {Turn | undefined} before
 * @returns {string[]}
 */
export function cellsOf(turn, number, before) {
  const bytes = turn.position - (before?.position ?? 0);
  return [
    String(number),
    turn.outcome,
    turn.cpuSeconds.toFixed(1),
    turn.wallSeconds.toFixed(0),
    formatBytes(turn.position),
    (bytes / turn.cpuSeconds / 1e6).toFixed(0),
    formatBytes(turn.processPeakBytes),
    formatBytes(turn.containerPeakBytes),
    turn.load.toFixed(1),
  ];
}

export const HEADINGS = [
  'invocation',
  'ended with',
  'CPU s',
  'wall s',
  'position',
  'MB per CPU s',
  'process, peak',
  'container, peak',
  'load',
];

/** @param {TurnsRecord} record */
function page(record) {
  const { archive, limits, turns, output, machine, requests, counts } = record;
  const { memoryMegabytes } = limits;
  const cpuSeconds = sum(turns.map(turn => turn.cpuSeconds));
  const [arm, x86] = /** @type {const} */ (['arm64', 'x86_64']).map(architecture =>
    turns.map(turn => costOf({ wallSeconds: 0, cpuSeconds: turn.cpuSeconds, bytes: 1 }, memoryMegabytes, architecture)),
  );
  const dollars = [arm, x86].map(costs => sum(costs.map(({ dollarsPerArchive }) => dollarsPerArchive)).toFixed(4));
  const duration = formatDuration(sum(arm.map(({ durationSeconds }) => durationSeconds)));
  const isSame = output.sha256 === output.reference;
  const rows = turns.map((turn, index) => cellsOf(turn, index + 1, turns[index - 1]));
  const made = Object.entries(requests).map(([operation, times]) => `${operation} ${formatCount(times)}`);
  const budget = MAX_SECONDS * (memoryMegabytes / MEGABYTES_PER_CPU);
  const compared = limits.cpuSeconds < 0.99 * budget ? `; ${memoryMegabytes} MB get ${budget.toFixed(1)}` : '';
  return `# A zip of ${formatBytes(archive.bytes)}, with ${formatBytes(archive.entryBytes)} in one entry, through ${memoryMegabytes} MB

The function processed \`${archive.name}\` from S3 to S3 in ${formatCount(turns.length)} turns, each an invocation in its own process that resumed
where the last one paused. The output has ${formatCount(output.bytes)} bytes and ${formatCount(counts.written)} of ${formatCount(counts.records)} records. Its SHA-256 is
${isSame ? 'the same as' : 'NOT THE SAME AS'} that of ${output.referenceBy}:

    ${isSame ? output.sha256 : `${output.sha256}\n    ${output.reference}`}

${table([HEADINGS, ...rows])}

All turns took ${cpuSeconds.toFixed(0)} CPU seconds, ${formatBytes(archive.entryBytes / cpuSeconds)} of the entry per CPU second. With Lambda's share of a processor
for ${memoryMegabytes} MB they would run for ${duration} in total, which costs ${dollars[0]} dollars on arm64 and ${dollars[1]} on x86_64
(${PRICES.region}, ${PRICES.asOf}, without requests); the queue adds three minutes between two turns. Requests to S3:
${made.join(', ')}.

How it was measured: each invocation runs the function as \`sam build\` makes it, in its own container from Lambda's image.
The kernel limits the container's memory to ${memoryMegabytes} MiB. The container has ${limits.cpuShare} of a processor, and is killed once its control
group has counted ${limits.cpuSeconds.toFixed(1)} CPU seconds, its start included: what Lambda gives the function in 15 minutes${compared}. The
function does not see this budget, only the clock. Its time limit of ${limits.timeoutSeconds} s makes it pause with as many CPU seconds left
as it would have at the end of 15 minutes. After an invocation that reported its message as failed, the message was
redelivered immediately. "Ended with" and the process's peak (its largest resident set, pages of Node's own file included)
come from the function's log; CPU seconds and the container's peak (without pages that were in memory before) come from
the control group. Load is the machine's load average.

Measured on ${record.date}: ${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.versions.node}, with

    ${record.command}

and the recipe \`${JSON.stringify(record.recipe)}\`.
`;
}

/** @param {string[][]} rows */
function table([headings, ...rows]) {
  const rule = headings.map((_, column) => (column === 1 ? '---' : '--:'));
  return [headings, rule, ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
