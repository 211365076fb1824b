import { cellOf, median, spread } from '../harness/spread.js';
import { roundTripsOf } from './round-trips.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Spread } from '../report/summary.js' */
/** @import { Place } from './stage.js' */
/** @import { WayId } from './ways.js' */

/**
 * Which cell: by default from Node, directly and without TLS.
 *
 * @typedef {{ way: WayId, platform?: 'Node' | 'workerd', place?: Place, isTls?: boolean }} Which
 *
 * @typedef {'first' | 'next'} Step From nothing to the first answer, or the same query again.
 */

/**
 * @param {NamedResults} results
 * @param {Which} which
 * @param {Step} step
 * @returns {number} Flights, as counted with the longest round trip; NaN if the cell did not run.
 */
export function flightsOf(results, which, step) {
  return median(wayCell(results, which), `${step} flights ${longest(results)}`);
}

/**
 * @param {NamedResults} results
 * @param {Which} which
 * @param {Step} step
 * @param {number} [roundTripMs] By default the longest.
 * @returns {Spread | null} In milliseconds.
 */
export function timeOf(results, which, step, roundTripMs = longest(results)) {
  return spread(wayCell(results, which), `${step} ms ${roundTripMs}`);
}

/**
 * @param {NamedResults} results
 * @param {WayId} way
 * @returns {{ failed: Spread, queries: number, flights: number, error: string } | null} Behind a pooler that gives each query another connection.
 */
export function failuresOf(results, way) {
  const cell = cellOf(results, { kind: 'rotating', way });
  const failed = spread(cell, 'failed');
  if (cell === null || failed === null) return null;
  return {
    failed,
    queries: median(cell, 'queries'),
    flights: median(cell, 'flights'),
    error: cell.runs.map(({ words }) => words.error).find(Boolean) ?? '',
  };
}

/** @param {NamedResults} results */
export function longest({ options }) {
  return options['round-trip'];
}

/** @param {NamedResults} results */
export function allRoundTrips(results) {
  return roundTripsOf(longest(results));
}

/**
 * @param {NamedResults} results
 * @param {Which} which
 */
export function wayCell(results, { way, platform = 'Node', place = 'direct', isTls = false }) {
  return cellOf(results, { kind: 'flights', platform, way, place, isTls });
}
