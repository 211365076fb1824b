import { formatBytes, formatCount } from '../../src/cli/units.js';
import { spread } from '../harness/spread.js';
import { barChart } from '../report/charts/bars.js';
import { lineChart } from '../report/charts/lines.js';
import { formatFactor } from '../report/figures.js';
import { ARMS } from './arms.js';
import { armCell, flightsOf, pulledRows, sizes } from './seen.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Chart } from '../report/charts/frame.js' */
/** @import { Line } from '../report/charts/lines.js' */
/** @import { Arm, ArmId } from './arms.js' */

/**
 * @param {NamedResults} results
 * @returns {Chart[]}
 */
export function chartsOf(results) {
  return [flights(results), far(results), pulled(results), grown(results), near(results)].filter(
    chart => chart !== null,
  );
}

/** @param {NamedResults} results */
function flights(results) {
  const { slowSizes } = sizes(results);
  const rows = slowSizes[slowSizes.length - 1];
  const ofArm = (/** @type {ArmId} */ arm) => flightsOf(results, arm, rows);
  return barChart({
    name: 'flights',
    title: `COPY brings ${formatCount(rows)} rows in one flight, a cursor of 500 in ${ofArm('cursor')?.median}, one of 100 in ${ofArm('query-stream-100')?.median}`,
    subtitle: `Flights for ${formatCount(rows)} rows: how often the driver waits for the network`,
    bars: ARMS.map(arm => ({ label: arm.label, value: ofArm(arm.id), role: roleOf(arm, 'waits') })),
    format: formatFlights,
  });
}

/** @param {NamedResults} results */
function far(results) {
  const { slowSizes, roundTripMs } = sizes(results);
  const rows = slowSizes[slowSizes.length - 1];
  const ofArm = (/** @type {ArmId} */ arm) => spread(armCell(results, arm, 'raw', rows, roundTripMs), 'lastMs');
  const ratio = (ofArm('cursor')?.median ?? 0) / (ofArm('copy-pg')?.median ?? 1);
  return barChart({
    name: 'far',
    title: `${roundTripMs} ms away, a cursor of 500 takes ${formatFactor(ratio)} times as long as COPY`,
    subtitle: `Time to the last of ${formatCount(rows)} rows with a round trip of ${roundTripMs} ms`,
    bars: ARMS.map(arm => ({ label: arm.label, value: ofArm(arm.id), role: roleOf(arm, 'waits') })),
    format: formatMs,
  });
}

/** @param {NamedResults} results */
function pulled(results) {
  const { stalled } = sizes(results);
  return barChart({
    name: 'pulled',
    title: 'Cursors and COPY wait for a client that stalls, the others read everything',
    subtitle: `Rows that the server read from the database for a client that stopped reading, of ${formatCount(stalled)}`,
    bars: ARMS.map(arm => ({
      ...{ label: arm.label, value: pulledRows(results, arm.id), role: roleOf(arm, 'fills') },
    })),
    format: count => `${formatCount(Math.round(count))} rows`,
  });
}

/** @param {NamedResults} results */
function grown(results) {
  const { stalled } = sizes(results);
  const ofArm = (/** @type {ArmId} */ arm) => spread(armCell(results, arm, 'stall', stalled), 'growthBytes');
  return barChart({
    name: 'grown',
    title: `A client that stalls costs ${formatBytes(ofArm('for-each')?.median ?? 0)} with forEach, ${formatBytes(ofArm('copy-pg')?.median ?? 0)} with COPY`,
    subtitle: 'How far the memory (RSS) of the process that serves it grows from before the query',
    bars: ARMS.map(arm => ({ label: arm.label, value: ofArm(arm.id), role: roleOf(arm, 'fills') })),
    format: formatBytes,
  });
}

/** @param {NamedResults} results */
function near(results) {
  const { sizes: all } = sizes(results);
  /** @type {(arm: ArmId, label: string, look: Pick<Line, 'role' | 'symbol' | 'dash'>) => Line[]} */
  const line = (arm, label, look) => {
    const points = all.flatMap(x => {
      const y = spread(armCell(results, arm, 'raw', x), 'lastMs');
      return y === null ? [] : [{ x, y }];
    });
    return points.length === 0 ? [] : [{ label, note: formatMs(points[points.length - 1].y.median), points, ...look }];
  };
  return lineChart({
    name: 'near',
    title: nearTitle(results),
    subtitle: 'Time to the last row by the number of rows, both axes logarithmic, without a delay; medians and ranges',
    panels: [
      {
        title: '',
        lines: [
          ...line('buffered', 'buffered', { role: 'buffer', symbol: 'rect' }),
          ...line('for-each', 'forEach', { role: 'buffer', symbol: 'triangle' }),
          ...line('query-stream-100', 'query stream', { role: 'rowByRow', symbol: 'triangle' }),
          ...line('cursor', 'cursor', { role: 'rowByRow', symbol: 'diamond', dash: [5, 4] }),
          ...line('copy-pg', 'COPY', { role: 'stream' }),
        ],
      },
    ],
    formatX: x => `${formatCount(x)} rows`,
    formatY: ms => formatMs(ms).replace(/\.0+(?= s)/, ''),
    isLogX: true,
    isLogY: true,
  });
}

/** @param {NamedResults} results */
function nearTitle(results) {
  const { sizes: all } = sizes(results);
  const rows = all[all.length - 1];
  const times = ARMS.map(({ id, label }) => ({
    label,
    ms: spread(armCell(results, id, 'raw', rows), 'lastMs')?.median ?? Number.NaN,
  }));
  const [fastest, ...others] = times.toSorted((one, other) => one.ms - other.ms);
  const slowest = others[others.length - 1];
  return `Beside the server, a ${slowest.label} takes ${formatFactor(slowest.ms / fastest.ms)} times as long as ${fastest.label}`.replace(
    /\ba (?=buffered|forEach|COPY)/,
    '',
  );
}

/**
 * @param {Arm} arm
 * @param {'waits' | 'fills'} fault
 */
function roleOf({ id, batch, isBounded }, fault) {
  if (id.startsWith('copy')) return 'stream';
  const isFaulty = fault === 'waits' ? batch <= 500 : !isBounded;
  return isFaulty ? 'buffer' : 'rowByRow';
}

/** @param {number} count */
export function formatFlights(count) {
  return `${formatCount(count)} ${count === 1 ? 'flight' : 'flights'}`;
}

/** @param {number} ms */
export function formatMs(ms) {
  if (ms >= 9_995) return `${(ms / 1000).toFixed(1)} s`;
  return ms >= 999.5 ? `${(ms / 1000).toFixed(2)} s` : `${ms < 9.95 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;
}
