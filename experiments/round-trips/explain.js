import { flightsOf } from './flights.js';

/** @import { NamedResults } from '../harness/shape.js' */

/**
 * A figure of the article, and what the flights that were counted here make of it.
 *
 * @typedef {{ label: string, article: number, flights: number, predicted: number }} Explained In milliseconds.
 */

/** The article's figures, in milliseconds: a Worker that asks nothing, and four that ask a database. */
export const ARTICLE = Object.freeze({
  hello: 21,
  connecting: Object.freeze({ query: 345, simple: 312 }),
  pooled: Object.freeze({ query: 63, simple: 62 }),
});

/**
 * Computes the article's round trip from its two figures without a pooler and the flights counted here, and then all four
 * figures from that one number.
 *
 * @param {NamedResults} results
 * @returns {{ roundTripMs: number, rows: Explained[] } | null} null if the flights were not counted.
 */
export function explainArticle(results) {
  const platform = Number.isNaN(flightsOf(results, { way: WAYS[0], platform: 'workerd', isTls: true }, 'first'))
    ? 'Node'
    : 'workerd';
  const [query, simple] = WAYS.map(way => flightsOf(results, { way, platform, isTls: true }, 'first'));
  const [pooledQuery, pooledSimple] = WAYS.map(way => flightsOf(results, { way, platform, place: 'near' }, 'first'));
  if ([query, simple, pooledQuery, pooledSimple].some(Number.isNaN)) return null;
  const { hello, connecting, pooled } = ARTICLE;
  const roundTripMs = ((connecting.query - hello) / query + (connecting.simple - hello) / simple) / 2;
  /** @type {(label: string, article: number, flights: number) => Explained} */
  const explained = (label, article, flights) => ({
    ...{ label, article, flights },
    predicted: hello + flights * roundTripMs,
  });
  return {
    roundTripMs,
    rows: [
      explained('connecting, a query', connecting.query, query),
      explained('connecting, one round trip', connecting.simple, simple),
      explained('pooled, a query', pooled.query, pooledQuery),
      explained('pooled, one round trip', pooled.simple, pooledSimple),
    ],
  };
}

/** The article's query, and its query in one round trip. */
const WAYS = /** @type {const} */ (['postgres-no-types', 'postgres-simple']);
