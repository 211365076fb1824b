import { costOf } from '../../experiments/lambda/cost.js';
import { MAX_SECONDS, MEGABYTES_PER_CPU, PRICES } from '../../experiments/lambda/prices.js';
import { formatBytes, formatCount, formatDuration } from '../../src/cli/units.js';

/** @import { Machine } from '../../experiments/results.js' */
/** @import { Turn } from './carry.js' */

/**
 * What was seen of an archive that took several invocations.
 *
 * @typedef {object} Carried
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
 * @param {Carried} carried
 * @returns {Map<string, string>} By file name.
 */
export function filesOf(carried) {
  return new Map([
    ['carried.json', `${JSON.stringify(carried, null, 1)}\n`],
    ['carried.md', page(carried)],
    ['log.jsonl', carried.turns.map(logOf).join('')],
  ]);
}

/**
 * @param {Turn} turn
 * @returns {string} A line.
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
  'MB a CPU s',
  'process, peak',
  'container, peak',
  'load',
];

/** @param {Carried} carried */
function page(carried) {
  const { archive, limits, turns, output, machine, requests, counts } = carried;
  const { memoryMegabytes } = limits;
  const cpuSeconds = sum(turns.map(turn => turn.cpuSeconds));
  const [arm, x86] = /** @type {const} */ (['arm64', 'x86_64']).map(architecture =>
    turns.map(turn => costOf({ wallSeconds: 0, cpuSeconds: turn.cpuSeconds, bytes: 1 }, memoryMegabytes, architecture)),
  );
  const dollars = [arm, x86].map(costs => sum(costs.map(({ dollarsPerArchive }) => dollarsPerArchive)).toFixed(4));
  const atWork = formatDuration(sum(arm.map(({ durationSeconds }) => durationSeconds)));
  const isSame = output.sha256 === output.reference;
  const rows = turns.map((turn, index) => cellsOf(turn, index + 1, turns[index - 1]));
  const made = Object.entries(requests).map(([operation, times]) => `${operation} ${formatCount(times)}`);
  const budget = MAX_SECONDS * (memoryMegabytes / MEGABYTES_PER_CPU);
  const compared = limits.cpuSeconds < 0.99 * budget ? `; ${memoryMegabytes} MB get ${budget.toFixed(1)}` : '';
  return `# A zip of ${formatBytes(archive.bytes)}, with ${formatBytes(archive.entryBytes)} in one entry, through ${memoryMegabytes} MB

${formatCount(turns.length)} invocations, each in a process of its own, carried \`${archive.name}\` from S3 to S3, one going on where the other
stopped. The output has ${formatCount(output.bytes)} bytes, ${formatCount(counts.written)} of ${formatCount(counts.records)} records. Its SHA-256 is
${isSame ? 'the same as' : 'NOT THE SAME AS'} that of ${output.referenceBy}:

    ${isSame ? output.sha256 : `${output.sha256}\n    ${output.reference}`}

${table([HEADINGS, ...rows])}

Together they took ${cpuSeconds.toFixed(0)} CPU seconds, one for each ${formatBytes(archive.entryBytes / cpuSeconds)} of the entry. With the share of a processor that
comes with ${memoryMegabytes} MB they would be at work for ${atWork}, which costs ${dollars[0]} dollars on arm64 and ${dollars[1]} on x86_64
(${PRICES.region}, ${PRICES.asOf}, without requests), with three minutes between two of them. The requests to S3:
${made.join(', ')}.

What was enforced: each invocation is the function as \`sam build\` makes it, in a container of its own from Lambda's image. The
kernel limits the container's memory to ${memoryMegabytes} MiB. The container has ${limits.cpuShare} of a processor, and is killed once its control group
has counted ${limits.cpuSeconds.toFixed(1)} CPU seconds, its start included: what the function gets in 15 minutes${compared}. The function knows nothing of
that, it goes by the clock: its time limit is ${limits.timeoutSeconds} s, so that it pauses with as many CPU seconds left as it would have before the
end of 15 minutes. An invocation that reported its message as failed was followed by the next delivery at once. What it ended
with, and its process's peak (the largest resident set, pages of Node's own file included), is what the function logged; CPU
seconds and the container's peak (which counts no page that was in memory before) are the control group's. Load is the
machine's load average.

Seen on ${carried.date}: ${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.versions.node}, with

    ${carried.command}

and the recipe \`${JSON.stringify(carried.recipe)}\`.
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
