import { COLOURS } from './theme.js';

/**
 * How all axes look: a line to stand on, faint lines to read by, nothing else.
 *
 * @param {object} options What is particular to it.
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
 * Round steps for an axis that begins at 0.
 *
 * @param {number} largest
 * @param {number} [steps] At most.
 * @returns {{ min: 0, max: number, interval: number }}
 */
export function roundScale(largest, steps = 5) {
  const least = (largest > 0 ? largest : 1) / steps;
  const power = 10 ** Math.floor(Math.log10(least));
  const interval = power * /** @type {number} */ ([1, 2, 5, 10].find(step => step * power >= least * (1 - 1e-9)));
  return { min: 0, max: interval * Math.ceil(largest / interval - 1e-9) || interval, interval };
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
