import { fileURLToPath } from 'node:url';
import { CONTESTANTS, STORE_NAMES } from './contestants.js';

/** @import { Cell } from '../harness/shape.js' */
/** @import { Contestant, StoreId } from './contestants.js' */
/** @import { Asked } from './start-contestant.js' */

/**
 * @param {Record<StoreId, { url: string, pid: number } | null>} stores
 * @param {Record<string, number>} options
 * @returns {Cell[]}
 */
export function makeCells(stores, options) {
  const counts = connectionCounts(options);
  return /** @type {StoreId[]} */ (['postgres', 'redis']).flatMap(store =>
    CONTESTANTS.filter(contestant => contestant.stores.includes(store)).flatMap(contestant => [
      // Over few connections, the map would only repeat what the coalescer shows.
      ...counts.slice(contestant.id === 'map' ? 1 : 0).map(count => loadCell(contestant, store, count, 'same')),
      ...(contestant.id === 'map' ? [] : [loadCell(contestant, store, options.connections, 'distinct')]),
      burstCell(contestant, store),
      ...(contestant.id === 'each' ? [] : [outageCell(contestant, store)]),
    ]),
  );

  /**
   * @param {Contestant} contestant
   * @param {StoreId} store
   * @param {number} connections
   * @param {Asked['keys']} keys
   * @returns {Cell}
   */
  function loadCell({ id, label }, store, connections, keys) {
    const what = keys === 'same' ? 'the same' : 'a key of its own';
    const name = `${STORE_NAMES[store]}: ${label}, ${connections} connections, each asks for ${what}`;
    return cell(name, { kind: 'load', contestant: id, store, connections, keys }, 'load.js', {
      seconds: options.seconds,
    });
  }

  /**
   * @param {Contestant} contestant
   * @param {StoreId} store
   */
  function burstCell({ id, label }, store) {
    const name = `${STORE_NAMES[store]}: ${label}, ${options.connections} callers at once`;
    const of = { kind: 'burst', contestant: id, store, connections: options.connections };
    return cell(name, of, 'burst.js', {});
  }

  /**
   * @param {Contestant} contestant
   * @param {StoreId} store
   */
  function outageCell({ id, label }, store) {
    const of = { kind: 'outage', contestant: id, store };
    return cell(`${STORE_NAMES[store]}: ${label}, an outage`, of, 'outage.js', {});
  }

  /**
   * @param {string} name
   * @param {Cell['of'] & { store: StoreId }} of
   * @param {string} program
   * @param {Partial<Asked>} more
   * @returns {Cell}
   */
  function cell(name, of, program, more) {
    const running = stores[of.store];
    if (running === null) return { name, of, missing: 'redis-server is not installed' };
    const asked = { ...of, url: running.url, pid: running.pid, ...more };
    const isCompared = of.kind === 'load';
    return {
      ...{ name, of, program: fileURLToPath(new URL(program, import.meta.url)), args: [JSON.stringify(asked)] },
      ...(isCompared
        ? { sameAs: 'five rows', warmUpArgs: [JSON.stringify({ ...asked, seconds: 0 })] }
        : { skipsWarmUp: true, maxRuns: 1 }),
    };
  }
}

/**
 * @param {Record<string, number>} options
 * @returns {number[]} From few to many.
 */
export function connectionCounts({ connections }) {
  return [Math.max(1, Math.round(connections / 100)), connections];
}
