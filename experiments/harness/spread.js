import { spreadOf } from '../report/summary.js';

/** @import { Spread } from '../report/summary.js' */
/** @import { CellResult, NamedResults, Of, RunResult } from './shape.js' */

/** @typedef {'wallSeconds' | 'cpuSeconds' | 'peakRssBytes' | 'peakHeapBytes'} Measure */

/**
 * The median and the range of a figure over a cell's runs.
 *
 * @param {CellResult | null} cell
 * @param {string} figure One of `figures`, or what the harness measures itself.
 * @returns {Spread | null} null if no run has it.
 */
export function spread(cell, figure) {
  const values = (cell?.runs ?? []).flatMap(run => figureOf(run, figure) ?? []);
  return values.length === 0 ? null : spreadOf(values);
}

/**
 * @param {CellResult | null} cell
 * @param {string} figure
 * @returns {number} NaN if no run has it.
 */
export function median(cell, figure) {
  return spread(cell, figure)?.median ?? Number.NaN;
}

/**
 * @param {NamedResults} results
 * @param {Of} of Some of what varies.
 * @returns {CellResult[]} Those that ran.
 */
function cellsOf({ cells }, of) {
  return cells.filter(
    cell => cell.runs.length > 0 && Object.entries(of).every(([name, value]) => cell.of[name] === value),
  );
}

/**
 * @param {NamedResults} results
 * @param {Of} of
 * @returns {CellResult | null} The only one; null if there is none.
 */
export function cellOf(results, of) {
  return cellsOf(results, of)[0] ?? null;
}

/**
 * @param {RunResult} run
 * @param {string} figure
 * @returns {number | undefined}
 */
function figureOf(run, figure) {
  return MEASURES.includes(figure) ? run[/** @type {Measure} */ (figure)] : run.figures[figure];
}

const MEASURES = ['wallSeconds', 'cpuSeconds', 'peakRssBytes', 'peakHeapBytes'];
