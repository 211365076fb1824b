import { formatCount } from '../../src/cli/units.js';
import { formatFactor, formatSpread } from '../report/figures.js';
import { formatRate, hasRedis } from './charts.js';
import { STORE_NAMES } from './contestants.js';
import { counted, forThousand, gain, loadFigure } from './figures.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Claim } from '../report/claims.js' */
/** @import { StoreId } from './contestants.js' */

/**
 * @param {NamedResults} results
 * @returns {Claim[]}
 */
export function claimsOf(results) {
  return [
    gainClaim(results, 'postgres'),
    ...(hasRedis(results) ? [gainClaim(results, 'redis')] : []),
    {
      topic: 'Queries',
      claimed: 'Callers who ask for the same while a query is under way share it',
      seen: [
        `${formatCount(counted(results, 'burst', 'postgres', 'map', 'callers'))} callers at once: ${counted(results, 'burst', 'postgres', 'map', 'reads')} query with the map, ${counted(results, 'burst', 'postgres', 'ours', 'reads')} with Sluice’s coalescer, ${formatCount(counted(results, 'burst', 'postgres', 'each', 'reads'))} without.`,
      ],
      why: 'It holds.',
    },
    {
      topic: 'Failures',
      claimed: 'A map of promises is all it takes',
      seen: [
        `After an outage, ${counted(results, 'outage', 'postgres', 'map', 'after')} of ${counted(results, 'outage', 'postgres', 'map', 'asked')} reads fail with the map, none with Sluice’s coalescer.`,
        'Once the server is started again, none fails.',
      ],
      why: 'The map deletes a promise in the line behind await, which is not reached if the promise rejects. It stays, and every later caller gets its old error. Removing it in a finally block would do.',
    },
    {
      topic: 'When it pays',
      claimed: 'The article loads one key only',
      seen: [
        `With a key for each connection, Sluice’s coalescer sends ${formatCount(Math.round(forThousand(results, { contestant: 'ours', store: 'postgres', keys: 'distinct' }, 'reads')?.median ?? Number.NaN))} queries for 1,000 answers.`,
        ...distinctRates(results, 'postgres'),
        ...(hasRedis(results) ? distinctRates(results, 'redis') : []),
      ],
      why: 'There is nothing to share: each answer is a query, and looking for others who ask the same costs the server some of its own time. More queries than answers are those that were under way at the end.',
    },
  ];
}

/**
 * @param {NamedResults} results
 * @param {StoreId} store
 * @returns {Claim}
 */
function gainClaim(results, store) {
  const [before, after] = ARTICLE[store];
  const rate = (/** @type {'each' | 'map' | 'ours'} */ contestant) =>
    formatRate(loadFigure(results, { contestant, store }, 'requests a second')?.median ?? Number.NaN);
  const found = gain(results, store, 'map');
  const more = found > (1.25 * after) / before;
  const less = found < after / before / 1.25;
  const [storeCpu, serverCpu] = ['store CPU s', 'server CPU s'].map(
    figure => forThousand(results, { contestant: 'each', store }, figure)?.median ?? Number.NaN,
  );
  const share = Math.round((100 * storeCpu) / (storeCpu + serverCpu));
  return {
    topic: `Requests a second, ${STORE_NAMES[store]}`,
    claimed: `${formatCount(before)} without, ${formatCount(after)} with: ${formatFactor(after / before)} times as many, at 5,000 connections`,
    seen: [
      `${rate('each')} without, ${rate('map')} with the article’s map: ${formatFactor(found)} times as many; ${rate('ours')} with Sluice’s coalescer.`,
      ...(Number.isNaN(share)
        ? []
        : [`Without sharing, ${STORE_NAMES[store]} takes ${share} % of the CPU time of store and server together.`]),
    ],
    why: `${more ? 'It holds, and more so.' : less ? 'Here it gains less.' : 'It holds, by about the same factor.'} Sharing saves the store’s work and the server’s work of asking it, on machines that both share with the load generator here; the work of HTTP stays.`,
  };
}

/**
 * What sharing costs where there is nothing to share, and whether the runs can tell.
 *
 * @param {NamedResults} results
 * @param {StoreId} store
 * @returns {string[]}
 */
function distinctRates(results, store) {
  const [each, ours] = /** @type {const} */ (['each', 'ours']).map(contestant =>
    loadFigure(results, { contestant, store, keys: 'distinct' }, 'requests a second'),
  );
  if (each === null || ours === null) return [];
  const overlap = ours.max >= each.min && each.max >= ours.min;
  const told = overlap && each.min < each.max ? ', in ranges that overlap' : '';
  return [
    `${STORE_NAMES[store]}: ${formatSpread(each, formatRate)} without sharing, ${formatSpread(ours, formatRate)} with it${told}.`,
  ];
}

/** Requests a second, without and with. @type {Record<StoreId, readonly [number, number]>} */
const ARTICLE = { redis: [47_670, 68_960], postgres: [30_391, 42_422] };
