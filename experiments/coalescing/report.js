import { formatCount } from '../../src/cli/units.js';
import { formatFactor } from '../report/figures.js';
import { chartsOf, gainText, hasRedis } from './charts.js';
import { claimsOf } from './claims.js';
import { CONTESTANTS, POOL_SIZE, ROWS } from './contestants.js';
import { counted, forThousand, gain } from './figures.js';
import { overviewTable, tablesOf } from './tables.js';

/** @import { Findings, NamedResults } from '../harness/shape.js' */

/**
 * @param {NamedResults} results
 * @returns {Findings}
 */
export function report(results) {
  const many = formatCount(results.options.connections);
  const asked = counted(results, 'outage', 'postgres', 'map', 'asked');
  const failed = counted(results, 'outage', 'postgres', 'map', 'after');
  const queries = forThousand(results, { contestant: 'ours', store: 'postgres' }, 'reads')?.median ?? Number.NaN;
  return {
    headline: `${many} callers, one query – and an error must not be shared for longer`,
    lede: `While a query is under way, whoever asks for the same can wait for its answer too. In front of Postgres this answers ${gainText(results, 'postgres')} the requests${hasRedis(results) ? `, in front of Redis ${gainText(results, 'redis')}` : ''}, and almost nothing of the load reaches the store. It is not a cache: nothing is kept behind the answer. A map that forgets to remove failures makes one short outage last until the next restart, and where everybody asks for something else, there is nothing to share.`,
    numbers: [
      {
        number: formatCount(counted(results, 'burst', 'postgres', 'ours', 'reads')),
        label: `query for ${many} callers at once`,
        beside: `without sharing: ${formatCount(counted(results, 'burst', 'postgres', 'each', 'reads'))}`,
      },
      {
        number: Number.isNaN(queries) ? '–' : queries.toPrecision(2),
        label: 'queries for 1,000 answers under load (Postgres)',
        beside: `answers a second: × ${formatFactor(gain(results, 'postgres', 'ours'))}`,
      },
      {
        number: formatCount(counted(results, 'outage', 'postgres', 'ours', 'after')),
        label: `of ${asked} reads fail after an outage`,
        beside: `the article’s map: ${failed}, until a restart`,
      },
    ],
    charts: chartsOf(results),
    overview: overviewTable(results),
    tables: tablesOf(results),
    claimsTitle: 'The article about request coalescing',
    claims: claimsOf(results),
    programsTitle: 'The servers',
    programs: CONTESTANTS.map(({ label, does }) => [label, does]),
    steps: [
      `Each server answers the same HTTP request with the same ${ROWS} rows as JSON, from a table by an index, or from a key of Redis. The first three are one program on Node’s own HTTP server, without a framework, that differs only in how callers share.`,
      `autocannon sends the next request on each connection as soon as it has the answer to the last one, for ${results.options.seconds} s; opening the connections is part of that. The article’s took 10 s (--seconds 10).`,
      'For the callers at once, the store is held (a lock on the table; a stopped Redis) until all requests have arrived at the server.',
      'Queries are what the store counts itself: scans of the table in pg_stat_user_tables, calls of GET in Redis.',
      'The outage is a proxy between server and store that ends all connections and refuses new ones, and then lets them through again.',
      'Percentiles are autocannon’s, of the time to an answer.',
    ],
    caveats: [
      `Load generator, server and store share ${results.machine.cores} processor cores: what the store does not use, the others do. On machines of their own, sharing gains less for a store that has power to spare, and more for one that has not.`,
      `A pool of ${POOL_SIZE} connections is the article’s. Redis answers over one connection with many commands under way, so it has less to save.`,
      'sluice serve does more for each request (routing, a grammar, roles, limits): it cannot be asked without sharing, and is compared with the others only by what reaches the store.',
      'Sharing needs equal requests at the same time. Few users, or many different questions, leave it nothing to do; a cache, which keeps answers, is another thing.',
    ],
  };
}
