import { horizontalAxis, roundScale, verticalAxis } from '../report/charts/axes.js';
import { renderChart } from '../report/charts/render-chart.js';
import { COLOURS } from '../report/charts/theme.js';
import { formatFactor } from '../report/figures.js';
import { rank } from './standings.js';

/** @import { Chart } from '../report/charts/frame.js' */
/** @import { Standing } from './contest.js' */
/** @import { Ranked } from './standings.js' */

/**
 * A chart of each contestant's wall time, as a multiple of zlib's alone.
 *
 * @param {Standing[]} standings
 * @param {number} bytes Of the archive, inflated.
 * @returns {Chart | null} null if there is nothing to compare.
 */
export function contestChart(standings, bytes) {
  const ranked = rank(standings, bytes).filter(({ ratio }) => ratio !== null);
  if (ranked.length < 2) return null;
  const figures = ranked.map(({ standing, ratio }) => `${nameOf(standing)} ${ratio?.median.toFixed(2)}`);
  return {
    name: 'contest',
    title: titleOf(ranked),
    subtitle: 'Wall time as a multiple of that of Node’s zlib, which only inflates; medians and ranges over all runs',
    description: `Wall time as a multiple of zlib's alone: ${figures.join(', ')}.`,
    draw: (id, width) => draw(id, width, ranked),
  };
}

/** @param {Ranked[]} ranked */
function titleOf(ranked) {
  const ours = ranked.find(({ standing }) => standing.id === OURS)?.ratio?.median;
  if (ours === undefined) return 'How long each takes';
  const others = ranked.filter(({ standing: { id, rules } }) => rules === 'all' && !OF_OURS.includes(id));
  const best = others[0]?.ratio?.median;
  const whole = `All of the work takes ${formatFactor(ours)} times what inflating alone does`;
  return best === undefined ? whole : `${whole}; for the best of the others, ${formatFactor(best)} times`;
}

/**
 * @param {string} id
 * @param {number} width
 * @param {Ranked[]} ranked
 */
function draw(id, width, ranked) {
  const isNarrow = width < 500;
  const rows = ranked.toReversed();
  const scale = roundScale(Math.max(...rows.map(({ ratio }) => ratio?.max ?? 0)) * 1.02, isNarrow ? 3 : 6);
  const height = 24 * rows.length + 44;
  return renderChart({
    id,
    width,
    height,
    option: {
      grid: { left: isNarrow ? 176 : 210, right: 44, top: 6, bottom: 34 },
      xAxis: horizontalAxis({
        ...scale,
        axisLabel: { formatter: (/** @type {number} */ value) => (value === 0 ? '0' : `×${value}`) },
      }),
      yAxis: verticalAxis({
        type: 'category',
        data: rows.map(({ standing }) => nameOf(standing)),
        splitLine: { show: false },
        axisLabel: { hideOverlap: false, color: COLOURS.ink, width: isNarrow ? 168 : 200, overflow: 'truncate' },
      }),
      series: [
        {
          type: 'bar',
          barWidth: 14,
          data: rows.map(({ standing, ratio }) => ({
            value: ratio?.median,
            itemStyle: { color: OF_OURS.includes(standing.id) ? COLOURS.stream : COLOURS.rowByRow },
          })),
        },
        {
          type: 'custom',
          data: rows.map(({ ratio }, index) => [index, ratio?.min, ratio?.max, ratio?.median]),
          renderItem: drawRange,
        },
      ],
    },
  });
}

/**
 * @param {unknown} _
 * @param {any} api
 */
function drawRange(_, api) {
  const [from, y] = api.coord([api.value(1), api.value(0)]);
  const [to] = api.coord([api.value(2), api.value(0)]);
  const line = {
    type: 'line',
    shape: { x1: from, y1: y, x2: to, y2: y },
    style: { stroke: COLOURS.ink, lineWidth: 1.5 },
  };
  const text = {
    type: 'text',
    style: { text: api.value(3).toFixed(2), x: to + 6, y, verticalAlign: 'middle', fill: COLOURS.muted, fontSize: 12 },
  };
  return { type: 'group', children: [line, text] };
}

/** @param {Standing} standing */
function nameOf({ name, rules }) {
  return rules === 'drop' ? `${name} (drop only)` : name;
}

const OURS = 'sluice';
const OF_OURS = ['sluice', 's3', 's3-tls'];
