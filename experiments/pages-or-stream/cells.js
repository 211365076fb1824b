import { fileURLToPath } from 'node:url';
import { formatCount } from '../../src/cli/units.js';
import { CONTESTANTS, NAMES } from './contestants.js';
import { READER_NAMES } from './readers.js';
import { sizesOf } from './sizes.js';

/** @import { Cell } from '../harness/shape.js' */
/** @import { ContestantId } from './contestants.js' */
/** @import { ReaderId } from './readers.js' */

/**
 * @param {string} url
 * @param {Record<string, number>} options
 * @returns {Cell[]}
 */
export function makeCells(url, options) {
  const { rowCounts, pages } = sizesOf(options);
  const [, most] = rowCounts;
  const downloads = rowCounts.flatMap(rows =>
    [false, true].flatMap(sleeps =>
      CONTESTANTS.flatMap(({ id, isPaged }) =>
        (isPaged ? pages : [rows])
          .filter(page => !sleeps || isShown(id, rows / page))
          .map(page => downloadCell(id, rows, page, sleeps)),
      ),
    ),
  );
  return [
    ...downloads,
    ...CONTESTANTS.map(({ id }) => giveUpCell(id, most)),
    .../** @type {ReaderId[]} */ (Object.keys(READER_NAMES)).map(disjointCell),
  ];

  /**
   * @param {ContestantId} contestant
   * @param {number} rows
   * @param {number} page
   * @param {boolean} sleeps
   * @returns {Cell}
   */
  function downloadCell(contestant, rows, page, sleeps) {
    const paging = page < rows || isPagedContestant(contestant) ? `, pages of ${formatCount(page)}` : '';
    return {
      name: `${NAMES[contestant]}${paging}, ${formatCount(rows)} rows${sleeps ? ', with sleep' : ''}`,
      of: { kind: 'download', contestant, rows, page, sleeps },
      sameAs: `${formatCount(rows)} rows${sleeps ? ' with sleep' : ''}`,
      program: programPath('download.js'),
      args: [JSON.stringify({ contestant, url, wanted: { view: sleeps ? 'slow_report' : 'report', rows, page } })],
      ...(rows === most && { maxRuns: 2, skipsWarmUp: sleeps }),
      ...(contestant === 'offset' && rows / page > MANY_PAGES && { maxRuns: 1, skipsWarmUp: true }),
    };
  }

  /**
   * @param {ContestantId} contestant
   * @param {number} rows
   * @returns {Cell}
   */
  function giveUpCell(contestant, rows) {
    const wanted = { view: 'report', rows, page: pages[0] };
    return {
      name: `${NAMES[contestant]}, clients that give up`,
      of: { kind: 'give up', contestant },
      program: programPath('give-up.js'),
      args: [JSON.stringify({ contestant, url, wanted })],
      ...{ skipsWarmUp: true, maxRuns: 1 },
    };
  }

  /**
   * @param {ReaderId} reader
   * @returns {Cell}
   */
  function disjointCell(reader) {
    return {
      name: `${READER_NAMES[reader]}, while rows change`,
      of: { kind: 'disjoint', reader },
      program: programPath('disjoint.js'),
      args: [JSON.stringify({ reader, url })],
      ...{ skipsWarmUp: true, maxRuns: 1 },
    };
  }
}

/**
 * What is measured with the sleep: enough to see what it does, without waiting for it a hundred times.
 *
 * @param {ContestantId} id
 * @param {number} pageCount
 */
function isShown(id, pageCount) {
  return SHOWN_WITH_SLEEP.includes(id) && pageCount <= MANY_PAGES;
}

/** @param {ContestantId} id */
function isPagedContestant(id) {
  return CONTESTANTS.some(contestant => contestant.id === id && contestant.isPaged);
}

/** @param {string} name */
function programPath(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}

const MANY_PAGES = 20;
/** @type {readonly ContestantId[]} */
const SHOWN_WITH_SLEEP = ['offset', 'keyset', 'query-stream', 'serve'];
