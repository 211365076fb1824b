import { barChart } from '../report/charts/bars.js';
import { lineChart } from '../report/charts/lines.js';
import { formatSeconds } from '../report/figures.js';
import { explainArticle } from './explain.js';
import { allRoundTrips, failuresOf, flightsOf, timeOf } from './flights.js';
import { WAYS } from './ways.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Bar } from '../report/charts/bars.js' */
/** @import { Chart } from '../report/charts/frame.js' */
/** @import { Line } from '../report/charts/lines.js' */
/** @import { Step, Which } from './flights.js' */

/**
 * @param {NamedResults} results
 * @returns {Chart[]}
 */
export function chartsOf(results) {
  return [flights(results), times(results), poolers(results), broken(results), explained(results)].filter(
    chart => chart !== null,
  );
}

/** @param {NamedResults} results */
function flights(results) {
  const isTls = !Number.isNaN(flightsOf(results, { way: 'pg-unnamed', isTls: true }, 'first'));
  const fresh = WAYS.map(({ id, label }) => bar(label, flightsOf(results, { way: id, isTls }, 'first'), 'buffer'));
  const kept = WAYS.map(({ id, label }) => bar(label, flightsOf(results, { way: id }, 'next'), 'stream'));
  const [least, most] = [Math.min, Math.max].map(pick => pick(...fresh.map(({ value }) => value?.median ?? 0)));
  return barChart({
    name: 'flights',
    title: `A query costs ${least} to ${most} round trips on a new connection, 1 or 2 on a kept one`,
    subtitle: 'Flights to the first answer: how often the client waits for the network',
    bars: [
      ...fresh.map(each => ({ ...each, group: isTls ? 'A new connection, with TLS' : 'A new connection' })),
      ...kept.map(each => ({ ...each, group: 'A kept connection' })),
    ],
    format: formatFlights,
  });
}

/** @param {NamedResults} results */
function times(results) {
  /** @type {(label: string, which: Which, step: Step, look: Pick<Line, 'role' | 'symbol' | 'dash'>) => Line[]} */
  const line = (label, which, step, look) => {
    const points = allRoundTrips(results).flatMap(x => {
      const y = timeOf(results, which, step, x);
      return y === null ? [] : [{ x, y }];
    });
    return points.length === 0
      ? []
      : [{ label, note: formatFlights(flightsOf(results, which, step)), points, ...look }];
  };
  return lineChart({
    name: 'times',
    title: 'The time is the number of flights times the round trip',
    subtitle: 'Time to the answer by round trip, from Node; medians and ranges',
    panels: [
      {
        title: '',
        lines: [
          ...line('new, TLS, postgres', { way: 'postgres-prepare', isTls: true }, 'first', {
            ...{ role: 'buffer', symbol: 'rect' },
          }),
          ...line('new, TLS, pg', { way: 'pg-unnamed', isTls: true }, 'first', { role: 'buffer', symbol: 'triangle' }),
          ...line('new, pg', { way: 'pg-unnamed' }, 'first', { role: 'rowByRow', symbol: 'diamond' }),
          ...line('kept, no prepare', { way: 'postgres-no-prepare' }, 'next', { role: 'stream', dash: [5, 4] }),
          ...line('kept, pg', { way: 'pg-unnamed' }, 'next', { role: 'stream' }),
        ],
      },
    ],
    formatX: x => `${x} ms`,
    formatY: y => (y === 0 ? '0' : y < 1000 ? `${Math.round(y)} ms` : formatSeconds(y / 1000)),
  });
}

/** @param {NamedResults} results */
function poolers(results) {
  const isThere = !Number.isNaN(flightsOf(results, { way: 'pg-unnamed', place: 'near' }, 'first'));
  if (!isThere) return null;
  const places = /** @type {const} */ (['direct', 'far', 'near']);
  return barChart({
    name: 'poolers',
    title: 'A pooler saves round trips where it stands beside the client, none where it stands beside the server',
    subtitle: 'Flights that cross the slow network, for a client that connects for each request; without TLS',
    bars: /** @type {const} */ (['pg-unnamed', 'postgres-no-types']).flatMap(way =>
      places.map(place => ({
        ...bar(PLACES[place], flightsOf(results, { way, place }, 'first'), place === 'near' ? 'stream' : 'buffer'),
        group: WAYS.find(({ id }) => id === way)?.label ?? way,
      })),
    ),
    format: formatFlights,
  });
}

/** @param {NamedResults} results */
function broken(results) {
  const rows = WAYS.flatMap(({ id, label }) => {
    const failures = failuresOf(results, id);
    return failures === null ? [] : [{ label, ...failures }];
  });
  const failing = rows.filter(({ failed }) => failed.median > 0);
  const costly = rows.filter(({ failed, flights: count, queries }) => failed.max === 0 && count > 2.5 * queries);
  const pooler = `PgBouncer ${results.machine.versions.PgBouncer} in transaction mode`;
  const found = [
    ...failing.map(({ label, failed, queries }) => `${label} fails ${failed.median} of ${queries} times`),
    ...costly.map(({ label, flights: count, queries }) => `${label} needs ${count} flights for ${queries} queries`),
  ];
  return barChart({
    name: 'broken',
    title: found.length === 0 ? `${pooler} breaks none of the ways` : `Behind ${pooler}, ${found.join(', and ')}`,
    subtitle: `Flights for ${rows[0]?.queries ?? 0} queries that one client sends one after the other, and how many fail`,
    bars: rows.map(({ label, failed, flights: count, queries }) => ({
      ...{ label, value: { median: count, min: count, max: count } },
      words: `${formatFlights(count)}${failed.max > 0 ? `, ${failed.median} of ${queries} fail` : ''}`,
      role: failed.max > 0 || count > 2.5 * queries ? 'buffer' : 'rowByRow',
    })),
    format: formatFlights,
  });
}

/** @param {NamedResults} results */
function explained(results) {
  const found = explainArticle(results);
  if (found === null) return null;
  const near = found.rows.filter(({ article, predicted }) => Math.abs(predicted / article - 1) < 0.1).length;
  const one = (/** @type {number} */ value) => ({ median: value, min: value, max: value });
  return barChart({
    name: 'explained',
    title: `One round trip of ${Math.round(found.roundTripMs)} ms explains ${NUMBERS[near]} of the article’s four times`,
    subtitle: `The article’s milliseconds, and the flights counted here times ${found.roundTripMs.toFixed(1)} ms, plus its 21 ms for a Worker that asks nothing`,
    bars: found.rows.flatMap(({ label, article, flights: count, predicted }) => [
      { label: 'the article', value: one(article), role: /** @type {const} */ ('rowByRow'), group: label },
      {
        ...{ label: `21 + ${count} × ${found.roundTripMs.toFixed(1)}`, value: one(predicted), group: label },
        role: /** @type {const} */ ('stream'),
      },
    ]),
    format: value => `${Math.round(value)} ms`,
  });
}

/**
 * @param {string} label
 * @param {number} count
 * @param {NonNullable<Bar['role']>} role
 * @returns {Bar}
 */
function bar(label, count, role) {
  return Number.isNaN(count)
    ? { label, value: null, role }
    : { label, value: { median: count, min: count, max: count }, role };
}

/** @param {number} count */
function formatFlights(count) {
  return `${count} ${count === 1 ? 'flight' : 'flights'}`;
}

const NUMBERS = ['none', 'one', 'two', 'three', 'all'];
const PLACES = { direct: 'no pooler', far: 'pooler beside the server', near: 'pooler beside the client' };
