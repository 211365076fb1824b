import { ARTICLE, explainArticle } from './explain.js';
import { flightsOf } from './flights.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Claim } from '../report/claims.js' */

/**
 * The article's claims, compared with the findings here.
 *
 * @param {NamedResults} results
 * @returns {Claim[]}
 */
export function claimsOf(results) {
  const explained = explainArticle(results);
  const { connecting, pooled } = ARTICLE;
  if (explained === null) return [];
  const [query, simple, pooledQuery, pooledSimple] = explained.rows;
  const ms = explained.roundTripMs.toFixed(1);
  return [
    {
      topic: 'Connecting for each request',
      claimed: `${connecting.query} ms with a query, ${connecting.simple} ms with one round trip; ${ARTICLE.hello} ms for a Worker that asks nothing`,
      seen: [
        `${query.flights} flights with a query, ${simple.flights} with one round trip, counted in workerd over TLS.`,
        `21 ms and a round trip of ${ms} ms make ${Math.round(query.predicted)} and ${Math.round(simple.predicted)} ms of them.`,
      ],
      why: 'It holds. The connection itself costs six flights: TCP, the question for TLS, its handshake, and three for the password. The query costs one or two.',
    },
    {
      topic: 'Behind a pooler',
      claimed: `${pooled.query} ms with a query, ${pooled.simple} ms with one round trip`,
      seen: [
        `With a pooler beside the Worker, ${pooledSimple.flights} flight for a simple query: 21 + ${ms} = ${Math.round(pooledSimple.predicted)} ms, as the article saw.`,
        `A query of two steps crosses the network ${pooledQuery.flights} times through PgBouncer, which would be ${Math.round(pooledQuery.predicted)} ms, not ${pooled.query}.`,
      ],
      why: 'The pooler has connected before, so only the query crosses. That two steps cost no more than one in the article means that its pooler answered the first one itself, or that its driver sent both at once, as pg does.',
    },
    {
      topic: `From ${connecting.query} to ${pooled.simple} ms`,
      claimed: `${connecting.query} ms without a pooler, ${pooled.simple} ms behind one`,
      seen: [
        `${query.flights} flights become ${pooledSimple.flights}. Nothing else changes: (${connecting.query} − 21) / ${query.flights} = ${((connecting.query - 21) / query.flights).toFixed(1)} ms, and ${pooled.simple} − 21 = ${pooled.simple - 21} ms.`,
        `A pooler beside the database would not help: ${flightsOf(results, { way: 'postgres-no-types', place: 'far' }, 'first')} flights instead of ${flightsOf(results, { way: 'postgres-no-types' }, 'first')}, without TLS.`,
      ],
      why: 'Where the pooler stands decides. Beside the client it saves the flights of the connection; beside the server, only the server’s work.',
    },
  ];
}
