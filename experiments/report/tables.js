import { formatBytes, formatCount } from '../../src/cli/units.js';
import { printable } from '../../src/printable.js';
import {
  describeSize,
  formatDollars,
  formatExponent,
  formatMemorySize,
  formatSeconds,
  formatSpread,
  VARIANT_NAMES,
} from './figures.js';

/** @import { Results } from '../results.js' */
/** @import { VariantCosts } from './costs.js' */
/** @import { Summary } from './summary.js' */

/**
 * @typedef {object} Table Plain text; to be escaped by the printer.
 * @property {string} title
 * @property {string[]} headings
 * @property {number} textColumns The number of columns, from the left, with words rather than figures.
 * @property {string[][]} rows
 * @property {boolean} [isChartEnough] Whether the web page, which has the charts at hand, leaves it out.
 */

/**
 * A line for each variant, with its figures on the largest input.
 *
 * @param {Summary} summary
 * @returns {Table}
 */
export function overviewTable({ variants, largest }) {
  return {
    title: `${describeSize(largest)} at a glance`,
    headings: ['variant', 'wall', 'CPU', 'peak RSS', 'growth exponent', 'smallest Lambda'],
    textColumns: 1,
    rows: variants.map(({ variant, atLargest, growth, trials, smallestMegabytes }) => [
      VARIANT_NAMES[variant],
      atLargest ? formatSeconds(atLargest.wallSeconds.median) : 'does not finish',
      atLargest ? formatSeconds(atLargest.cpuSeconds.median) : NOTHING,
      atLargest ? formatBytes(atLargest.peakRssBytes.median) : NOTHING,
      growth ? formatExponent(growth.exponent) : NOTHING,
      smallestMegabytes !== null
        ? formatMemorySize(smallestMegabytes)
        : trials.some(({ outcome }) => outcome !== null)
          ? 'none'
          : NOTHING,
    ]),
  };
}

/**
 * Medians and ranges of wall time, CPU time and peak memory, of each variant on each input.
 *
 * @param {Results} results
 * @param {Summary} summary
 * @returns {Table[]}
 */
export function sizesTables({ inputs }, { variants }) {
  return SIZES_MEASURES.map(({ title, measure, format }) => ({
    title,
    headings: ['input', ...variants.map(({ variant }) => VARIANT_NAMES[variant])],
    textColumns: 1,
    rows: inputs.map((input, index) => [
      describeSize(input),
      ...variants.map(({ measured }) => {
        const cell = measured[index];
        return cell ? formatSpread(cell[measure], format) : 'does not finish';
      }),
    ]),
  }));
}

/**
 * Each variant's memory by kind, on the largest input.
 *
 * @param {Summary} summary
 * @returns {Table | null} null if no variant finished.
 */
export function memoryTable({ variants, largest }) {
  if (variants.every(({ atLargest }) => atLargest === null)) return null;
  return {
    title: `Memory by kind, ${describeSize(largest)}`,
    headings: ['variant', 'peak RSS', 'peak heap', 'peak external', 'including array buffers', 'heap at the end'],
    textColumns: 1,
    rows: variants.flatMap(({ variant, atLargest }) =>
      atLargest
        ? [
            [
              VARIANT_NAMES[variant],
              formatBytes(atLargest.peakRssBytes.median),
              formatBytes(atLargest.peakHeapBytes.median),
              formatBytes(atLargest.peakExternalBytes.median),
              formatBytes(atLargest.peakArrayBuffersBytes.median),
              formatBytes(atLargest.heapAtEndBytes.median),
            ],
          ]
        : [],
    ),
  };
}

/**
 * @param {Summary} summary
 * @returns {Table | null} null if no limit was tried.
 */
export function survivalTable({ variants, isLimited }) {
  if (!isLimited) return null;
  return {
    title: 'With limited memory',
    headings: ['variant', ...variants[0].trials.map(({ memoryMegabytes }) => formatMemorySize(memoryMegabytes))],
    textColumns: 1,
    rows: variants.map(({ variant, trials }) => [
      VARIANT_NAMES[variant],
      ...trials.map(({ outcome, wallSeconds }) =>
        outcome === 'finished' ? `✓ ${formatSeconds(wallSeconds ?? 0)}` : outcome === null ? NOTHING : `✗ ${outcome}`,
      ),
    ]),
  };
}

/**
 * @param {VariantCosts[]} costs
 * @returns {Table | null} null if no variant survives.
 */
export function costTable(costs) {
  const rows = costs.flatMap(({ variant, sizes }) =>
    sizes.map(({ memoryMegabytes, durationSeconds, dollarsPerArchive, dollarsPerTerabyte, largest }) => [
      VARIANT_NAMES[variant],
      formatMemorySize(memoryMegabytes),
      formatSeconds(durationSeconds),
      formatDollars(dollarsPerArchive * 1000),
      formatDollars(dollarsPerTerabyte),
      largest ? `${formatBytes(largest.bytes)} (${largest.boundBy})` : NOTHING,
    ]),
  );
  return rows.length === 0
    ? null
    : {
        title: 'Cost on Lambda',
        headings: ['variant', 'memory', 'duration', '1,000 archives', 'per terabyte', 'largest entry (bound by)'],
        textColumns: 1,
        rows,
      };
}

/**
 * @param {Results} results
 * @returns {Table}
 */
export function inputsTable({ inputs }) {
  return {
    title: 'Archives and outputs',
    headings: ['archive', 'SHA-256 of the output', 'rows', 'zipped', 'inflated', 'output'],
    textColumns: 2,
    rows: inputs.map(({ archive, rows, zipBytes, bytes, output }) => [
      printable(archive),
      `${output.sha256.slice(0, 16)}…`,
      rows === null ? NOTHING : formatCount(rows),
      formatBytes(zipBytes),
      formatBytes(bytes),
      formatBytes(output.bytes),
    ]),
  };
}

const SIZES_MEASURES = /** @type {const} */ ([
  { title: 'Wall time', measure: 'wallSeconds', format: formatSeconds },
  { title: 'CPU time, all threads', measure: 'cpuSeconds', format: formatSeconds },
  { title: 'Peak memory (RSS)', measure: 'peakRssBytes', format: formatBytes },
]);
const NOTHING = '–';
