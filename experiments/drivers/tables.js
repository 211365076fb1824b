import { formatBytes, formatCount } from '../../src/cli/units.js';
import { median, spread } from '../harness/spread.js';
import { formatSpread } from '../report/figures.js';
import { ARMS } from './arms.js';
import { formatFlights, formatMs } from './charts.js';
import { armCell, flightsOf, pulledRows, sizes } from './seen.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Table } from '../report/tables.js' */
/** @import { ArmId } from './arms.js' */
/** @import { Kind } from './seen.js' */

/**
 * @param {NamedResults} results
 * @returns {Table}
 */
export function overviewTable(results) {
  const { slowSizes, roundTripMs, stalled } = sizes(results);
  const rows = slowSizes[slowSizes.length - 1];
  return {
    title: `${formatCount(rows)} rows, and a client that stalls`,
    headings: ['driver', 'flights', 'near', `${roundTripMs} ms away`, 'rows for a stalled client', 'memory for it'],
    textColumns: 1,
    rows: ARMS.map(({ id, label }) => [
      label,
      formatCount(flightsOf(results, id, rows)?.median ?? 0),
      medianText(results, id, 'raw', rows, 'lastMs', formatMs),
      medianText(results, id, 'raw', rows, 'lastMs', formatMs, roundTripMs),
      formatCount(pulledRows(results, id)?.median ?? 0),
      medianText(results, id, 'stall', stalled, 'growthBytes', formatBytes),
    ]),
  };
}

/**
 * @param {NamedResults} results
 * @returns {Table[]}
 */
export function tablesOf(results) {
  const { sizes: all, slowSizes, roundTripMs } = sizes(results);
  return [
    sizesTable(results, 'Time to the last row, into memory', 'raw', 'lastMs', formatMs, all),
    sizesTable(results, 'Time to the first row, into memory', 'raw', 'firstMs', formatMs, all),
    sizesTable(results, 'Time to the last row over HTTP', 'http', 'lastMs', formatMs, all),
    sizesTable(results, 'Time to the first row over HTTP', 'http', 'firstMs', formatMs, all),
    sizesTable(
      results,
      `Time to the last row, ${roundTripMs} ms away`,
      'raw',
      'lastMs',
      formatMs,
      slowSizes,
      roundTripMs,
    ),
    sizesTable(
      results,
      `Time to the first row, ${roundTripMs} ms away`,
      'raw',
      'firstMs',
      formatMs,
      slowSizes,
      roundTripMs,
    ),
    sizesTable(results, 'Flights', 'raw', 'flights', formatFlights, slowSizes, roundTripMs),
    sizesTable(results, 'Growth of memory (RSS), into memory', 'raw', 'growthBytes', formatBytes, all),
    sizesTable(results, 'Growth of memory (RSS) over HTTP', 'http', 'growthBytes', formatBytes, all),
  ];
}

/**
 * @param {NamedResults} results
 * @param {string} title
 * @param {Kind} kind
 * @param {string} figure
 * @param {(value: number) => string} format
 * @param {number[]} columns In rows.
 * @param {number} [delayMs]
 * @returns {Table}
 */
function sizesTable(results, title, kind, figure, format, columns, delayMs) {
  return {
    title,
    headings: ['driver', ...columns.map(rows => `${formatCount(rows)} rows`)],
    textColumns: 1,
    rows: ARMS.map(({ id, label }) => [
      label,
      ...columns.map(rows => {
        const seen = spread(armCell(results, id, kind, rows, delayMs), figure);
        return seen === null ? NOTHING : formatSpread(seen, format);
      }),
    ]),
  };
}

/**
 * @param {NamedResults} results
 * @param {ArmId} arm
 * @param {Kind} kind
 * @param {number} rows
 * @param {string} figure
 * @param {(value: number) => string} format
 * @param {number} [delayMs]
 */
function medianText(results, arm, kind, rows, figure, format, delayMs) {
  const value = median(armCell(results, arm, kind, rows, delayMs), figure);
  return Number.isNaN(value) ? NOTHING : format(value);
}

const NOTHING = '–';
