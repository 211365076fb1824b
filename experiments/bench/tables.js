import { printable } from '../../src/printable.js';
import { formatBytes, formatCount } from '../../src/terminal/units.js';
import { growthOf, rank, summarizeTurns } from './standings.js';

/** @import { Standing } from './contest.js' */
/** @import { Rules } from './rules.js' */
/** @import { Point, Scaling } from './scaling.js' */
/** @import { Spread } from './statistics.js' */

/**
 * @param {Standing[]} standings
 * @param {number} bytes The archive's, inflated.
 * @returns {string[][]} Rows, the first with headings.
 */
export function contestRows(standings, bytes) {
  const rows = rank(standings, bytes).map(({ standing, summary }) => {
    const who = [standing.name, RULES[standing.rules]];
    if (summary === null) return [...who, `${standing.outcome}: ${printable(standing.reason ?? '')}`];
    const { wallSeconds, cpuSeconds, peakRssBytes, bytesPerCpuSecond, ratio } = summary;
    return [
      ...who,
      withRange(wallSeconds, seconds),
      seconds(cpuSeconds.median),
      formatBytes(peakRssBytes.median),
      formatCount(Math.round(bytesPerCpuSecond.median / 1e6)),
      ratio === null ? '' : withRange(ratio, seconds),
    ];
  });
  return [HEADINGS, ...rows];
}

/**
 * @param {Scaling} scaling
 * @returns {string[][]} Rows, the first with headings.
 */
export function scalingRows({ axis, points }) {
  const rows = points.map(point => {
    const { wallSeconds, cpuSeconds, peakRssBytes, bytesPerCpuSecond } = summarizeTurns(point.turns, point.bytes);
    return [
      formatCount(point.count),
      formatBytes(point.bytes),
      withRange(wallSeconds, seconds),
      seconds(cpuSeconds.median),
      withRange(peakRssBytes, formatBytes),
      formatCount(Math.round(bytesPerCpuSecond.median / 1e6)),
    ];
  });
  return [[axis, 'inflated', 'wall s', 'CPU s', 'peak RSS', 'MB a CPU s'], ...rows];
}

/**
 * @param {Scaling} scaling
 * @returns {string} In two sentences.
 */
export function describeGrowth({ axis, points }) {
  const describe = (/** @type {Point[]} */ some) => {
    const { wallSeconds, cpuSeconds, peakRssBytes } = growthOf(some);
    const [wall, cpu, peak] = [wallSeconds, cpuSeconds, peakRssBytes].map(value => value.toFixed(2).replace('-', '−'));
    return `wall ${wall}, CPU ${cpu}, peak RSS ${peak}`;
  };
  return `Growth exponents with ${axis}: ${describe(points)}. From the last but one to the last: ${describe(points.slice(-2))}.`;
}

/**
 * @param {string[][]} rows The first with headings. A row that has fewer cells ends with a remark.
 * @returns {string} Lines for a terminal.
 */
export function textTable(rows) {
  const full = rows.filter(row => row.length === rows[0].length);
  const widths = rows[0].map((_, column) => Math.max(...(column < TEXTS ? rows : full).map(row => row[column].length)));
  const lines = rows.map(row =>
    row
      .map((cell, column) =>
        column < TEXTS || row.length < rows[0].length ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ')
      .trimEnd(),
  );
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/**
 * @param {string[][]} rows The first with headings.
 * @returns {string} The same for a Markdown page.
 */
export function markdownTable([headings, ...rows]) {
  const line = (/** @type {string[]} */ cells) =>
    `| ${headings.map((_, column) => (cells[column] ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${headings.map((_, column) => (column < TEXTS ? '---|' : '--:|')).join('')}`;
  return [line(headings), rule, ...rows.map(line)].join('\n');
}

/**
 * @param {Spread} spread
 * @param {(value: number) => string} format
 */
function withRange({ median, min, max }, format) {
  return `${format(median)} (${format(min)}–${format(max)})`;
}

/** @param {number} value */
function seconds(value) {
  return value.toFixed(2);
}

/** @type {Record<Rules, string>} */
const RULES = { all: 'all', drop: 'drop only', none: 'none' };

const HEADINGS = ['contestant', 'rules', 'wall s', 'CPU s', 'peak RSS', 'MB a CPU s', '× zlib alone'];
const TEXTS = 2;
