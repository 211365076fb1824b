import { describeSize, formatFactor, formatSeconds, VARIANT_NAMES } from '../figures.js';
import { formatByteTick, horizontalAxis, panelTitle, roundScale, timeScale, verticalAxis } from './axes.js';
import { renderChart } from './render-chart.js';
import { spreadBars } from './spread-bars.js';
import { COLOURS, VARIANT_STYLES } from './theme.js';

/** @import { Input } from '../../results.js' */
/** @import { Summary, VariantSummary } from '../summary.js' */
/** @import { Chart } from './frame.js' */
/** @import { LineLabel } from './render-chart.js' */

/**
 * A chart of wall time and CPU time by input size, in two panels with the same scale.
 *
 * @param {Input[]} inputs
 * @param {Summary} summary
 * @returns {Chart | null} null with a single input.
 */
export function timeBySize(inputs, { variants, largest, isTooSmall }) {
  const timed = variants.filter(({ measured }) => measured.some(cell => cell !== null));
  if (inputs.length < 2 || timed.length === 0) return null;
  const figures = timed.flatMap(({ variant, atLargest }) =>
    atLargest
      ? `${VARIANT_NAMES[variant]} ${formatSeconds(atLargest.wallSeconds.median)} of wall time and ${formatSeconds(atLargest.cpuSeconds.median)} of CPU time`
      : [],
  );
  return {
    name: 'time',
    title: isTooSmall ? 'Too small to compare: the start of Node dominates' : titleOf(timed),
    subtitle: 'Seconds by inflated size, medians and ranges, including the start of the process',
    description: `Wall time and CPU time against input size. At ${describeSize(largest)}: ${figures.join(', ')}.`,
    draw: (id, width) => draw(id, width, inputs, timed),
  };
}

/** @param {VariantSummary[]} timed */
function titleOf(timed) {
  const [buffer, stream] = ['buffer', 'stream'].map(
    name => timed.find(({ variant }) => variant === name)?.atLargest?.wallSeconds.median,
  );
  if (buffer === undefined || stream === undefined) return 'How time grows with the input';
  const ratio = buffer / stream;
  if (ratio >= 1.1) return `Streaming is ${formatFactor(ratio)} times as fast as buffering`;
  return ratio <= 1 / 1.1
    ? `Buffering is ${formatFactor(1 / ratio)} times as fast as streaming`
    : 'Streaming and buffering take about the same time';
}

/**
 * @param {string} id
 * @param {number} width
 * @param {Input[]} inputs
 * @param {VariantSummary[]} timed
 */
function draw(id, width, inputs, timed) {
  const isNarrow = width < 500;
  const largestSeconds = Math.max(
    ...timed.flatMap(({ measured }) =>
      measured.map(cell => Math.max(cell?.wallSeconds.max ?? 0, cell?.cpuSeconds.max ?? 0)),
    ),
  );
  const x = roundScale(inputs[inputs.length - 1].bytes, 4);
  const { scale: y, formatTick } = timeScale(largestSeconds * 1.02);
  const half = width / 2;
  const grids = isNarrow
    ? [
        { left: 46, right: 104, top: 34, height: 190 },
        { left: 46, right: 104, top: 304, height: 190 },
      ]
    : [
        { left: 46, width: half - 142, top: 34, height: 270 },
        { left: half + 46, width: half - 142, top: 34, height: 270 },
      ];
  /** @type {LineLabel[]} */
  const labels = [];
  const series = PANELS.flatMap(({ measure }, panel) =>
    timed.flatMap(({ variant, measured }) => {
      const { colour, symbol, dash } = VARIANT_STYLES[variant];
      const points = measured.flatMap((cell, input) => (cell ? [{ x: inputs[input].bytes, ...cell[measure] }] : []));
      const line = points.map(({ x, median }) => /** @type {[number, number]} */ ([x, median]));
      const text = VARIANT_NAMES[variant];
      labels.push({ text, note: formatSeconds(line[line.length - 1][1]), colour, panel, line });
      return [
        spreadBars(
          points.map(({ x, min, max }) => [x, min, max]),
          colour,
          panel,
        ),
        {
          type: 'line',
          xAxisIndex: panel,
          yAxisIndex: panel,
          data: line,
          symbol,
          symbolSize: 8,
          showSymbol: true,
          showAllSymbol: true,
          itemStyle: { color: colour, borderColor: COLOURS.surface, borderWidth: 1.5, opacity: 1 },
          lineStyle: { color: colour, width: 2, type: dash },
        },
      ];
    }),
  );
  return renderChart({
    id,
    width,
    height: isNarrow ? 530 : 340,
    option: {
      grid: grids,
      xAxis: PANELS.map((_, gridIndex) =>
        horizontalAxis({
          gridIndex,
          ...x,
          max: inputs[inputs.length - 1].bytes * 1.02,
          axisLabel: { formatter: (/** @type {number} */ value) => (value % x.interval ? '' : formatByteTick(value)) },
        }),
      ),
      yAxis: PANELS.map((_, gridIndex) =>
        verticalAxis({
          gridIndex,
          ...y,
          axisLabel: { formatter: formatTick },
        }),
      ),
      series,
      graphic: PANELS.flatMap(({ title }, panel) =>
        panelTitle(title, { x: isNarrow ? 0 : panel * half, y: grids[panel].top - 28 }),
      ),
    },
    labels,
  });
}

const PANELS = /** @type {const} */ ([
  { title: 'Wall time', measure: 'wallSeconds' },
  { title: 'CPU time, all threads', measure: 'cpuSeconds' },
]);
