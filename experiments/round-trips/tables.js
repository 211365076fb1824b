import { formatSpread } from '../report/figures.js';
import { allRoundTrips, failuresOf, flightsOf, longest, timeOf } from './flights.js';
import { WAYS } from './ways.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Table } from '../report/tables.js' */
/** @import { Step, Which } from './flights.js' */

/**
 * Each way's flights, and its time on the slowest network.
 *
 * @param {NamedResults} results
 * @returns {Table}
 */
export function overviewTable(results) {
  const at = `at ${longest(results)} ms`;
  return {
    title: 'Flights to the answer, from Node',
    headings: ['way', 'new, TLS', 'new', 'kept', 'by near pooler', `new, TLS, ${at}`, `kept, ${at}`],
    textColumns: 1,
    rows: WAYS.map(({ id: way, label }) => [
      label,
      count(results, { way, isTls: true }, 'first'),
      count(results, { way }, 'first'),
      count(results, { way }, 'next'),
      count(results, { way, place: 'near' }, 'first'),
      time(results, { way, isTls: true }, 'first'),
      time(results, { way }, 'next'),
    ]),
  };
}

/**
 * @param {NamedResults} results
 * @returns {Table[]}
 */
export function tablesOf(results) {
  return [
    {
      title: 'From workerd',
      headings: ['way', 'new, TLS', 'new', 'kept', 'by near pooler', `new, TLS, at ${longest(results)} ms`],
      textColumns: 1,
      rows: WAYS.filter(({ id }) => WORKER_WAYS.includes(id)).map(({ id: way, label }) => [
        label,
        count(results, { way, platform: 'workerd', isTls: true }, 'first'),
        count(results, { way, platform: 'workerd' }, 'first'),
        count(results, { way, platform: 'workerd' }, 'next'),
        count(results, { way, platform: 'workerd', place: 'near' }, 'first'),
        time(results, { way, platform: 'workerd', isTls: true }, 'first'),
      ]),
    },
    timesTable(results, 'Time on a new connection with TLS, from Node, by round trip', { isTls: true }, 'first'),
    timesTable(results, 'Time on a new connection, from Node, by round trip', {}, 'first'),
    timesTable(results, 'Time on a kept connection, from Node, by round trip', {}, 'next'),
    timesTable(
      results,
      'Time through a pooler beside the client, from Node, by round trip',
      { place: 'near' },
      'first',
    ),
    timesTable(results, 'Time through a pooler beside the server, from Node, by round trip', { place: 'far' }, 'first'),
    brokenTable(results),
  ].filter(({ rows }) => rows.length > 0);
}

/**
 * @param {NamedResults} results
 * @param {string} title
 * @param {Omit<Which, 'way'>} which
 * @param {Step} step
 * @returns {Table}
 */
function timesTable(results, title, which, step) {
  const roundTrips = allRoundTrips(results);
  const rows = WAYS.map(({ id: way, label }) => [
    label,
    ...roundTrips.map(roundTripMs => time(results, { way, ...which }, step, roundTripMs)),
  ]);
  return {
    ...{ title, headings: ['way', ...roundTrips.map(ms => `${ms} ms`)], textColumns: 1 },
    rows: rows.filter(([, ...cells]) => cells.some(cell => cell !== NOTHING)),
  };
}

/**
 * @param {NamedResults} results
 * @returns {Table}
 */
function brokenTable(results) {
  return {
    title: 'Behind a pooler in transaction mode',
    headings: ['way', 'queries', 'failed', 'flights, connecting included'],
    textColumns: 1,
    rows: WAYS.flatMap(({ id, label }) => {
      const found = failuresOf(results, id);
      return found === null ? [] : [[label, `${found.queries}`, `${found.failed.median}`, `${found.flights}`]];
    }),
  };
}

/**
 * @param {NamedResults} results
 * @param {Which} which
 * @param {Step} step
 */
function count(results, which, step) {
  const flights = flightsOf(results, which, step);
  return Number.isNaN(flights) ? NOTHING : String(flights);
}

/**
 * @param {NamedResults} results
 * @param {Which} which
 * @param {Step} step
 * @param {number} [roundTripMs]
 */
function time(results, which, step, roundTripMs) {
  const spread = timeOf(results, which, step, roundTripMs);
  return spread === null ? NOTHING : formatSpread(spread, ms => `${ms < 9.95 ? ms.toFixed(1) : Math.round(ms)} ms`);
}

const WORKER_WAYS = ['pg-unnamed', 'postgres-no-types', 'postgres-simple'];
const NOTHING = '–';
