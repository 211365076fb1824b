import { median } from '../harness/spread.js';
import { allRoundTrips, failuresOf, flightsOf, wayCell } from './flights.js';
import { WAY_NAMES, WAYS } from './ways.js';

/** @import { Assertion, NamedResults } from '../harness/shape.js' */
/** @import { Which } from './flights.js' */
/** @import { WayId } from './ways.js' */

/**
 * @param {NamedResults} results
 * @returns {Assertion[]}
 */
export function assertions(results) {
  return [
    all('On a kept connection, one flight for a query; two for postgres without prepared statements', WAYS_NOW, way => [
      flightsOf(results, { way }, 'next'),
      way === 'postgres-no-prepare' || way === 'postgres-no-types' ? 2 : 1,
    ]),
    all('A new connection costs pg four flights before the query', PG_WAYS, way => [
      flightsOf(results, { way }, 'first'),
      5,
    ]),
    all('TLS costs two flights more', WAYS_NOW, way => [
      flightsOf(results, { way, isTls: true }, 'first') - flightsOf(results, { way }, 'first'),
      2,
    ]),
    all('workerd needs as many flights as Node', WORKER_WAYS, way => [
      flightsOf(results, { way, platform: 'workerd', isTls: true }, 'first'),
      flightsOf(results, { way, isTls: true }, 'first'),
    ]),
    all('With a pooler beside the client, only the query’s own flights cross the network', NEAR_WAYS, way => [
      flightsOf(results, { way, place: 'near' }, 'first'),
      flightsOf(results, { way }, 'next'),
    ]),
    all('With a pooler beside the server, connecting costs as many flights as without', FAR_WAYS, way => [
      flightsOf(results, { way, place: 'far' }, 'first'),
      flightsOf(results, { way }, 'first'),
    ]),
    all('Behind a pooler in transaction mode, no query fails that leaves no statement behind', UNNAMED, way => [
      failuresOf(results, way)?.failed.max ?? Number.NaN,
      0,
    ]),
    neverFaster(results),
  ].filter(assertion => assertion !== null);
}

/**
 * @param {string} claim
 * @param {readonly WayId[]} ways
 * @param {(way: WayId) => [seen: number, expected: number]} figures NaN: not measured.
 * @returns {Assertion | null} null if none was measured.
 */
function all(claim, ways, figures) {
  const rows = ways
    .map(way => ({ way, figures: figures(way) }))
    .filter(row => row.figures.every(figure => !Number.isNaN(figure)));
  if (rows.length === 0) return null;
  return {
    claim,
    seen: rows.map(({ way, figures: [seen] }) => `${WAY_NAMES[way]} ${seen}`).join(', '),
    holds: rows.every(({ figures: [seen, expected] }) => seen === expected),
  };
}

/**
 * That the flights are real: nothing is answered sooner than they take. The proxy's timers may be half a millisecond early in
 * each direction.
 *
 * @param {NamedResults} results
 * @returns {Assertion}
 */
function neverFaster(results) {
  let least = Number.POSITIVE_INFINITY;
  for (const which of everyCell()) {
    const cell = wayCell(results, which);
    for (const roundTripMs of allRoundTrips(results).filter(ms => ms > EARLY_MS)) {
      for (const step of ['first', 'next']) {
        const flights = median(cell, `${step} flights ${roundTripMs}`);
        const ratio = median(cell, `${step} ms ${roundTripMs}`) / (flights * (roundTripMs - EARLY_MS));
        if (ratio < least) least = ratio;
      }
    }
  }
  return {
    claim: 'No answer comes sooner than its flights times the round trip, less a millisecond each',
    seen: `at least ${least.toFixed(2)} times that`,
    holds: least >= 1,
  };
}

/** @returns {Which[]} */
function everyCell() {
  const platforms = /** @type {const} */ (['Node', 'workerd']);
  const places = /** @type {const} */ (['direct', 'near', 'far']);
  return platforms.flatMap(platform =>
    places.flatMap(place =>
      WAYS.flatMap(({ id: way }) => [false, true].map(isTls => ({ way, platform, place, isTls }))),
    ),
  );
}

const EARLY_MS = 1;

const WAYS_NOW = WAYS.map(({ id }) => id);
const PG_WAYS = WAYS_NOW.filter(way => way.startsWith('pg-'));
/** @type {readonly WayId[]} */
const WORKER_WAYS = ['pg-unnamed', 'postgres-no-types', 'postgres-simple'];
/** @type {readonly WayId[]} */
const NEAR_WAYS = ['pg-unnamed', 'pg-simple', 'pg-copy', 'postgres-no-types', 'postgres-simple'];
/** @type {readonly WayId[]} */
const FAR_WAYS = ['pg-unnamed', 'postgres-no-types'];
/** @type {readonly WayId[]} */
const UNNAMED = ['pg-unnamed', 'pg-simple', 'pg-copy', 'postgres-simple'];
