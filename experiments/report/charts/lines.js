import { horizontalAxis, panelTitle, roundScale, sparseTicks, verticalAxis } from './axes.js';
import { renderChart } from './render-chart.js';
import { spreadBars } from './spread-bars.js';
import { COLOURS } from './theme.js';

/** @import { Spread } from '../summary.js' */
/** @import { Chart } from './frame.js' */
/** @import { Drawing } from './render-chart.js' */

/**
 * @typedef {object} Line
 * @property {string} label
 * @property {string} note Below the label, such as the last value.
 * @property {'buffer' | 'rowByRow' | 'stream'} role Its colour: what is warned of, what is only compared, what is recommended.
 * @property {'rect' | 'triangle' | 'circle' | 'diamond'} [symbol] To tell lines of one colour apart.
 * @property {'solid' | number[]} [dash]
 * @property {{ x: number, y: Spread }[]} points At least one, in the order of x.
 *
 * @typedef {object} Panel
 * @property {string} title Empty if there is only one panel.
 * @property {Line[]} lines At most six: their labels are placed by trying all orders.
 *
 * @typedef {object} LinesOptions
 * @property {string} name For its files and ids.
 * @property {string} title The finding.
 * @property {string} subtitle What is drawn, and the units.
 * @property {Panel[]} panels With the same scales.
 * @property {(x: number) => string} formatX
 * @property {(y: number) => string} formatY
 * @property {boolean} [isLogX]
 * @property {boolean} [isLogY] All values must be above 0.
 */

/**
 * A chart of medians and ranges over a quantity, as lines with labels at their ends.
 *
 * @param {LinesOptions} options
 * @returns {Chart | null} null if there is nothing to draw.
 */
export function lineChart(options) {
  const panels = options.panels.filter(({ lines }) => lines.length > 0);
  if (panels.length === 0) return null;
  const { name, title, subtitle, formatX, formatY } = options;
  const figures = panels.flatMap(panel =>
    panel.lines.map(({ label, points }) => {
      const each = points.map(({ x, y }) => `${formatY(y.median)} at ${formatX(x)}`);
      return `${panel.title === '' ? '' : `${panel.title}, `}${label} ${each.join(', ')}`;
    }),
  );
  return {
    ...{ name, title, subtitle },
    description: `${subtitle}: ${figures.join('; ')}.`,
    draw: (id, width) => draw(id, width, { ...options, panels }),
  };
}

/**
 * @param {string} id
 * @param {number} width
 * @param {LinesOptions} options
 * @returns {Drawing}
 */
function draw(id, width, { panels, formatX, formatY, isLogX = false, isLogY = false }) {
  const across = width < 500 ? 1 : panels.length;
  const room = width / across;
  const head = panels.some(({ title }) => title !== '') ? 34 : 14;
  const origins = panels.map((_, index) => ({
    x: (index % across) * room,
    y: Math.floor(index / across) * (head + PLOT_HEIGHT + 46),
  }));
  const toX = isLogX ? Math.log10 : (/** @type {number} */ x) => x;
  const toY = isLogY ? Math.log10 : (/** @type {number} */ y) => y;
  const fromX = (/** @type {number} */ at) => (isLogX ? 10 ** at : at);
  const all = panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points));
  const ticks = [...new Set(all.map(({ x }) => toX(x)))].toSorted((a, b) => a - b);
  const [first, last] = [ticks[0], ticks[ticks.length - 1]];
  const pad = (last - first) * 0.04 || 1;
  const y = scaleY(
    all.map(point => point.y),
    isLogY,
  );
  const tickY = (/** @type {number} */ at) => formatY(tidy(isLogY ? 10 ** at : at));
  const left = Math.max(LEFT, 6.5 * Math.max(...[y.interval, y.max].map(at => tickY(at).length)) + 12);
  // Most labels stand behind the ends of their lines.
  const plotWidth = room - left - (across === 1 && width < 500 ? 100 : 118);
  const labelWidth = 8 * Math.max(...ticks.map(tick => formatX(fromX(tick)).length)) + 8;
  const shown = sparseTicks(ticks, ((last - first) * labelWidth) / plotWidth);
  const marks = panels.flatMap(({ lines }, panel) => lines.map(line => ({ line, panel })));
  return renderChart({
    id,
    width,
    height: Math.ceil(panels.length / across) * (head + PLOT_HEIGHT + 46) - 8,
    option: {
      grid: origins.map(origin => ({
        ...{ left: origin.x + left, width: plotWidth, top: origin.y + head, height: PLOT_HEIGHT },
      })),
      xAxis: panels.map((_, gridIndex) =>
        horizontalAxis({
          ...{ gridIndex, min: first - pad, max: last + pad },
          axisTick: { show: true, length: 4, lineStyle: { color: COLOURS.axis }, customValues: ticks },
          axisLabel: { customValues: shown, formatter: (/** @type {number} */ at) => formatX(tidy(fromX(at))) },
        }),
      ),
      yAxis: panels.map((_, gridIndex) =>
        verticalAxis({
          ...{ gridIndex, ...y },
          axisLabel: { formatter: tickY },
        }),
      ),
      series: marks.flatMap(({ line, panel }) => seriesOf(line, panel, toX, toY)),
      graphic: panels.flatMap(({ title }, panel) =>
        title === '' ? [] : panelTitle(title, { x: origins[panel].x, y: origins[panel].y + 4 }),
      ),
    },
    labels: marks.map(({ line: { label, note, role, points }, panel }) => ({
      ...{ text: label, note, colour: COLOURS[role], panel },
      line: points.map(point => /** @type {[number, number]} */ ([toX(point.x), toY(point.y.median)])),
    })),
  });
}

/**
 * @param {Line} line
 * @param {number} panel
 * @param {(x: number) => number} toX
 * @param {(y: number) => number} toY
 * @returns {object[]}
 */
function seriesOf({ role, symbol = 'circle', dash = 'solid', points }, panel, toX, toY) {
  const colour = COLOURS[role];
  return [
    spreadBars(
      points.map(({ x, y }) => [toX(x), toY(y.min), toY(y.max)]),
      colour,
      panel,
    ),
    {
      ...{ type: 'line', xAxisIndex: panel, yAxisIndex: panel, symbol, symbolSize: 8, showAllSymbol: true },
      data: points.map(({ x, y }) => [toX(x), toY(y.median)]),
      itemStyle: { color: colour, borderColor: COLOURS.surface, borderWidth: 1.5, opacity: 1 },
      lineStyle: { color: colour, width: 2, type: dash },
    },
  ];
}

/**
 * @param {Spread[]} values
 * @param {boolean} isLog
 */
function scaleY(values, isLog) {
  const most = Math.max(...values.map(({ max }) => max));
  if (!isLog) return roundScale(most * 1.02);
  const least = Math.floor(Math.log10(Math.min(...values.map(({ min }) => min))) + 1e-9);
  return { min: least, max: Math.max(least + 1, Math.ceil(Math.log10(most) - 1e-9)), interval: 1 };
}

/** @param {number} value Without the noise of a logarithm. */
function tidy(value) {
  return Number(value.toPrecision(6));
}

const LEFT = 62;
const PLOT_HEIGHT = 270;
