import { formatFactor } from '../report/figures.js';
import { chartsOf } from './charts.js';
import { claimsOf } from './claims.js';
import { explainArticle } from './explain.js';
import { failuresOf, flightsOf, longest, timeOf, wayCell } from './flights.js';
import { overviewTable, tablesOf } from './tables.js';
import { WAYS } from './ways.js';

/** @import { Findings, NamedResults } from '../harness/shape.js' */

/**
 * @param {NamedResults} results
 * @returns {Findings}
 */
export function report(results) {
  const isTls = wayCell(results, { way: 'pg-unnamed', isTls: true }) !== null;
  const fresh = WAYS.map(({ id: way }) => flightsOf(results, { way, isTls }, 'first'));
  const [least, most] = [Math.min(...fresh), Math.max(...fresh)];
  const slow = timeOf(results, { way: 'postgres-prepare', isTls }, 'first')?.median ?? 0;
  const fast = timeOf(results, { way: 'pg-unnamed' }, 'next')?.median ?? 1;
  const roundTrip = longest(results);
  return {
    headline: `A query costs ${least} to ${most} round trips on a new connection, and one or two on a kept one`,
    lede: `With a round trip of ${roundTrip} ms, the same query takes ${Math.round(slow)} ms or ${Math.round(fast)} ms. Neither the driver’s speed nor the server’s matters, only how often the client waits for the network. A pooler saves these waits only where it stands beside the client.`,
    numbers: [
      {
        number: `${flightsOf(results, { way: 'pg-unnamed' }, 'next')}`,
        label: 'flight for a query with parameters on a kept connection (pg)',
        beside: `on a new one${isTls ? ' with TLS' : ''}: ${flightsOf(results, { way: 'pg-unnamed', isTls }, 'first')}`,
      },
      {
        number: `÷ ${formatFactor(slow / fast)}`,
        label: `time at ${roundTrip} ms, kept instead of new`,
        beside: `${Math.round(slow)} ms to ${Math.round(fast)} ms`,
      },
      explainedNumber(results),
    ],
    charts: chartsOf(results),
    overview: overviewTable(results),
    tables: tablesOf(results),
    claimsTitle: 'The article about connections from the edge',
    claims: claimsOf(results),
    programsTitle: 'The ways to ask',
    programs: WAYS.map(({ label, does }) => [label, does]),
    steps: [
      'The slow network is a TCP proxy that delays each direction by half of the round trip, and TCP’s own handshake too. It counts a flight each time that the client has to wait: for the connection, and for each answer. What is sent without waiting is one flight.',
      'Each combination connects, asks, and asks again on the same connection, for each round trip. Flights are those with the longest one. Both answers are compared.',
      'In workerd run the same drivers, bundled by esbuild for its connect() sockets, and the same measurement.',
      'PgBouncer is in transaction mode. Beside the client, the slow network is between it and the server, and it has one connection there, which is open. Beside the server, the slow network is between it and the client.',
      'Behind a pooler, a client asks once before it is measured, because PgBouncer sets a new client’s settings on the connection, which costs a flight.',
      'Ways that leave a named statement on the connection are not timed through PgBouncer, because it may break them (–); the queries that may fail are counted for each way.',
      'For the queries that may fail, PgBouncer has three open connections to the server, of which each query gets another one, and no statements are on them before.',
    ],
    caveats: [
      ...workerErrors(results),
      ...brokenWords(results),
      'A proxy on one machine has no losses and no limited rate: a real network is worse in both.',
      'The article’s own network cannot be repeated. That its times follow from flights is arithmetic, with one number, its round trip, fitted to two of its figures; which driver and which pooler it used is not known here.',
    ],
  };
}

/** @param {NamedResults} results */
function explainedNumber(results) {
  const found = explainArticle(results);
  const last = found?.rows.at(-1);
  return last === undefined
    ? { number: '–', label: 'what the flights predict for the article’s pooler', beside: 'not measured' }
    : {
        number: `${Math.round(last.predicted)} ms`,
        label: 'what the flights predict for the article’s pooler',
        beside: `the article: ${last.article} ms`,
      };
}

/** @param {NamedResults} results */
function brokenWords(results) {
  const [named, prepared] = /** @type {const} */ (['pg-named', 'postgres-prepare']).map(way =>
    failuresOf(results, way),
  );
  if (named === null || prepared === null) return [];
  const error = named.error === '' ? '' : ` (${named.error})`;
  const noticed = prepared.failed.median === 0 && named.failed.median > 0;
  return [
    `Which ways work behind a pooler depends on its version: here it is PgBouncer ${results.machine.versions.PgBouncer}, and PgBouncer follows named statements from 1.21 on. In transaction mode each query may get another connection, on which a named statement is not: ${named.failed.median} of ${named.queries} queries of pg with a name fail${error}.${noticed ? ' postgres notices that, and prepares the statement again:' : ' Of postgres,'} ${prepared.failed.median} of ${prepared.queries} fail, with ${prepared.flights} flights.`,
  ];
}

/** @param {NamedResults} results */
function workerErrors(results) {
  const error = wayCell(results, { way: 'pg-copy', platform: 'workerd' })?.runs[0]?.words.error;
  return error === undefined
    ? []
    : [
        `pg-copy-streams does not run in workerd: ${error.split('\n')[0]}. The socket that pg uses there cannot be paused.`,
      ];
}
