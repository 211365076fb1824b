import { cellOf, median, spread } from '../harness/spread.js';
import { sizesOf } from './sizes.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Spread } from '../report/summary.js' */
/** @import { ArmId } from './arms.js' */

/** @typedef {'raw' | 'http' | 'stall'} Kind */

/**
 * @param {NamedResults} results
 * @param {ArmId} arm
 * @param {Kind} kind
 * @param {number} rows
 * @param {number} [delayMs]
 */
export function armCell(results, arm, kind, rows, delayMs = 0) {
  return cellOf(results, { arm, kind, rows, delayMs });
}

/**
 * How often a driver waits for the network, counted with the far server. Without a delay the count is too high: where a driver
 * writes twice for one question, the server may answer the first write before the second one arrives.
 *
 * @param {NamedResults} results
 * @param {ArmId} arm
 * @param {number} rows
 * @returns {Spread | null}
 */
export function flightsOf(results, arm, rows) {
  return spread(armCell(results, arm, 'raw', rows, results.options['round-trip']), 'flights');
}

/** @param {NamedResults} results */
export function sizes({ options }) {
  return { ...sizesOf(options), roundTripMs: options['round-trip'] };
}

/**
 * What a stalled client's server had pulled from the database, in rows: from its bytes, as many for each row as in the raw runs.
 *
 * @param {NamedResults} results
 * @param {ArmId} arm
 * @returns {Spread | null}
 */
export function pulledRows(results, arm) {
  const { sizes: all, stalled } = sizes(results);
  const rows = all[all.length - 1];
  const bytesOfRow = median(armCell(results, arm, 'raw', rows), 'bytes') / rows;
  const pulled = spread(armCell(results, arm, 'stall', stalled), 'pulledBytes');
  if (pulled === null || Number.isNaN(bytesOfRow)) return null;
  // The last ids have more digits than those of the raw runs.
  const inRows = (/** @type {number} */ bytes) => Math.min(stalled, Math.round(bytes / bytesOfRow));
  return { median: inRows(pulled.median), min: inRows(pulled.min), max: inRows(pulled.max) };
}

/** From how many rows on a result is larger than all that the sockets on the way may hold. */
export const ENOUGH_ROWS = 300_000;
