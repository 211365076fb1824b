import { formatBytes } from '../../../src/terminal/units.js';
import { describeSize, formatFactor, formatSeconds, VARIANT_NAMES } from '../figures.js';
import { thinSamples } from '../samples.js';
import { formatByteTick, horizontalAxis, roundScale, timeScale, verticalAxis } from './axes.js';
import { renderChart } from './render-chart.js';
import { VARIANT_STYLES } from './theme.js';

/** @import { Summary } from '../summary.js' */
/** @import { Chart } from './frame.js' */

/**
 * The resident memory of each variant's typical run of the largest input, from its start to its end.
 *
 * @param {Summary} summary
 * @returns {Chart | null} Null where no variant finished.
 */
export function memoryOverTime({ largest, variants }) {
  const lines = variants.flatMap(({ variant, typicalRun }) =>
    typicalRun && typicalRun.outside.length > 1
      ? [{ variant, points: thinSamples(typicalRun.outside, MAX_POINTS), run: typicalRun }]
      : [],
  );
  if (lines.length === 0) return null;
  const [buffer, stream] = ['buffer', 'stream'].map(name => lines.find(({ variant }) => variant === name)?.run);
  const times = buffer && stream ? buffer.peakRssBytes / stream.peakRssBytes : 1;
  const peaks = lines.map(
    ({ variant, run }) =>
      `${VARIANT_NAMES[variant]} peaks at ${formatBytes(run.peakRssBytes)} and ends after ${formatSeconds(run.wallSeconds)}`,
  );
  return {
    name: 'memory-over-time',
    title:
      buffer && stream && times >= 1.5
        ? `Buffering piles up ${formatBytes(buffer.peakRssBytes)}, streaming stays at ${formatBytes(stream.peakRssBytes)}`
        : 'Memory over time',
    subtitle: `Resident memory of the process from its start to its end, ${describeSize(largest)}`,
    description: `Line chart of resident memory over time: ${peaks.join('; ')}.${times >= 1.5 ? ` Buffering takes ${formatFactor(times)} times the memory of streaming.` : ''}`,
    draw: (id, width) => {
      const isNarrow = width < 500;
      const height = isNarrow ? 300 : 360;
      const y = roundScale(Math.max(...lines.flatMap(({ points }) => points.map(([, bytes]) => bytes))) * 1.04);
      const seconds = Math.max(...lines.map(({ points }) => points[points.length - 1][0]));
      const { scale, formatTick } = timeScale(seconds, isNarrow ? 5 : 8);
      return renderChart({
        id,
        width,
        height,
        option: {
          grid: { left: 60, right: isNarrow ? 20 : 120, top: 14, bottom: 34 },
          xAxis: horizontalAxis({
            ...scale,
            max: seconds * 1.01,
            axisLabel: { formatter: (/** @type {number} */ value) => (value > seconds ? '' : formatTick(value)) },
          }),
          yAxis: verticalAxis({ ...y, axisLabel: { formatter: formatByteTick } }),
          series: lines.map(({ variant, points }) => ({
            type: 'line',
            data: points,
            showSymbol: false,
            lineStyle: { color: VARIANT_STYLES[variant].colour, width: 2.25, type: VARIANT_STYLES[variant].dash },
            areaStyle: { color: VARIANT_STYLES[variant].colour, opacity: 0.07 },
          })),
        },
        labels: lines.map(({ variant, points, run }) => ({
          text: VARIANT_NAMES[variant],
          note: `peak ${formatBytes(run.peakRssBytes)}`,
          colour: VARIANT_STYLES[variant].colour,
          panel: 0,
          line: points,
        })),
      });
    },
  };
}

const MAX_POINTS = 400;
