import { formatBytes, formatCount } from '../../src/cli/units.js';
import { printable } from '../../src/printable.js';
import { formatExponent, formatSpread } from '../report/figures.js';
import { growthOf, rank, summarize } from './standings.js';

/** @import { Table } from '../report/tables.js' */
/** @import { Standing } from './contest.js' */
/** @import { Point, Scaling } from './scaling.js' */

/**
 * @param {Standing[]} standings
 * @param {number} bytes Of the archive, inflated.
 * @returns {Table} Those that were timed, fastest first.
 */
export function contestTable(standings, bytes) {
  return {
    title: 'Against others',
    headings: ['contestant', 'rules', 'wall s', '× zlib alone', 'CPU s', 'MB a CPU s', 'peak RSS'],
    textColumns: 2,
    rows: rank(standings, bytes).map(
      ({ standing, wallSeconds, cpuSeconds, bytesPerCpuSecond, peakRssBytes, ratio }) => [
        standing.name,
        standing.rules,
        formatSpread(wallSeconds, seconds),
        ratio === null ? '' : formatSpread(ratio, seconds),
        seconds(cpuSeconds.median),
        megabytes(bytesPerCpuSecond.median),
        // Too short to be sampled.
        peakRssBytes.median === 0 ? '–' : formatBytes(peakRssBytes.median),
      ],
    ),
  };
}

/**
 * @param {Standing[]} standings
 * @returns {string[]} The contestants that were not timed, and why.
 */
export function describeOthers(standings) {
  return standings
    .filter(({ outcome }) => outcome !== 'timed')
    .map(({ name, outcome, reason }) => `${name}: ${outcome}, ${printable(reason ?? 'unknown reason')}`);
}

/**
 * @param {Scaling} scaling
 * @returns {Table}
 */
export function scalingTable({ axis, points }) {
  return {
    title: TITLES[axis],
    headings: [axis, 'inflated', 'wall s', 'CPU s', 'MB a CPU s', 'peak RSS'],
    textColumns: 0,
    rows: points.map(({ count, turns, bytes }) => {
      const { wallSeconds, cpuSeconds, bytesPerCpuSecond, peakRssBytes } = summarize(turns, bytes);
      return [
        formatCount(count),
        formatBytes(bytes),
        formatSpread(wallSeconds, seconds),
        formatSpread(cpuSeconds, seconds),
        megabytes(bytesPerCpuSecond.median),
        formatSpread(peakRssBytes, formatBytes),
      ];
    }),
  };
}

/**
 * @param {Scaling} scaling
 * @returns {string[]} Its exponents; empty for a single point.
 */
export function describeGrowth({ points }) {
  const describe = (/** @type {string} */ what, /** @type {Point[]} */ some) => {
    const growth = growthOf(some);
    if (growth === null) return [];
    const [wall, cpu, peak] = [growth.wallSeconds, growth.cpuSeconds, growth.peakRssBytes].map(formatExponent);
    return [`${what}: wall ${wall}, CPU ${cpu}, peak RSS ${peak}`];
  };
  return [...describe('growth exponents', points), ...describe('of the last step', points.slice(-2))];
}

/**
 * @param {number} bytes Per second. Infinity if the time was too short to be measured.
 */
function megabytes(bytes) {
  return Number.isFinite(bytes) ? formatCount(Math.round(bytes / 1e6)) : '–';
}

/** @param {number} value */
function seconds(value) {
  return value.toFixed(2);
}

/** @type {Record<Scaling['axis'], string>} */
const TITLES = {
  rows: 'More rows',
  entries: 'The same rows in more entries',
  columns: 'The same number of bytes in more columns',
};
