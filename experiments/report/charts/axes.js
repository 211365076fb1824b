import { formatBytes, formatCount } from '../../../src/cli/units.js';
import { COLOURS } from './theme.js';

/**
 * The common look of axes: an axis line and faint grid lines.
 *
 * @param {object} options Specific to this axis.
 * @returns {object}
 */
export function horizontalAxis(options) {
  return merge(
    {
      type: 'value',
      axisLine: { show: true, onZero: false, lineStyle: { color: COLOURS.axis } },
      axisTick: { show: true, length: 4, lineStyle: { color: COLOURS.axis } },
      splitLine: { show: false },
    },
    options,
  );
}

/**
 * @param {object} options
 * @returns {object}
 */
export function verticalAxis(options) {
  return merge(
    {
      type: 'value',
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: true, lineStyle: { color: COLOURS.grid } },
    },
    options,
  );
}

/**
 * The title above a panel, for a chart with several.
 *
 * @param {string} title
 * @param {object} look
 * @param {number} look.x
 * @param {number} look.y
 * @param {string} [look.colour]
 * @param {string} [look.note] Beside the title, in grey, aligned across panels.
 * @returns {object[]} Elements for ECharts' `graphic`.
 */
export function panelTitle(title, { x, y, colour = COLOURS.ink, note = '' }) {
  const element = { type: 'text', silent: true };
  return [
    { ...element, id: `panel ${title}`, style: { text: title, x, y, fill: colour, fontSize: 14, fontWeight: 600 } },
    {
      ...element,
      id: `beside ${title}`,
      style: { text: note, x: x + 100, y: y + 1, fill: COLOURS.muted, fontSize: 13 },
    },
  ];
}

/**
 * Round steps for an axis that starts at 0.
 *
 * @param {number} largest
 * @param {number} [steps] At most.
 * @returns {{ min: 0, max: number, interval: number }}
 */
export function roundScale(largest, steps = 5) {
  const least = (largest > 0 ? largest : 1) / steps;
  const power = 10 ** Math.floor(Math.log10(least));
  const interval = power * /** @type {number} */ ([1, 2, 2.5, 5, 10].find(step => step * power >= least * (1 - 1e-9)));
  return { min: 0, max: interval * Math.ceil(largest / interval - 1e-9) || interval, interval };
}

/**
 * @param {number} bytes
 * @returns {string} Without trailing zeros: `1.5 GB`, `200 MB`.
 */
export function formatByteTick(bytes) {
  return bytes === 0
    ? '0'
    : formatBytes(bytes).replace(/(\.\d*?)0+(?= )/, (_, digits) => (digits === '.' ? '' : digits));
}

/**
 * Round steps of seconds, minutes or hours, for an axis in seconds that starts at 0.
 *
 * @param {number} largest
 * @param {number} [steps] At most.
 * @returns {{ scale: ReturnType<typeof roundScale>, formatTick: (seconds: number) => string }}
 */
export function timeScale(largest, steps) {
  const [unit, size] = largest < 180 ? ['s', 1] : largest < 3 * 3600 ? ['min', 60] : ['h', 3600];
  const { max, interval } = roundScale(largest / size, steps);
  return {
    scale: { min: 0, max: max * size, interval: interval * size },
    formatTick: seconds => (seconds === 0 ? '0' : `${formatCount(Number((seconds / size).toPrecision(6)))} ${unit}`),
  };
}

/**
 * @param {number} interval Between two ticks.
 * @returns {(dollars: number) => string} All with the same number of decimals: `$0.20`, `$15`.
 */
export function dollarTick(interval) {
  const digits = interval >= 1 ? 0 : Math.max(2, -Math.floor(Math.log10(interval) + 1e-9));
  return dollars =>
    dollars === 0 ? '$0' : `$${formatCount(Math.trunc(dollars))}${dollars.toFixed(digits).replace(/^\d+/, '')}`;
}

/**
 * Selects tick positions whose labels do not touch: the last one, and from the first on those with enough room.
 *
 * @param {number[]} positions In ascending order, as values of the axis.
 * @param {number} room Between two labels, in the same unit.
 * @returns {number[]}
 */
export function sparseTicks(positions, room) {
  const last = positions[positions.length - 1];
  let before = Number.NEGATIVE_INFINITY;
  return positions.filter(position => {
    const isShown = position === last || (position - before >= room && last - position >= room);
    if (isShown) before = position;
    return isShown;
  });
}

/**
 * @param {Record<string, any>} defaults
 * @param {Record<string, any>} options
 * @returns {object}
 */
function merge(defaults, options) {
  const label = { color: COLOURS.muted, fontSize: 12, margin: 8, hideOverlap: true };
  return { ...defaults, ...options, axisLabel: { ...label, ...options.axisLabel } };
}
