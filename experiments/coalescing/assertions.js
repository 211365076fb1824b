import { formatCount } from '../../src/cli/units.js';
import { CONTESTANTS, STORE_NAMES } from './contestants.js';
import { counted, loadFigure } from './figures.js';

/** @import { Assertion, NamedResults } from '../harness/shape.js' */
/** @import { ContestantId, StoreId } from './contestants.js' */

/**
 * @param {NamedResults} results
 * @returns {Assertion[]}
 */
export function assertions(results) {
  const { connections } = results.options;
  const many = formatCount(connections);
  const burst = (/** @type {StoreId} */ store, /** @type {ContestantId} */ id) =>
    counted(results, 'burst', store, id, 'reads');
  const failed = (/** @type {StoreId} */ store, /** @type {ContestantId} */ id) =>
    counted(results, 'outage', store, id, 'after');
  const asked = (/** @type {StoreId} */ store, /** @type {ContestantId} */ id) =>
    counted(results, 'outage', store, id, 'asked');
  const median =
    (/** @type {StoreId} */ store, /** @type {ContestantId} */ id, /** @type {'same' | 'distinct'} */ keys) =>
    (/** @type {string} */ figure) =>
      loadFigure(results, { contestant: id, store, keys }, figure)?.median ?? Number.NaN;
  return [
    all(`Without sharing, ${many} callers are ${many} queries`, ['each'], (store, id) => {
      const reads = burst(store, id);
      return [reads, reads === connections];
    }),
    all(`With sharing, ${many} callers are one query`, SHARING, (store, id) => {
      const reads = burst(store, id);
      return [reads, reads === 1];
    }),
    all(`Each of the ${many} callers has an answer`, ['each', ...SHARING], (store, id) => {
      const answers = counted(results, 'burst', store, id, 'answers');
      return [answers, answers === connections];
    }),
    all('Under load, sharing sends at most one query for two answers', SHARING, (store, id) => {
      const figure = median(store, id, 'same');
      // On a machine that has no time for them, hardly any connection gets an answer.
      const isLoad = figure('requests') >= connections;
      return [isLoad ? figure('reads') : Number.NaN, figure('reads') <= figure('requests') / 2];
    }),
    all('With a key each, there are at least as many queries as answers', ['ours', 'serve'], (store, id) => {
      const figure = median(store, id, 'distinct');
      return [figure('reads'), figure('reads') >= figure('requests')];
    }),
    all('The map answers every read after the outage with the outage’s error', ['map'], (store, id) => {
      const count = failed(store, id);
      return [count, count === asked(store, id)];
    }),
    all('It goes on until the server is started again', ['map'], (store, id) => {
      const count = counted(results, 'outage', store, id, 'restarted');
      return [count, count === 0];
    }),
    all('Sluice’s coalescer keeps no failure after the outage', ['ours', 'serve'], (store, id) => {
      const count = failed(store, id);
      return [count, count === 0];
    }),
  ].filter(assertion => assertion !== null);
}

/**
 * @param {string} claim
 * @param {readonly ContestantId[]} ids
 * @param {(store: StoreId, id: ContestantId) => [seen: number, holds: boolean]} look NaN: not measured.
 * @returns {Assertion | null} null if none was measured.
 */
function all(claim, ids, look) {
  const rows = CONTESTANTS.filter(({ id }) => ids.includes(id)).flatMap(({ id, label, stores }) =>
    stores.map(store => ({ label, store, look: look(store, id) })),
  );
  const seen = rows.filter(row => !Number.isNaN(row.look[0]));
  if (seen.length === 0) return null;
  return {
    claim,
    seen: seen.map(row => `${STORE_NAMES[row.store]}, ${row.label} ${formatCount(row.look[0])}`).join('; '),
    holds: seen.every(row => row.look[1]),
  };
}

/** @type {readonly ContestantId[]} */
const SHARING = ['map', 'ours', 'serve'];
