import { cellOf, median, spread } from '../harness/spread.js';
import { sizesOf } from './sizes.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Spread } from '../report/summary.js' */
/** @import { ContestantId } from './contestants.js' */
/** @import { ReaderId } from './readers.js' */

/**
 * A download: `size` is the number of rows, `page` that of a page; a stream has no page.
 *
 * @typedef {{ contestant: ContestantId, size: 'few' | 'many', page?: 'small' | 'large', sleeps?: boolean }} Which
 */

/**
 * @param {NamedResults} results
 * @param {Which} which
 * @param {string} figure
 * @returns {Spread | null} null if it was not measured.
 */
export function downloadFigure(results, which, figure) {
  return spread(downloadCell(results, which), figure);
}

/**
 * @param {NamedResults} results
 * @param {Which} which
 * @param {string} figure
 * @returns {number} NaN if it was not measured.
 */
export function downloadMedian(results, which, figure) {
  return median(downloadCell(results, which), figure);
}

/**
 * @param {NamedResults} results
 * @param {Which} which
 * @returns {number} How many queries the download takes.
 */
export function queriesOf({ options }, { size, page }) {
  const { rows, page: rowsOfPage } = sizeOf(options, size, page);
  return Math.ceil(rows / rowsOfPage);
}

/**
 * @param {Record<string, number>} options
 * @param {Which['size']} size
 * @param {Which['page']} [page]
 * @returns {{ rows: number, page: number }}
 */
export function sizeOf(options, size, page) {
  const { rowCounts, pages } = sizesOf(options);
  const rows = rowCounts[size === 'few' ? 0 : 1];
  return { rows, page: page === undefined ? rows : pages[page === 'small' ? 0 : 1] };
}

/**
 * @param {NamedResults} results
 * @param {ContestantId} contestant
 * @param {'busy' | 'answered' | 'items read' | 'clients'} figure
 * @returns {number} NaN if it was not measured.
 */
export function givenUp(results, contestant, figure) {
  return median(cellOf(results, { kind: 'give up', contestant }), figure);
}

/**
 * @param {NamedResults} results
 * @param {ReaderId} reader
 * @param {string} figure
 * @returns {number} NaN if it was not measured.
 */
export function whileChanging(results, reader, figure) {
  return median(cellOf(results, { kind: 'disjoint', reader }), figure);
}

/**
 * @param {NamedResults} results
 * @param {Which} which
 */
function downloadCell(results, { contestant, size, page, sleeps = false }) {
  return cellOf(results, { kind: 'download', contestant, sleeps, ...sizeOf(results.options, size, page) });
}
