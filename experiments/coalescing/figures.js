import { cellOf, median, spread } from '../harness/spread.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Spread } from '../report/summary.js' */
/** @import { ContestantId, StoreId } from './contestants.js' */
/** @import { Asked } from './start-contestant.js' */

/**
 * @typedef {{ contestant: ContestantId, store: StoreId, keys?: Asked['keys'], connections?: number }} Which By default, the same key
 *   over the most connections.
 */

/**
 * A figure of a load.
 *
 * @param {NamedResults} results
 * @param {Which} which
 * @param {string} figure
 * @returns {Spread | null} null if it was not measured.
 */
export function loadFigure(results, which, figure) {
  return spread(loadCell(results, which), figure);
}

/**
 * A figure of a load for each thousand answers, whose number depends on the machine.
 *
 * @param {NamedResults} results
 * @param {Which} which
 * @param {string} figure
 * @returns {Spread | null}
 */
export function forThousand(results, which, figure) {
  const cell = loadCell(results, which);
  const runs = (cell?.runs ?? []).filter(({ figures }) => figures[figure] !== undefined && figures.requests > 0);
  if (cell === null || runs.length === 0) return null;
  const ratios = runs.map(run => ({
    ...run,
    figures: { ratio: (1000 * run.figures[figure]) / run.figures.requests },
  }));
  return spread({ ...cell, runs: ratios }, 'ratio');
}

/**
 * @param {NamedResults} results
 * @param {StoreId} store
 * @param {ContestantId} contestant
 * @param {Asked['keys']} [keys]
 * @returns {number} How many times the answers of a query each; NaN if not measured.
 */
export function gain(results, store, contestant, keys = 'same') {
  const rate = (/** @type {ContestantId} */ id) =>
    loadFigure(results, { contestant: id, store, keys }, 'requests a second')?.median ?? Number.NaN;
  return rate(contestant) / rate('each');
}

/**
 * @param {NamedResults} results
 * @param {'burst' | 'outage'} kind
 * @param {StoreId} store
 * @param {ContestantId} contestant
 * @param {string} figure
 * @returns {number} NaN if not measured.
 */
export function counted(results, kind, store, contestant, figure) {
  return median(cellOf(results, { kind, store, contestant }), figure);
}

/**
 * @param {NamedResults} results
 * @param {Which} which
 */
function loadCell(results, { keys = 'same', connections = results.options.connections, ...of }) {
  return cellOf(results, { kind: 'load', keys, connections, ...of });
}
