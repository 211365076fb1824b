import { formatCount } from '../../src/cli/units.js';
import { barChart } from '../report/charts/bars.js';
import { formatFactor } from '../report/figures.js';
import { CONTESTANTS, STORE_NAMES } from './contestants.js';
import { counted, forThousand, gain, loadFigure } from './figures.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Bar } from '../report/charts/bars.js' */
/** @import { Chart } from '../report/charts/frame.js' */
/** @import { Spread } from '../report/summary.js' */
/** @import { ContestantId, StoreId } from './contestants.js' */

/**
 * @param {NamedResults} results
 * @returns {Chart[]}
 */
export function chartsOf(results) {
  return [burst(results), requests(results), storeCpu(results), outage(results), distinct(results)].filter(
    chart => chart !== null,
  );
}

/** @param {NamedResults} results */
function burst(results) {
  const many = formatCount(results.options.connections);
  return barChart({
    name: 'queries',
    title: `${many} callers who ask for the same at once are one query`,
    subtitle: 'Queries that reached the store, as it counts them itself',
    bars: barsOf(results, (store, id) => one(counted(results, 'burst', store, id, 'reads'))),
    format: count => `${formatCount(count)} ${count === 1 ? 'query' : 'queries'}`,
  });
}

/** @param {NamedResults} results */
function requests(results) {
  return barChart({
    name: 'requests',
    title: `Sharing answers ${gainText(results, 'postgres')} the requests in front of Postgres${hasRedis(results) ? `, ${gainText(results, 'redis')} in front of Redis` : ''}`,
    subtitle: `Answers a second to ${formatCount(results.options.connections)} connections that ask for the same five rows`,
    bars: barsOf(results, (store, contestant) => loadFigure(results, { contestant, store }, 'requests a second')),
    format: formatRate,
  });
}

/** @param {NamedResults} results */
function storeCpu(results) {
  const cpu = (/** @type {ContestantId} */ contestant) =>
    forThousand(results, { contestant, store: 'postgres' }, 'store CPU s')?.median ?? 0;
  const [each, shared] = [cpu('each'), cpu('ours')];
  return barChart({
    name: 'store-cpu',
    title:
      shared > 0 && each > shared
        ? `What is saved is the store’s work: Postgres takes ${formatFactor(each / shared)} times the CPU time without sharing`
        : 'What is saved is the store’s work',
    subtitle: 'The store’s CPU time for a thousand answers of the same load',
    bars: barsOf(results, (store, contestant) => forThousand(results, { contestant, store }, 'store CPU s')),
    format: seconds => `${(1000 * seconds).toFixed(1)} ms`,
  });
}

/** @param {NamedResults} results */
function outage(results) {
  const asked = counted(results, 'outage', 'postgres', 'map', 'asked');
  return barChart({
    name: 'outage',
    title: 'The article’s map never recovers from an outage',
    subtitle: `Reads that fail, of ${asked} after the store is back`,
    bars: barsOf(results, (store, id) => one(counted(results, 'outage', store, id, 'after'))).filter(
      ({ value }) => value !== null,
    ),
    format: count => `${count} failed`,
  });
}

/** @param {NamedResults} results */
function distinct(results) {
  const most = Math.max(
    ...STORES.map(store => gain(results, store, 'ours', 'distinct')).filter(factor => !Number.isNaN(factor)),
  );
  return barChart({
    name: 'distinct',
    title:
      most < 1.1
        ? 'If all ask for something else, sharing gains nothing'
        : 'If all ask for something else, sharing cannot save a query',
    subtitle: `Answers a second to ${formatCount(results.options.connections)} connections that each ask for a key of their own`,
    bars: barsOf(results, (store, contestant) =>
      loadFigure(results, { contestant, store, keys: 'distinct' }, 'requests a second'),
    ).filter(({ value }) => value !== null),
    format: formatRate,
  });
}

/**
 * @param {NamedResults} results
 * @param {(store: StoreId, contestant: ContestantId) => Spread | null} figureOf
 * @returns {Bar[]}
 */
function barsOf(results, figureOf) {
  return STORES.filter(store => store === 'postgres' || hasRedis(results)).flatMap(store =>
    CONTESTANTS.filter(({ stores }) => stores.includes(store)).map(({ id, label }) => ({
      ...{ label, value: figureOf(store, id), group: STORE_NAMES[store] },
      role: id === 'each' ? 'rowByRow' : id === 'map' ? 'buffer' : 'stream',
    })),
  );
}

/**
 * @param {NamedResults} results
 * @param {StoreId} store
 */
export function gainText(results, store) {
  return `${formatFactor(gain(results, store, 'ours'))} times`;
}

/** @param {NamedResults} results */
export function hasRedis(results) {
  return !Number.isNaN(gain(results, 'redis', 'ours'));
}

/** @param {number} rate */
export function formatRate(rate) {
  return `${formatCount(Math.round(rate))} requests/s`;
}

/** @param {number} count */
function one(count) {
  return Number.isNaN(count) ? null : { median: count, min: count, max: count };
}

/** @type {readonly StoreId[]} */
const STORES = ['postgres', 'redis'];
