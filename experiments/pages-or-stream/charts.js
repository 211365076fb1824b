import { formatBytes, formatCount } from '../../src/cli/units.js';
import { barChart } from '../report/charts/bars.js';
import { lineChart } from '../report/charts/lines.js';
import { formatFactor, formatSeconds } from '../report/figures.js';
import { downloadsOf } from './downloads.js';
import { downloadFigure, downloadMedian, queriesOf, sizeOf } from './figures.js';
import { givenUpChart, lostRows } from './loss-charts.js';
import { formatMs } from './tables.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Bar } from '../report/charts/bars.js' */
/** @import { Chart } from '../report/charts/frame.js' */
/** @import { Spread } from '../report/summary.js' */
/** @import { ContestantId } from './contestants.js' */
/** @import { Which } from './figures.js' */

/**
 * @param {NamedResults} results
 * @returns {Chart[]}
 */
export function chartsOf(results) {
  return [
    sleep(results),
    itemsRead(results),
    times(results),
    firstRow(results),
    memory(results),
    lostRows(results),
    givenUpChart(results),
  ].filter(chart => chart !== null);
}

/** @param {NamedResults} results */
function sleep(results) {
  const { rows } = sizeOf(results.options, 'few');
  const bars = [false, true].flatMap(sleeps =>
    downloadsOf(results, 'few', sleeps)
      .filter(({ which }) => downloadFigure(results, { ...which, sleeps: true }, 'last row ms') !== null)
      .map(({ label, which, isPaged }) => ({
        ...{ label, value: seconds(downloadFigure(results, which, 'last row ms')), role: roleOf(isPaged) },
        group: sleeps ? `With a sleep of ${results.options.sleep} ms in each query` : 'Without a sleep',
      })),
  );
  const ratio = (/** @type {boolean} */ sleeps) =>
    downloadMedian(results, { contestant: 'keyset', size: 'few', page: 'small', sleeps }, 'last row ms') /
    downloadMedian(results, { contestant: 'query-stream', size: 'few', sleeps }, 'last row ms');
  const isBySleep = ratio(false) < 1.25 && ratio(true) > 1.25;
  return barChart({
    name: 'sleep',
    title: isBySleep
      ? 'Keyset pages lose by the sleep in each query, not by being pages'
      : 'What a sleep in each query does to pages and to streams',
    subtitle: `Time to the last of ${formatCount(rows)} rows`,
    bars,
    format: formatSeconds,
  });
}

/** @param {NamedResults} results */
function itemsRead(results) {
  const points = (/** @type {ContestantId} */ contestant) =>
    /** @type {const} */ ([
      ['few', 'large'],
      ['few', 'small'],
      ['many', 'large'],
      ['many', 'small'],
    ])
      .flatMap(([size, page]) => {
        const which = { contestant, size, page };
        const { rows } = sizeOf(results.options, size);
        const read = downloadFigure(results, which, 'items read');
        return read === null ? [] : [{ x: queriesOf(results, which), y: scale(read, 1 / rows) }];
      })
      .toSorted((one, other) => one.x - other.x);
  const [offset, keyset] = [points('offset'), points('keyset')];
  const most = offset.at(-1)?.y.median ?? Number.NaN;
  return lineChart({
    name: 'items-read',
    title: `LIMIT/OFFSET reads each row again for every later page: ${formatFactor(most)} times at ${offset.at(-1)?.x} pages`,
    subtitle:
      'Rows of the table that the server reads for each row that it delivers, by the number of pages; both axes logarithmic',
    panels: [
      {
        title: '',
        lines: /** @type {const} */ ([
          ['LIMIT/OFFSET', offset, 'buffer', 'rect'],
          ['keyset', keyset, 'stream', 'circle'],
        ])
          .filter(([, line]) => line.length > 0)
          .map(([label, line, role, symbol]) => ({
            ...{ label, points: line, role, symbol },
            note: `${formatFactor(line[line.length - 1].y.median)} rows`,
          })),
      },
    ],
    formatX: x => `${x} pages`,
    formatY: y => formatCount(Number(y.toFixed(3))),
    isLogX: true,
    isLogY: true,
  });
}

/** @param {NamedResults} results */
function times(results) {
  const { rows } = sizeOf(results.options, 'many');
  const time = (/** @type {Which} */ which) => downloadMedian(results, which, 'last row ms');
  const [offset, keyset, stream] = [
    time({ contestant: 'offset', size: 'many', page: 'small' }),
    time({ contestant: 'keyset', size: 'many', page: 'small' }),
    time({ contestant: 'query-stream', size: 'many' }),
  ];
  return barChart({
    name: 'time',
    title: `Without a sleep, LIMIT/OFFSET takes ${formatFactor(offset / stream)} times as long as a stream, keyset pages ${formatFactor(keyset / stream)} times`,
    subtitle: `Time to the last of ${formatCount(rows)} rows; what is compared is pg-query-stream as it is`,
    bars: barsOf(results, 'last row ms', 1 / 1000),
    format: formatSeconds,
  });
}

/** @param {NamedResults} results */
function firstRow(results) {
  const { rows } = sizeOf(results.options, 'many');
  const first = (/** @type {ContestantId} */ contestant) =>
    downloadMedian(results, { contestant, size: 'many' }, 'first row ms');
  return barChart({
    name: 'first-row',
    title: `The first row comes ${formatFactor(first('whole-stream') / first('query-stream'))} times as late with a highWaterMark of 5,000,000`,
    subtitle: `Time to the first of ${formatCount(rows)} rows`,
    bars: barsOf(results, 'first row ms', 1),
    format: formatMs,
  });
}

/** @param {NamedResults} results */
function memory(results) {
  const { rows } = sizeOf(results.options, 'many');
  const grown = (/** @type {ContestantId} */ contestant) =>
    downloadMedian(results, { contestant, size: 'many' }, 'client growth bytes');
  const [whole, stream] = [grown('whole-stream'), grown('query-stream')];
  if (Number.isNaN(whole)) return null;
  return barChart({
    name: 'memory',
    title: `A highWaterMark of 5,000,000 is a buffer: ${formatBytes(whole)} instead of ${formatBytes(stream)}`,
    subtitle: `How far the service’s memory (RSS) grows while it sends ${formatCount(rows)} rows`,
    bars: barsOf(results, 'client growth bytes', 1),
    format: formatBytes,
  });
}

/**
 * A bar for each way to download many rows, without the sleep.
 *
 * @param {NamedResults} results
 * @param {string} figure
 * @param {number} factor
 * @returns {Bar[]}
 */
function barsOf(results, figure, factor) {
  return downloadsOf(results, 'many', false).map(({ label, which, contestant, isPaged }) => {
    const value = downloadFigure(results, which, figure);
    return {
      ...{ label, value: value && scale(value, factor) },
      role: contestant === 'offset' || contestant === 'whole-stream' ? 'buffer' : roleOf(isPaged),
    };
  });
}

/** @param {boolean} isPaged @returns {'rowByRow' | 'stream'} */
function roleOf(isPaged) {
  return isPaged ? 'rowByRow' : 'stream';
}

/** @param {Spread | null} ms */
function seconds(ms) {
  return ms && scale(ms, 1 / 1000);
}

/**
 * @param {Spread} spread
 * @param {number} factor
 * @returns {Spread}
 */
function scale({ median, min, max }, factor) {
  return { median: median * factor, min: min * factor, max: max * factor };
}
