import { formatBytes } from '../../../src/cli/units.js';
import { describeSize, formatFactor, formatSeconds, VARIANT_NAMES } from '../figures.js';
import { thinSamples } from '../samples.js';
import { formatByteTick, horizontalAxis, panelTitle, roundScale, timeScale, verticalAxis } from './axes.js';
import { renderChart } from './render-chart.js';
import { VARIANT_STYLES } from './theme.js';

/** @import { Run } from '../../results.js' */
/** @import { Summary } from '../summary.js' */
/** @import { Chart } from './frame.js' */

/**
 * A chart of the resident memory of each variant's typical run on the largest input: panels below each other with the same
 * scale, so that small values are visible too.
 *
 * @param {Summary} summary
 * @returns {Chart | null} null if no variant finished.
 */
export function memoryOverTime({ largest, variants, isTooSmall }) {
  const runs = variants.flatMap(({ typicalRun }) => (typicalRun && typicalRun.outside.length > 1 ? [typicalRun] : []));
  if (runs.length === 0) return null;
  const [buffer, stream] = ['buffer', 'stream'].map(
    name => variants.find(({ variant }) => variant === name)?.atLargest?.peakRssBytes.median,
  );
  const times = buffer && stream && !isTooSmall ? buffer / stream : 1;
  const described = runs.map(run => `${VARIANT_NAMES[run.variant]} ${describeRun(run)}`);
  return {
    name: 'memory-over-time',
    title:
      buffer && stream && times >= 1.5
        ? `Buffering piles up ${formatBytes(buffer)}, streaming stays at ${formatBytes(stream)}`
        : 'Memory over time',
    subtitle: `Resident memory of the process from its start to its end, ${describeSize(largest)}`,
    description: `Memory over time on one scale: ${described.join('; ')}.${times >= 1.5 ? ` Buffering takes ${formatFactor(times)} times the memory of streaming.` : ''}`,
    draw: (id, width) => draw(id, width, runs),
  };
}

/** @param {Run} run */
function describeRun({ peakRssBytes, wallSeconds }) {
  return `peak ${formatBytes(peakRssBytes)}, done after ${formatSeconds(wallSeconds)}`;
}

/**
 * @param {string} id
 * @param {number} width
 * @param {Run[]} runs
 */
function draw(id, width, runs) {
  const lines = runs.map(({ outside }) => thinSamples(outside, MAX_POINTS));
  const bytes = roundScale(Math.max(...lines.flatMap(line => line.map(([, value]) => value))), 3);
  const seconds = Math.max(...lines.map(line => line[line.length - 1][0]));
  const { scale, formatTick } = timeScale(seconds, width < 500 ? 5 : 8);
  return renderChart({
    id,
    width,
    height: runs.length * STEP + FOOT,
    option: {
      grid: runs.map((_, panel) => ({ left: 60, right: 8, top: panel * STEP + HEAD, height: STEP - HEAD - 10 })),
      xAxis: runs.map((_, gridIndex) =>
        horizontalAxis({
          gridIndex,
          ...scale,
          max: seconds * 1.01,
          axisTick: { show: false },
          axisLabel: {
            show: gridIndex === runs.length - 1,
            formatter: (/** @type {number} */ value) => (value > seconds ? '' : formatTick(value)),
          },
        }),
      ),
      yAxis: runs.map((_, gridIndex) =>
        verticalAxis({
          gridIndex,
          ...bytes,
          axisLabel: { formatter: formatByteTick },
        }),
      ),
      series: runs.map(({ variant }, panel) => ({
        type: 'line',
        xAxisIndex: panel,
        yAxisIndex: panel,
        data: lines[panel],
        showSymbol: false,
        lineStyle: { color: VARIANT_STYLES[variant].colour, width: 2 },
        areaStyle: { color: VARIANT_STYLES[variant].colour, opacity: 0.16 },
      })),
      graphic: runs.flatMap((run, panel) =>
        panelTitle(VARIANT_NAMES[run.variant], {
          x: 0,
          y: panel * STEP + 4,
          colour: VARIANT_STYLES[run.variant].colour,
          note: describeRun(run),
        }),
      ),
    },
  });
}

const MAX_POINTS = 400;
/** The distance between panels, and the part of it above a panel. */
const STEP = 140;
const HEAD = 34;
/** Below the last panel, for the seconds. */
const FOOT = 20;
