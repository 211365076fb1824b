import { formatCount } from '../../src/cli/units.js';
import {
  formatByteTick,
  horizontalAxis,
  panelTitle,
  roundScale,
  sparseTicks,
  verticalAxis,
} from '../report/charts/axes.js';
import { renderChart } from '../report/charts/render-chart.js';
import { spreadBars } from '../report/charts/spread-bars.js';
import { COLOURS } from '../report/charts/theme.js';
import { formatExponent } from '../report/figures.js';
import { growthOf, summarize } from './standings.js';

/** @import { Chart } from '../report/charts/frame.js' */
/** @import { Scaling } from './scaling.js' */

/**
 * Charts of CPU time and of peak memory, with a panel for each axis of growth.
 *
 * @param {Scaling[]} scalings
 * @returns {Chart[]}
 */
export function growthCharts(scalings) {
  const grown = scalings.filter(({ points }) => points.length > 1);
  return grown.length === 0 ? [] : MEASURES.map(measure => chartOf(measure, grown));
}

/**
 * @param {Measure} measure
 * @param {Scaling[]} scalings
 * @returns {Chart}
 */
function chartOf(measure, scalings) {
  const exponents = scalings.map(({ axis, points }) => `with ${axis} ${exponentText(points, measure)}`);
  return {
    name: `growth-${measure.name}`,
    title: measure.title,
    subtitle: measure.subtitle,
    description: `${measure.subtitle}. Exponents of growth: ${exponents.join(', ')}. 0 does not grow, 1 grows in proportion.`,
    draw: (id, width) => draw(id, width, measure, scalings),
  };
}

/**
 * @param {Scaling['points']} points
 * @param {Measure} measure
 */
function exponentText(points, { key }) {
  return formatExponent(growthOf(points)?.[key] ?? 0);
}

/**
 * @param {string} id
 * @param {number} width
 * @param {Measure} measure
 * @param {Scaling[]} scalings
 */
function draw(id, width, measure, scalings) {
  const isNarrow = width < 500;
  const across = isNarrow ? 1 : scalings.length;
  const room = width / across;
  const origins = scalings.map((_, index) => ({
    x: (index % across) * room,
    y: Math.floor(index / across) * PANEL_HEIGHT,
  }));
  const panels = scalings.map(({ points }) =>
    points.map(({ count, turns, bytes }) => ({ x: Math.log10(count), ...summarize(turns, bytes)[measure.key] })),
  );
  const scale = measure.scaleOf(panels.flat());
  return renderChart({
    id,
    width,
    height: PANEL_HEIGHT * Math.ceil(scalings.length / across),
    option: {
      grid: origins.map(({ x, y }) => ({ left: x + 58, width: room - 78, top: y + 34, height: PANEL_HEIGHT - 72 })),
      xAxis: panels.map((points, gridIndex) => {
        const counts = points.map(({ x }) => x);
        const [first, last] = [counts[0], counts[counts.length - 1]];
        const pad = (last - first) * 0.06;
        const labelWidth = DIGIT_WIDTH * (formatCount(Math.round(10 ** last)).length + 1);
        return horizontalAxis({
          gridIndex,
          min: first - pad,
          max: last + pad,
          axisTick: { show: true, length: 4, lineStyle: { color: COLOURS.axis }, customValues: counts },
          axisLabel: {
            customValues: sparseTicks(counts, ((last - first) * labelWidth) / (room - 78)),
            formatter: (/** @type {number} */ power) => formatCount(Math.round(10 ** power)),
          },
        });
      }),
      yAxis: panels.map((_, gridIndex) =>
        verticalAxis({ gridIndex, ...scale, axisLabel: { formatter: measure.formatTick } }),
      ),
      series: panels.flatMap((points, panel) => [
        spreadBars(
          points.map(({ x, min, max }) => [x, measure.toAxis(min), measure.toAxis(max)]),
          COLOURS.stream,
          panel,
        ),
        {
          type: 'line',
          xAxisIndex: panel,
          yAxisIndex: panel,
          data: points.map(({ x, median }) => [x, measure.toAxis(median)]),
          symbol: 'circle',
          symbolSize: 8,
          showAllSymbol: true,
          itemStyle: { color: COLOURS.stream, borderColor: COLOURS.surface, borderWidth: 1.5, opacity: 1 },
          lineStyle: { color: COLOURS.stream, width: 2 },
        },
      ]),
      graphic: scalings.flatMap(({ axis, points }, panel) =>
        panelTitle(axis, {
          x: origins[panel].x + 16,
          y: origins[panel].y + 6,
          note: `exponent ${exponentText(points, measure)}`,
        }),
      ),
    },
  });
}

/**
 * @typedef {object} Measure
 * @property {'cpu' | 'memory'} name
 * @property {'cpuSeconds' | 'peakRssBytes'} key
 * @property {string} title
 * @property {string} subtitle
 * @property {(value: number) => number} toAxis
 * @property {(value: number) => string} formatTick
 * @property {(spreads: { min: number, max: number }[]) => object} scaleOf
 */

const PANEL_HEIGHT = 250;
const DIGIT_WIDTH = 7;

/** @type {Measure[]} */
const MEASURES = [
  {
    name: 'cpu',
    key: 'cpuSeconds',
    title: 'How CPU time grows',
    subtitle: 'CPU seconds of sluice run by rows, by entries and by columns, all axes logarithmic',
    toAxis: Math.log10,
    formatTick: power => `${Number((10 ** power).toPrecision(1))} s`,
    scaleOf: spreads => ({
      min: Math.floor(Math.log10(Math.min(...spreads.map(({ min }) => min)))),
      max: Math.ceil(Math.log10(Math.max(...spreads.map(({ max }) => max)))),
      interval: 1,
    }),
  },
  {
    name: 'memory',
    key: 'peakRssBytes',
    title: 'How peak memory grows',
    subtitle: 'Peak resident memory of sluice run by rows, by entries and by columns, whose axes are logarithmic',
    toAxis: bytes => bytes,
    formatTick: formatByteTick,
    scaleOf: spreads => roundScale(Math.max(...spreads.map(({ max }) => max))),
  },
];
