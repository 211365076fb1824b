import { styleText } from 'node:util';
import { formatBytes } from '../../src/cli/units.js';
import { claimLines } from './claim-lines.js';
import { formatDollars, formatMemorySize, VARIANT_NAMES } from './figures.js';
import { sparkline } from './sparkline.js';
import { overviewTable } from './tables.js';
import { fitRows, layOut, wrapProse } from './text-layout.js';

/** @import { Variant } from '../results.js' */
/** @import { Paint } from './claim-lines.js' */
/** @import { Report } from './report.js' */

/**
 * The report for a terminal.
 *
 * @param {Report} report
 * @param {{ columns: number, isColoured: boolean }} terminal
 * @returns {string} Lines of at most its width, or of 40 columns if it is narrower.
 */
export function terminalReport(report, { columns, isColoured }) {
  const width = Math.max(40, Math.min(columns, MAX_COLUMNS));
  /** @type {Paint} */
  const paint = (format, text) => (isColoured ? styleText(format, text, { validateStream: false }) : text);
  const blocks = [
    [
      ...wrapProse(report.findings.headline, width).map(line => paint('bold', line)),
      ...wrapProse(report.findings.lede, width),
    ],
    glance(report, width, paint),
    sizes(report, width, paint),
    costs(report, width, paint),
    claimLines(report.words.claims, report.claims, width, paint),
  ];
  return `${blocks
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`;
}

/**
 * @param {Report} report
 * @param {number} width
 * @param {Paint} paint
 */
function glance({ results, summary }, width, paint) {
  const { headings, rows } = overviewTable(summary);
  const short = ['variant', 'wall', 'CPU', 'peak RSS', 'growth', 'Lambda'];
  const cells = [headings.map((_, column) => short[column]), ...rows];
  const used = fitRows(cells).reduce((sum, column) => sum + column + 2, 0);
  const room = Math.min(MAX_SPARKLINE, width - used);
  if (room >= MIN_SPARKLINE) {
    const lines = sparklines(summary, room);
    for (const [index, row] of cells.entries()) row.splice(4, 0, index === 0 ? 'memory over time' : lines[index - 1]);
  }
  // Without sparklines, the fourth column is the growth.
  const laidOut = layOut(
    cells,
    room >= MIN_SPARKLINE ? { width, spare: [], leftAligned: [0, 4] } : { width, spare: [2, 1, 4] },
  );
  const count = results.inputs.length;
  const notes = [
    `Median of ${results.repetitions} ${results.repetitions === 1 ? 'run' : 'runs'}${room >= MIN_SPARKLINE ? ', one scale for all lines' : ''}.`,
    count > 1 ? `Growth: exponent of peak RSS over ${count} sizes; 0 is none, 1 is in proportion.` : '',
    summary.isLimited ? 'Lambda: the smallest size that survives.' : '',
  ];
  return [
    ...colourRows(laidOut, summary, paint),
    ...wrapProse(notes.filter(Boolean).join(' '), width).map(line => paint('dim', line)),
  ];
}

/**
 * @param {Report['summary']} summary
 * @param {number} columns
 */
function sparklines({ variants }, columns) {
  const runs = variants.map(({ typicalRun }) => typicalRun?.outside ?? []);
  const seconds = Math.max(0, ...runs.map(samples => samples.at(-1)?.[0] ?? 0));
  const value = runs.flat().reduce((most, [, bytes]) => Math.max(most, bytes), 0);
  return runs.map(samples => (samples.length > 0 ? sparkline(samples, { columns, seconds, value }) : ''));
}

/**
 * @param {Report} report
 * @param {number} width
 * @param {Paint} paint
 */
function sizes({ results: { inputs }, summary }, width, paint) {
  if (inputs.length < 2) return [];
  const rows = [
    ['peak RSS by size', ...inputs.map(({ bytes }) => formatBytes(bytes))],
    ...summary.variants.map(({ variant, measured }) => [
      VARIANT_NAMES[variant],
      ...measured.map(cell => (cell ? formatBytes(cell.peakRssBytes.median) : '–')),
    ]),
  ];
  const spare = inputs.map((_, input) => input + 1).slice(0, -1);
  return colourRows(layOut(rows, { width, spare }), summary, paint);
}

/**
 * @param {Report} report
 * @param {number} width
 * @param {Paint} paint
 */
function costs({ summary, costs }, width, paint) {
  if (!summary.isLimited || summary.isTooSmall) return [];
  const rows = [
    [
      '$ per TB on Lambda',
      ...summary.variants[0].trials.map(({ memoryMegabytes }) => formatMemorySize(memoryMegabytes)),
    ],
    ...summary.variants.map(({ variant, trials }, index) => [
      VARIANT_NAMES[variant],
      ...trials.map(({ memoryMegabytes, outcome }) => {
        const cost = costs[index].sizes.find(size => size.memoryMegabytes === memoryMegabytes);
        if (cost) return formatDollars(cost.dollarsPerTerabyte);
        return outcome === 'finished' ? 'too slow' : (outcome ?? '–');
      }),
    ]),
  ];
  const stream = costs.find(({ variant }) => variant === 'stream')?.sizes ?? [];
  const largest = stream.flatMap(({ memoryMegabytes, largest }) =>
    largest ? `${formatBytes(largest.bytes)} in ${formatMemorySize(memoryMegabytes)}` : [],
  );
  return [
    ...colourRows(
      layOut(rows, {
        width,
        spare: rows[0]
          .map((_, column) => column)
          .reverse()
          .slice(0, -2),
      }),
      summary,
      paint,
    ),
    ...(largest.length > 0
      ? wrapProse(`Largest entry that the stream finishes in 15 minutes: ${largest.join(', ')}.`, width).map(line =>
          paint('dim', line),
        )
      : []),
  ];
}

/**
 * @param {string[]} lines Headings, a rule, and a line for each variant.
 * @param {Report['summary']} summary
 * @param {Paint} paint
 */
function colourRows([headings, rule, ...rows], { variants }, paint) {
  return [paint('bold', headings), rule, ...rows.map((line, index) => paint(COLOURS[variants[index].variant], line))];
}

/** @type {Record<Variant, 'yellow' | 'blueBright' | 'reset'>} */
const COLOURS = { buffer: 'yellow', 'row-by-row': 'reset', stream: 'blueBright' };
const MAX_COLUMNS = 120;
const MIN_SPARKLINE = 16;
const MAX_SPARKLINE = 48;
