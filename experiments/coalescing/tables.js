import { formatCount } from '../../src/cli/units.js';
import { formatSpread } from '../report/figures.js';
import { connectionCounts } from './cells.js';
import { formatRate } from './charts.js';
import { CONTESTANTS, STORE_NAMES } from './contestants.js';
import { counted, forThousand, loadFigure } from './figures.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Spread } from '../report/summary.js' */
/** @import { Table } from '../report/tables.js' */
/** @import { Contestant, StoreId } from './contestants.js' */
/** @import { Which } from './figures.js' */

/**
 * @param {NamedResults} results
 * @returns {Table}
 */
export function overviewTable(results) {
  return {
    title: `${formatCount(results.options.connections)} connections at a glance`,
    headings: ['store, server', 'answers a second', 'p99', 'queries for 1,000', 'after an outage', 'a key each'],
    textColumns: 1,
    rows: rowsOf(results, (store, { id: contestant }) => [
      medianOf(loadFigure(results, { contestant, store }, 'requests a second'), formatRate),
      medianOf(loadFigure(results, { contestant, store }, 'p99 ms'), formatMs),
      medianOf(forThousand(results, { contestant, store }, 'reads'), formatCountOf),
      failures(counted(results, 'outage', store, contestant, 'after')),
      medianOf(loadFigure(results, { contestant, store, keys: 'distinct' }, 'requests a second'), formatRate),
    ]),
  };
}

/**
 * @param {NamedResults} results
 * @returns {Table[]}
 */
export function tablesOf(results) {
  const [few, many] = connectionCounts(results.options);
  return [
    loadTable(results, `${formatCount(many)} connections, one key`, { connections: many }),
    loadTable(results, `${formatCount(few)} connections, one key`, { connections: few }),
    loadTable(results, `${formatCount(many)} connections, a key each`, { connections: many, keys: 'distinct' }),
    {
      title: 'Reads that fail around an outage',
      headings: ['store, server', 'before', 'of 3 during it', 'the first after it', 'of 20 more', 'after a restart'],
      textColumns: 1,
      rows: rowsOf(results, (store, { id }) =>
        ['before', 'during', 'first', 'after', 'restarted'].map(when =>
          countOf(counted(results, 'outage', store, id, when)),
        ),
      ).filter(row => row[1] !== NOTHING),
    },
  ];
}

/**
 * @param {NamedResults} results
 * @param {string} title
 * @param {Pick<Which, 'connections' | 'keys'>} how
 * @returns {Table}
 */
function loadTable(results, title, how) {
  return {
    title,
    headings: [
      ...['store, server', 'answers a second', 'p50', 'p97.5', 'p99', 'queries for 1,000'],
      ...['store’s CPU for 1,000', 'server’s CPU for 1,000'],
    ],
    textColumns: 1,
    rows: rowsOf(results, (store, { id: contestant }) => {
      const which = { contestant, store, ...how };
      return [
        text(loadFigure(results, which, 'requests a second'), formatRate),
        ...['p50 ms', 'p97.5 ms', 'p99 ms'].map(figure => text(loadFigure(results, which, figure), formatMs)),
        text(forThousand(results, which, 'reads'), formatCountOf),
        ...['store CPU s', 'server CPU s'].map(figure =>
          text(forThousand(results, which, figure), seconds => `${(1000 * seconds).toFixed(1)} ms`),
        ),
      ];
    }).filter(row => row[1] !== NOTHING),
  };
}

/**
 * @param {NamedResults} results
 * @param {(store: StoreId, contestant: Contestant) => string[]} cells
 * @returns {string[][]}
 */
function rowsOf(results, cells) {
  return /** @type {StoreId[]} */ (['postgres', 'redis'])
    .filter(store => results.cells.some(cell => cell.of.store === store && cell.runs.length > 0))
    .flatMap(store =>
      CONTESTANTS.filter(({ stores }) => stores.includes(store)).map(contestant => [
        `${STORE_NAMES[store]}, ${contestant.label}`,
        ...cells(store, contestant),
      ]),
    );
}

/**
 * @param {Spread | null} spread
 * @param {(value: number) => string} format
 */
function text(spread, format) {
  return spread === null ? NOTHING : formatSpread(spread, format);
}

/**
 * @param {Spread | null} spread
 * @param {(value: number) => string} format
 */
function medianOf(spread, format) {
  return spread === null ? NOTHING : format(spread.median);
}

/** @param {number} count */
function failures(count) {
  return Number.isNaN(count) ? NOTHING : count === 0 ? 'recovers' : 'fails for ever';
}

/** @param {number} count */
function countOf(count) {
  return Number.isNaN(count) ? NOTHING : formatCount(count);
}

/** @param {number} count */
function formatCountOf(count) {
  return count >= 100 ? formatCount(Math.round(count)) : count.toPrecision(2);
}

/** @param {number} ms */
function formatMs(ms) {
  return `${formatCount(Math.round(ms))} ms`;
}

const NOTHING = '–';
