import { formatBytes, formatCount } from '../../src/cli/units.js';
import { formatSeconds, formatSpread } from '../report/figures.js';
import { CONTESTANTS } from './contestants.js';
import { downloadsOf } from './downloads.js';
import { downloadFigure, givenUp, sizeOf, whileChanging } from './figures.js';
import { READER_NAMES } from './readers.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Spread } from '../report/summary.js' */
/** @import { Table } from '../report/tables.js' */
/** @import { Which } from './figures.js' */
/** @import { ReaderId } from './readers.js' */

/**
 * @param {NamedResults} results
 * @returns {Table}
 */
export function overviewTable(results) {
  const { rows } = sizeOf(results.options, 'many');
  return {
    title: `${formatCount(rows)} rows at a glance`,
    headings: ['way', 'last row', 'first row', 'memory', 'rows read', 'after clients give up'],
    textColumns: 1,
    rows: downloadsOf(results, 'many', false).map(({ label, which, contestant }) => [
      label,
      medianOf(downloadFigure(results, which, 'last row ms'), formatMs),
      medianOf(downloadFigure(results, which, 'first row ms'), formatMs),
      medianOf(downloadFigure(results, which, 'client growth bytes'), bytes => `+ ${formatBytes(bytes)}`),
      medianOf(downloadFigure(results, which, 'items read'), formatCount),
      Number.isNaN(givenUp(results, contestant, 'answered'))
        ? NOTHING
        : givenUp(results, contestant, 'answered') === 1
          ? 'goes on'
          : 'hangs',
    ]),
  };
}

/**
 * @param {NamedResults} results
 * @returns {Table[]}
 */
export function tablesOf(results) {
  const { sleep } = results.options;
  return [
    downloadTable(results, 'many', false, ''),
    downloadTable(results, 'few', false, ''),
    downloadTable(results, 'many', true, `, with a sleep of ${sleep} ms in each query`),
    downloadTable(results, 'few', true, `, with a sleep of ${sleep} ms in each query`),
    sleepTable(results),
    {
      title: 'What clients leave behind that give up after the first rows',
      headings: ['way', 'sessions still busy', 'the next client', 'rows read for them'],
      textColumns: 1,
      rows: CONTESTANTS.filter(({ id }) => !Number.isNaN(givenUp(results, id, 'busy'))).map(({ id, label }) => [
        label,
        `${givenUp(results, id, 'busy')} of ${givenUp(results, id, 'clients')}`,
        givenUp(results, id, 'answered') === 1 ? 'has its answer' : 'waits in vain',
        formatCount(givenUp(results, id, 'items read')),
      ]),
    },
    {
      title: 'Rows that never come, and rows that come twice, while another session changes some',
      headings: ['way', ...CHANGES.flatMap(([, words]) => [`${words}: never`, `${words}: twice`])],
      textColumns: 1,
      rows: /** @type {ReaderId[]} */ (Object.keys(READER_NAMES)).map(reader => [
        READER_NAMES[reader],
        ...CHANGES.flatMap(([change]) =>
          ['missing', 'twice'].map(what => formatCount(whileChanging(results, reader, `${change} ${what}`))),
        ),
      ]),
    },
  ];
}

/**
 * @param {NamedResults} results
 * @param {Which['size']} size
 * @param {boolean} sleeps
 * @param {string} suffix
 * @returns {Table}
 */
function downloadTable(results, size, sleeps, suffix) {
  const { rows } = sizeOf(results.options, size);
  return {
    title: `${formatCount(rows)} rows${suffix}`,
    headings: [
      ...['way', 'first row', 'last row', 'rows a second', 'service, peak RSS', 'its growth'],
      ...['backend, private', 'rows read'],
    ],
    textColumns: 1,
    rows: downloadsOf(results, size, sleeps).flatMap(({ label, which }) => {
      const figure = (/** @type {string} */ name) => downloadFigure(results, which, name);
      if (figure('last row ms') === null) return [];
      return [
        [
          label,
          text(figure('first row ms'), formatMs),
          text(figure('last row ms'), formatMs),
          text(figure('rows a second'), rate => formatCount(Math.round(rate))),
          text(figure('client bytes'), formatBytes),
          text(figure('client growth bytes'), formatBytes),
          text(figure('backend bytes'), formatBytes),
          text(figure('items read'), formatCount),
        ],
      ];
    }),
  };
}

/**
 * What the sleep adds, and what it would add if nothing else changed.
 *
 * @param {NamedResults} results
 * @returns {Table}
 */
function sleepTable(results) {
  const { sleep } = results.options;
  return {
    title: 'What the sleep adds',
    headings: ['download', 'queries', `queries × ${sleep} ms`, 'time added'],
    textColumns: 1,
    rows: /** @type {const} */ (['few', 'many']).flatMap(size =>
      downloadsOf(results, size, true).flatMap(({ label, which, queries }) => {
        const [slow, fast] = [true, false].map(sleeps => downloadFigure(results, { ...which, sleeps }, 'last row ms'));
        if (slow === null || fast === null) return [];
        const name = `${label}, ${formatCount(sizeOf(results.options, size).rows)} rows`;
        return [[name, `${queries}`, formatMs(queries * sleep), formatMs(slow.median - fast.median)]];
      }),
    ),
  };
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

/**
 * @param {number} ms
 * @returns {string}
 */
export function formatMs(ms) {
  if (ms < 0) return `−${formatMs(-ms)}`;
  return ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : formatSeconds(ms / 1000);
}

const CHANGES = [
  ['update', 'updated'],
  ['delete', 'deleted'],
  ['parallel', 'nothing changes, parallel scans'],
];
const NOTHING = '–';
